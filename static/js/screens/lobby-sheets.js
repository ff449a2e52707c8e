// The lobby's three sheets: open a table, come in by a code, change one's name.

import { h, make } from "../dom.js";
import { codeIn, enterCode, openRoom, rename } from "../flows.js";
import { t } from "../i18n/index.js";
import { choice, closeSheet, openSheet } from "../sheet.js";
import { state } from "../state.js";

/**
 * A form in a sheet: one field, then others, then the button.
 * @param {{name: string, title: string, label: string, value: string, hint?: string, most: number, go: string, more?: import("../dom.js").Child[], upper?: boolean}} form
 * @param {(value: string, say: (sentence: string) => void) => void} done
 */
function formSheet({ name, title, label, value, hint = "", most, go, more = [], upper = false }, done) {
  const id = `field-${name}`;
  const line = make(h("p", { class: "hint", id: `${id}-hint`, role: "status" }, hint));
  const field = make(
    h("input", {
      id,
      class: `field ${upper ? "upper" : ""}`,
      value,
      maxlength: most,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": line.id,
      "data-focus": true,
    }),
  );
  /** @param {string} sentence */
  const say = (sentence) => {
    line.textContent = sentence;
    line.classList.toggle("wrong", sentence !== hint);
  };
  const form = h(
    "form",
    {
      class: "sheet-form",
      novalidate: true,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        done(field.value, say);
      },
    },
    h("label", { for: id }, label),
    field,
    line,
    more,
    h("button", { class: "button truco", type: "submit", "data-do": "submit" }, go),
  );
  openSheet({ name, title, body: [form] });
  field.select();
}

/** @typedef {{public: boolean, records: "open"|"closed"}} Choices */

/** Who may come, and what becomes of the record. @param {Choices} now @param {(changed: Partial<Choices>) => void} change */
export const roomChoices = (now, change) => [
  choice(
    t("open.who"),
    now.public ? "public" : "private",
    [
      ["public", t("open.public"), t("open.public_small")],
      ["private", t("open.private"), t("open.private_small")],
    ],
    (value) => change({ public: value === "public" }),
  ),
  choice(
    t("open.records"),
    now.records,
    [
      ["open", t("open.records_open"), t("open.records_open_small")],
      ["closed", t("open.records_closed"), t("open.records_closed_small")],
    ],
    (records) => change({ records }),
  ),
];

export function askOpen() {
  /** @type {Choices} */
  const options = { public: true, records: "open" };
  const name = t("open.name_default", { name: state.guest?.name ?? "" }).slice(0, 24);
  const more = roomChoices(options, (changed) => Object.assign(options, changed));
  formSheet(
    {
      name: "open",
      title: t("open.title"),
      label: t("open.name"),
      value: name,
      most: 24,
      go: t("open.go"),
      more,
    },
    (value) => {
      closeSheet("open");
      openRoom({ name: value.trim() || name, ...options });
    },
  );
}

export function askCode() {
  formSheet(
    {
      name: "code",
      title: t("code.title"),
      label: t("code.label"),
      value: "",
      hint: t("code.hint"),
      most: 200,
      go: t("code.go"),
      upper: true,
    },
    async (value, say) => {
      const problem = codeIn(value) ? await enterCode(value) : t("problem.wrong_code");
      if (problem) say(problem);
    },
  );
}

/** @param {() => void} [then]  what waited for another name */
export function askName(then) {
  formSheet(
    {
      name: "name",
      title: t("name.title"),
      label: t("landing.name"),
      value: state.guest?.name ?? "",
      hint: t("landing.hint"),
      most: 40,
      go: t("name.go"),
    },
    async (value, say) => {
      const problem = await rename(value);
      if (problem) say(problem);
      else {
        closeSheet("name");
        then?.();
      }
    },
  );
}
