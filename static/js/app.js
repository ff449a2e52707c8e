// Chooses the screen from what is known, and draws it.
import { h, one, put, show } from "./dom.js";
import { RoomFeed } from "./feed.js";
import { keepFocus } from "./focus.js";
import { helpScreen } from "./howto.js";
import { languageTag, t } from "./i18n/index.js";
import { netLine, netSheet } from "./net.js";
import { checkRelease, sayRelease } from "./release.js";
import { endScreen } from "./screens/end.js";
import { fetchShare } from "./screens/fetch-share.js";
import { landingScreen } from "./screens/landing.js";
import { lobbyScreen } from "./screens/lobby.js";
import { roomName, roomScreen } from "./screens/room.js";
import { summaryScreen } from "./screens/summary.js";
import { tableScreen } from "./screens/table.js";
import { hear, sign, wanted } from "./senses.js";
import { drawSheets } from "./sheet.js";
import { changed, secondsLeft, state } from "./state.js";
import { closeStaleAsks } from "./table/asks.js";
import { bringVote, turnSeconds } from "./table/dock.js";
import { holding, nextMoment } from "./table/moments.js";
import { moving, setOff } from "./table/motion.js";
import { toast } from "./toast.js";
import { say } from "./voice.js";

/** @typedef {"loading"|"landing"|"lobby"|"room"|"table"|"summary"|"end"|"share"|"help"} Screen */

const TICK_MS = 250;
const WARN_AT = [5, 3];

/** @returns {Screen} */
function choose() {
  const view = state.frame?.view;
  if (state.route.name === "share") return "share";
  if (state.route.name === "help") return "help";
  if (!state.ready) return "wait" in document.documentElement.dataset ? "loading" : "landing";
  if (!state.guest) return "landing";
  if (state.route.name !== "room") return "lobby";
  if (!view) return "loading";
  const game = view.game;
  if (!game) return "room";
  if (holding()) return "table";
  if (game.over) return game.over.why === "won" && state.leftEnd !== game.id ? "end" : "room";
  return game.result ? "summary" : "table";
}

/** The screen of a shared game, fetched when a link leads to one. @type {typeof import("./screens/share.js")|null} */
let shared = null;
let fetching = false;

async function fetchShared() {
  if (fetching) return;
  fetching = true;
  shared = await fetchShare();
  fetching = false;
  if (shared) changed();
  else toast(t("problem.network"));
}

/** @param {Screen} screen @returns {import("./dom.js").Child[]} */
function draw(screen) {
  const view = state.frame?.view;
  const game = view?.game;
  if (screen === "share" && state.route.name === "share" && shared)
    return [shared.shareScreen(state.route.code)];
  if (screen === "help") return [helpScreen()];
  if (screen === "landing") return [landingScreen()];
  if (screen === "lobby") return [lobbyScreen()];
  if (screen === "share" && !shared) fetchShared();
  if (!view || screen === "loading" || screen === "share")
    return [h("div", { class: "loading", key: "loading" }, h("p", null, t("looking")))];
  if (screen === "room") return [roomScreen(view.room)];
  if (!game) return [];
  if (screen === "end") return [endScreen(game, view.room)];
  return screen === "summary" ? [tableScreen(game, true), summaryScreen(game)] : [tableScreen(game, false)];
}

/** What is wanted at the table, which goes on behind the help and the lobby too. @param {Screen} screen */
const calling = (screen) =>
  screen === "table" || screen === "help" || screen === "lobby" ? wanted(state.frame?.view.game) : "";

/** @param {Screen} screen */
function title(screen) {
  const call = calling(screen);
  if (call) return t(call === "vote" ? "title.asked" : "title.turn");
  if (screen === "room" || screen === "table" || screen === "summary") return roomName();
  if (screen === "help") return t("help.title");
  return screen === "end"
    ? t("end.title")
    : screen === "lobby"
      ? t("lobby.title")
      : screen === "share"
        ? t("share.title")
        : t("landing.title");
}

/** @type {Screen|null} */
let last = null;

