// Keys of the table (off in fields and under open sheets): cards, calls, votes, the log, the table in words.
import { one } from "./dom.js";
import { closeHelp, toggleHelp } from "./howto.js";
import { describe } from "./narrate.js";
import { settings } from "./settings.js";
import { anySheet } from "./sheet.js";
import { state } from "./state.js";
import { askEnvidoFirst, askFold } from "./table/asks.js";
import { openLog } from "./table/log.js";
import { goOn, lift, lower, play, playCard, press } from "./table/play.js";
import { isEnvido } from "./table/words.js";
import { say } from "./voice.js";

/** @typedef {import("./types.js").GameView} GameView */

/** Words by their key. @type {Record<string, string>} */
const WORDS = { e: "envido", r: "real-envido", f: "falta-envido", q: "quiero", n: "no-quiero" };

/** The focus goes with the card, so that Enter sends this one. @param {string} card */
function liftAndFocus(card) {
  lift(card);
  const slot = document.querySelector(`.hand [data-card="${CSS.escape(card)}"]`);
  if (slot instanceof HTMLElement) slot.focus();
}

/** Says or votes a word, if it is open; the envido that comes first asks which. @param {GameView} game @param {(word: string) => boolean} wanted */
function speak(game, wanted) {
  const legal = game.legal.find((one) => (one.do === "call" || one.do === "vote") && wanted(one.word));
  if (!legal) return;
  if (legal.do === "call" && game.question && isEnvido(legal.word)) askEnvidoFirst(game);
  else press(game, legal);
}

/** @param {GameView} game @param {string} key @returns {boolean}  whether the key meant something */
function act(game, key) {
  if (/^[1-9]$/.test(key)) {
    const card = game.cards[Number(key) - 1];
    if (card && game.held.includes(card)) liftAndFocus(card);
    return true;
  }
  if (key in WORDS) speak(game, (word) => word === WORDS[key]);
  else if (key === "t") speak(game, (word) => !isEnvido(word) && word !== "quiero" && word !== "no-quiero");
  else if (key === "m") askFold(game);
  else if (key === "l") openLog();
  else if (key === "v") say([{ text: describe(game) }]);
  else return false;
  return true;
}

/** The section "how to play" is one key away everywhere, and Escape leaves it. @param {KeyboardEvent} event */
function help(event) {
  const inside = state.route.name === "help";
  if (inside && event.key === "Escape") closeHelp();
  else if (settings.keys && event.key === "?") toggleHelp();
  else return inside;
  event.preventDefault();
  return true;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const game = state.frame?.view.game;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || anySheet()) return;
  if (
    event.target instanceof HTMLElement &&
    event.target.matches("input:not([type=radio]), textarea, select")
  )
    return;
  if (help(event) || !game) return;
  if (event.key === "Escape") return void (lower() && event.preventDefault());
  if (arrows(event)) return;
  const screen = document.body.dataset.screen;
  if (event.key === "Enter" && screen === "table" && play.lifted && !onButton(event.target))
    return send(game, event);
  if (!settings.keys || (screen !== "table" && screen !== "summary")) return;
  if (screen === "summary" && event.key === "Enter" && !onButton(event.target)) return void goOn(game);
  if (act(game, event.key.toLowerCase())) event.preventDefault();
}

/** @param {GameView} game @param {KeyboardEvent} event */
function send(game, event) {
  event.preventDefault();
  if (play.lifted) playCard(game, play.lifted);
}

/** A button other than a card takes Enter itself. @param {EventTarget|null} target */
const onButton = (target) =>
  target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;

/** Arrows walk within the hand and within the dock. @param {KeyboardEvent} event */
function arrows(event) {
  const step =
    event.key === "ArrowRight" || event.key === "ArrowDown"
      ? 1
      : event.key === "ArrowLeft" || event.key === "ArrowUp"
        ? -1
        : 0;
  const group = step && event.target instanceof Element ? event.target.closest(".hand, .dock") : null;
  if (!group) return false;
  const buttons = [...group.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
  return true;
}

/** Who goes by keys sees the focus also where there is nothing to press; who types a name does not yet. @param {Event} event */
function note(event) {
  const { dataset } = document.documentElement;
  if (event.type === "pointerdown") delete dataset.keys;
  else if (!(event.target instanceof HTMLInputElement) || /** @type {KeyboardEvent} */ (event).key === "Tab")
    dataset.keys = "";
}

export function listen() {
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, note, { capture: true });
  addEventListener("keydown", pressed);
  one("#skip").addEventListener("click", focusFirst);
}

function focusFirst() {
  const card = document.querySelector(".hand button.slot");
  if (card instanceof HTMLElement) card.focus();
  else one("#screen").focus();
}
