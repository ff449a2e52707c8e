// "Lo que se dijo": every line of the game since the page was opened, by the facts of each frame.
import { h } from "../dom.js";
import { t } from "../i18n/index.js";
import { narrate } from "../narrate.js";
import { settings } from "../settings.js";
import { closeSheet, openSheet } from "../sheet.js";

/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {{facts: Fact[], game: GameView, language: string, lines: import("../narrate.js").Line[]}} Entry */

const KEPT = 400; // entries; a long game has some 300
/** @type {Entry[]} */
let entries = [];
let gameId = "";

/** @param {Fact[]} facts @param {GameView} game */
export function keepFacts(facts, game) {
  if (game.id !== gameId) entries = [];
  gameId = game.id;
  if (facts.length) entries.push({ facts, game, language: "", lines: [] });
  if (entries.length > KEPT) entries.splice(0, entries.length - KEPT);
}

/** The lines, in the language spoken now. */
function lines() {
  for (const entry of entries) {
    if (entry.language === settings.language) continue;
    entry.language = settings.language;
    entry.lines = narrate(entry.facts, entry.game).lines;
  }
  return entries.flatMap((entry) => entry.lines);
}

/** The list as elements, newest below. */
export function logList() {
  const all = lines();
  if (!all.length) return h("p", { class: "log-empty" }, t("table.nothing_said"));
  return h("ol", { class: "log", tabindex: "0", "aria-label": t("table.said") }, all.map((line, i) =>
    h("li", { class: line.tone, key: i }, line.who && h("b", null, line.who), line.who && line.text ? " " : "", line.text)));
}

/** The newest line in words, for the place that shows the last thing said. */
export function lastLine() {
  const all = lines();
  const line = all[all.length - 1];
  return line ? [line.who, line.text].filter(Boolean).join(" ") : "";
}

export function openLog() {
  const dialog = openSheet({ name: "said", title: t("table.said"), body: [logList()] });
  dialog.querySelector(".log")?.lastElementChild?.scrollIntoView();
}

export const closeLog = () => closeSheet("said");