/** When the screen was drawn, and the seconds that it shows. */
let drawn = 0;
let counted = "";

export function render() {
  drawn = performance.now();
  counted = seconds(drawn);
  const screen = choose();
  const root = one("#screen");
  put(document.documentElement, "lang", languageTag());
  put(document.body.dataset, "screen", screen);
  put(document, "title", t("title.page", { page: title(screen) }));
  sign(calling(screen) !== "");
  put(one("#skip"), "textContent", t(screen === "table" ? "skip.cards" : "skip.main"));
  const focused = document.activeElement?.closest("#screen button") ? document.activeElement : null;
  const near = focused ? neighbours(focused) : [];
  show(root, draw(screen));
  if (focused && !focused.isConnected && screen === last) keepFocus(near); // its place is empty now
  show(one("#net"), [netLine()]);
  sayRelease();
  if (state.frame) put(document.body.dataset, "version", String(state.frame.version));
  bringVote(state.frame?.view.game);
  setOff(root);
  if (screen !== last) entered(screen);
  last = screen;
  netSheet();
  drawSheets();
  closeStaleAsks(screen === "table" ? (state.frame?.view.game ?? null) : null);
  follow(screen);
}

/** In a list, what follows an element and what stands before it, the nearest first. @param {Element} element */
function neighbours(element) {
  const all = [...(element.closest(".rooms")?.querySelectorAll("button") ?? [])];
  const own = all.findIndex((one) => one === element);
  return own < 0 ? [] : [...all.slice(own + 1), ...all.slice(0, own).reverse()];
}

/** A new screen starts at its top, with the focus on what it says first. @param {Screen} screen */
function entered(screen) {
  scrollTo(0, 0);
  const first = screen === "summary" || screen === "end" ? document.querySelector("#verdict") : null;
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  else if (last !== null && document.activeElement === document.body)
    one("#screen").focus({ preventScroll: true });
}

const feed = new RoomFeed((rooms, live) => {
  if (live && !(state.listed && state.feedLive)) checkRelease();
  Object.assign(state, { rooms, feedLive: live, listed: state.listed || live });
  changed();
});
let following = false;

/** The list of rooms is followed in the lobby only. @param {Screen} screen */
function follow(screen) {
  const wanted = screen === "lobby";
  if (wanted === following) return;
  following = wanted;
  if (wanted) feed.start();
  else feed.stop();
}

/** Seconds already warned of, by question. */
let warned = "";

/** Every second that the screen counts, in whole ones; a question's clock goes by itself. @param {number} now */
function seconds(now) {
  const view = state.frame?.view;
  if (!view) return last === "lobby" && state.rooms.length ? `${Math.floor(now / 1000)}` : "";
  if (state.status.state !== "open") return `${now}`; // also how long it has been so is shown
  const clocks = view.game?.clocks;
  const chairs = clocks?.chairs.map(({ ms }) => ms) ?? [];
  const left = [...chairs, ...view.room.members.map((one) => one.left_ms)];
  return [clocks && turnSeconds(clocks), ...left.map((ms) => secondsLeft(ms))].join();
}

/** Clocks walk, moments end: draws when a second has passed that is shown, and never while a card flies. */
function tick() {
  warn();
  if (moving()) return;
  const now = performance.now();
  const moment = nextMoment(drawn);
  if (seconds(now) !== counted || (moment !== null && moment <= now)) changed();
}

/** Five and three seconds before a vote closes. */
function warn() {
  const game = state.frame?.view.game;
  if (!game?.question || wanted(game) !== "vote") return;
  const n = secondsLeft(game.clocks.question, game.clocks.stopped);
  const mark = `${game.hand} ${game.question.id} ${n}`;
  if (n > Math.max(...WARN_AT) || game.clocks.stopped || warned === mark) return;
  warned = mark;
  hear(["clock"]);
  if (WARN_AT.includes(n)) say([{ text: t("voice.seconds", { n }), loud: true }]);
}

export function startDrawing() {
  setInterval(tick, TICK_MS);
}
