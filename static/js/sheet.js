// Dialogs: a sheet that rises from below on a phone, a panel in the middle of a desktop. The browser traps the focus and gives it back.
import { ARM_MS } from "./arm.js";
import { h, icon, make, one, show } from "./dom.js";
import { keepFocus } from "./focus.js";
import { t } from "./i18n/index.js";
import { began } from "./press.js";
import { moveVoice } from "./voice.js";

/** @typedef {import("./dom.js").Child} Child */
/**
 * @typedef {object} Sheet
 * @property {string} name  what it is, for styles and tests
 * @property {string} title
 * @property {Child[]|(() => Child[]|null)} body  a function is asked anew with each drawing of the page; null closes the sheet
 * @property {boolean} [closable]  with a cross in the corner (default true)
 * @property {() => void} [closed]
 */

/** @type {HTMLDialogElement[]} */
const open = [];

/** What goes on changing in an open sheet. @type {WeakMap<HTMLDialogElement, () => Child[]|null>} */
const living = new WeakMap();

/** @param {Sheet} sheet @returns {HTMLDialogElement} */
export function openSheet({ name, title, body, closable = true, closed }) {
  closeSheet(name);
  const close =
    closable &&
    h(
      "button",
      { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => dialog.close() },
      icon("close"),
    );
  const head = h("header", { class: "sheet-head" }, h("h2", { id: `sheet-${name}` }, title), close);
  const dialog = make(
    h(
      "dialog",
      { class: `sheet-dialog sheet-${name}`, "data-sheet": name, "aria-labelledby": `sheet-${name}` },
      head,
      h("div", { class: "sheet-body" }, typeof body === "function" ? null : body),
    ),
  );
  if (typeof body === "function") living.set(dialog, body);
  drawSheet(dialog);
  refuseEarly(dialog);
  dialog.onclick = (event) => {
    if (event.target === dialog && closable) dialog.close(); // the ground around it
  };
  if (!closable) dialog.oncancel = (event) => event.preventDefault();
  dialog.onclose = () => {
    open.splice(open.indexOf(dialog), 1);
    moveVoice(open[open.length - 1] ?? document.body);
    dialog.remove();
    closed?.();
    if (document.activeElement === document.body) refocus(); // what opened it is gone or covered
  };
  one("#sheets").append(dialog);
  dialog.style.setProperty("--dock", `${document.querySelector("#dock")?.clientHeight ?? 0}px`); // some sheets leave the dock free
  open.push(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[data-focus]");
  if (first instanceof HTMLElement) first.focus();
  moveVoice(dialog);
  return dialog;
}

/** The second tap of two was meant for what opened the sheet: nothing in it or around it takes one so soon. @param {HTMLDialogElement} dialog */
function refuseEarly(dialog) {
  const from = performance.now() + ARM_MS;
  dialog.addEventListener(
    "click",
    (event) => {
      if (!event.detail || began() >= from) return; // without a detail: by a key, or by what reads the screen
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** Draws anew what goes on changing. @param {HTMLDialogElement} dialog */
function drawSheet(dialog) {
  const body = living.get(dialog);
  if (!body) return;
  const wanted = body();
  if (!wanted) return dialog.close();
  const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
  show(one(".sheet-body", dialog), wanted);
  if (focused && !focused.isConnected) refocus();
}

/** The focus is nowhere: on to the first button of the sheet that is on top, or to what the screen has for it. */
function refocus() {
  const top = open[open.length - 1];
  if (top) one("button", top).focus();
  else keepFocus();
}

/** Draws the open sheets as things stand now. */
export function drawSheets() {
  for (const dialog of [...open]) drawSheet(dialog);
}

/** Closes the sheet of that name, if it is open. @param {string} name */
export function closeSheet(name) {
  open.find((dialog) => dialog.dataset.sheet === name)?.close();
}

/** @param {string} name */
export const sheetOpen = (name) => open.some((dialog) => dialog.dataset.sheet === name);

/** True while any sheet is open. */
export const anySheet = () => open.length > 0;

/** Closes all of them: the screen behind has changed. */
export function closeSheets() {
  for (const dialog of [...open]) dialog.close();
}

/**
 * A question with its answers; the first has the focus.
 * @param {string} name
 * @param {string} title
 * @param {string[]} lines
 * @param {{label: string, kind?: string, act?: () => void}[]} answers
 * @param {boolean} [closable]
 */
export function ask(name, title, lines, answers, closable = true) {
  const buttons = answers.map(({ label, kind = "", act }, i) =>
    h(
      "button",
      {
        class: `button ${kind}`,
        type: "button",
        "data-focus": i === 0,
        onclick: () => {
          closeSheet(name);
          act?.();
        },
      },
      label,
    ),
  );
  openSheet({
    name,
    title,
    closable,
    body: [...lines.map((line) => h("p", null, line)), h("div", { class: "answers" }, buttons)],
  });
}

/**
 * A choice of one among a few, as radio buttons that look like tiles.
 * @template {string} V
 * @param {string} legend
 * @param {V} chosen
 * @param {[V, string, string?][]} options  value, label, small line
 * @param {(value: V) => void} choose
 */
export function choice(legend, chosen, options, choose) {
  const group = `choice-${legend.replace(/\W/g, "")}`;
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, legend),
    h(
      "div",
      { class: "tiles" },
      options.map(([value, label, small]) =>
        h(
          "label",
          { class: "tile" },
          h("input", {
            type: "radio",
            name: group,
            value,
            checked: value === chosen,
            onchange: () => choose(value),
          }),
          h("span", null, h("b", null, label), small && h("small", null, small)),
        ),
      ),
    ),
  );
}
