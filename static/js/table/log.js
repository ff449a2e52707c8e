// "Lo que se dijo": the last lines of the game, by the facts of each frame. A page that is loaded again takes them along.
import { h, show } from "../dom.js";
import { t } from "../i18n/index.js";
import { narrate } from "../narrate.js";
import { settings } from "../settings.js";
import { openSheet } from "../sheet.js";

/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../narrate.js").Line} Line */
/** @typedef {{of: {facts: Fact[], game: GameView}|null, language: string, lines: Line[]}} Entry  what it tells of is let go after a while */

const NEAR_PX = 24;
const KEPT = 160; // lines: some ten hands
const TOLD_ANEW = 40; // entries that another language is told in, too
const STORE = "truco.said"; // for this tab
/** @type {Entry[]} */
let entries = [];
let gameId = "";
/** How many entries were kept so far. */
let kept = 0;

/** @param {Fact[]} facts @param {GameView} game */
export function keepFacts(facts, game) {
  if (game.id !== gameId) entries = [];
  gameId = game.id;
  if (!facts.length) return;
  entries.push({ of: { facts, game }, language: "", lines: [] });
  kept += 1;
  const old = entries[entries.length - 1 - TOLD_ANEW];
  if (old) {
    tell(old);
    old.of = null;
  }
  let many = entries.reduce((sum, entry) => sum + entry.lines.length, 0);
  while (many > KEPT) many -= entries.shift()?.lines.length ?? 0;
}

/** In the language spoken now. @param {Entry} entry */
function tell(entry) {
  if (!entry.of || entry.language === settings.language) return;
  entry.language = settings.language;
  entry.lines = narrate(entry.of.facts, entry.of.game).lines;
}

/** The lines, in the language spoken now. */
function lines() {
  entries.forEach(tell);
  return entries.flatMap((entry) => entry.lines);
}

/** Leaves the lines to the page that comes next in this tab. @param {string} room @param {number} version  the last that they tell of */
export function leaveLog(room, version) {
  try {
    sessionStorage.setItem(STORE, JSON.stringify({ room, version, gameId, lines: lines() }));
  } catch {
    // storage is off: the next page begins with nothing
  }
}

/** Takes the lines that were left; what came after that version is still to be told. @param {string} room @returns {number|null} the version */
export function takeLog(room) {
  try {
    const left = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
    sessionStorage.removeItem(STORE);
    if (left?.room !== room) return null;
    gameId = left.gameId;
    entries = [{ of: null, language: "", lines: left.lines }];
    kept += 1;
    return left.version;
  } catch {
    return null;
  }
}

class GameLog extends HTMLElement {
  static observedAttributes = ["state"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  /** Draws the lines; who reads the end stays at the end. */
  draw() {
    const atEnd = this.scrollHeight - this.scrollTop - this.clientHeight < NEAR_PX;
    const all = lines();
    show(this, [
      all.length
        ? h("ol", { class: "log" }, all.map(row))
        : h("p", { class: "log-empty" }, t("table.nothing_said")),
    ]);
    if (atEnd) this.scrollTo(0, this.scrollHeight);
  }
}
customElements.define("game-log", GameLog);

/** @param {import("../narrate.js").Line} line */
const row = ({ tone, who, text }) =>
  h("li", { class: tone }, who && h("b", { dir: "auto" }, who), who && text ? " " : "", text);

/** The list, newest below; it draws itself when something was said. */
export const logList = () =>
  h("game-log", {
    state: `${gameId} ${kept} ${settings.language}`,
    role: "region",
    tabindex: "0", // a place that scrolls must be reachable by keys
    "aria-label": t("table.said"),
  });

/** The newest line in words, for the place that shows the last thing said. */
export function lastLine() {
  const all = lines();
  const line = all[all.length - 1];
  return line ? [line.who, line.text].filter(Boolean).join(" ") : "";
}

export function openLog() {
  const dialog = openSheet({ name: "said", title: t("table.said"), body: [logList()] });
  dialog.scrollTop = dialog.scrollHeight;
}
