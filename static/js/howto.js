// The way into "how to play" and back. The section, its texts and the rules are fetched when they are first wanted.

import { h, icon } from "./dom.js";
import { toLobby, toRoom } from "./flows.js";
import { t } from "./i18n/index.js";
import { closeSheets } from "./sheet.js";
import { changed, go, state } from "./state.js";
import { toast } from "./toast.js";

/** @typedef {import("./router.js").HelpTab} HelpTab */

/** @type {typeof import("./help/section.js")|null} */
let section = null;
let asking = false;
/** Whether one came from elsewhere in this page, so that the browser's step back leads there. */
let cameFromHere = false;

/** @param {HelpTab} [tab] @param {string} [rule]  the number to begin at */
export function openHelp(tab = "order", rule = "") {
  const inside = state.route.name === "help";
  if (!inside) cameFromHere = true;
  closeSheets();
  go({ name: "help", tab, rule }, { replace: inside });
}

/** Back to where one came from; the table went on meanwhile. */
export function closeHelp() {
  if (cameFromHere) {
    cameFromHere = false;
    history.back();
  } else if (state.room) toRoom();
  else if (state.guest) toLobby();
  else go({ name: "home" }, { replace: true });
}

/** Opens what is not open, leaves what is: for the key. */
export const toggleHelp = () => (state.route.name === "help" ? closeHelp() : openHelp());

/** Fetches the section; what is drawn before it is there says so. */
async function fetchSection() {
  if (asking) return;
  asking = true;
  try {
    const fetched = await import("./help/section.js");
    await fetched.ready();
    section = fetched;
  } catch {
    toast(t("problem.network"));
    closeHelp();
  }
  asking = false;
  changed();
}

/** @returns {import("./dom.js").Child} */
export function helpScreen() {
  if (section && state.route.name === "help") return section.helpPage(state.route.tab, state.route.rule);
  fetchSection();
  return h("div", { class: "loading", key: "loading" }, h("p", null, t("moment")));
}

/** The rules behind a result, over the page. @param {string} sentence @param {string[]} rules  their numbers */
export async function showWhy(sentence, rules) {
  try {
    const why = await import("./help/why.js");
    await why.openWhy(sentence, rules);
  } catch {
    toast(t("problem.network"));
  }
}

let warmed = false;
/** Fetches the rules' texts before anyone asks for them: a bus may have no network when they do. */
export function warmWhy() {
  if (warmed) return;
  warmed = true;
  import("./help/why.js").then(
    (why) => why.ready(),
    () => (warmed = false),
  );
}

/** The question that opens them. @param {string} sentence @param {string[]} rules */
export const whyButton = (sentence, rules) =>
  h(
    "button",
    { class: "rule", type: "button", "data-do": "why", onclick: () => showWhy(sentence, rules) },
    t("summary.why"),
  );

/** The same in a bar, where there is room for a sign only. */
export const helpIcon = () =>
  h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": t("help.title"),
      "data-do": "help",
      onclick: () => openHelp(),
    },
    icon("help"),
  );

/** @param {string} [kind] */
export const helpButton = (kind = "button quiet row") =>
  h(
    "button",
    { class: kind, type: "button", "data-do": "help", onclick: () => openHelp() },
    kind.startsWith("button") && icon("help"),
    t("help.title"),
  );
