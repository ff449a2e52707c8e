// The room one is in: its connection, and what each frame sets in motion.
import { Connection } from "./connection.js";
import { t, tCode } from "./i18n/index.js";
import { narrate, narrateRoom } from "./narrate.js";
import { checkRelease } from "./release.js";
import { sense } from "./senses.js";
import { changed, state } from "./state.js";
import { keepFacts, leaveLog, takeLog } from "./table/log.js";
import { forgetMoments, takeFacts } from "./table/moments.js";
import { finishMotion, remember } from "./table/motion.js";
import { forgetPlay, offer, sendWith, settled } from "./table/play.js";
import { toast } from "./toast.js";
import { say } from "./voice.js";
import { nameOf } from "./who.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./connection.js").Status} Status */

/** @type {Connection|null} */
let connection = null;

/** What the flows do when the room is no longer ours. @type {(why: "gone"|"token") => void} */
let lost = () => {};

/** @param {(why: "gone"|"token") => void} action */
export function onLost(action) {
  lost = action;
}

/** @param {string} room */
function address(room) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/v1/rooms/${encodeURIComponent(room)}/socket`;
}

/** Opens the room; nothing happens when it is open. @param {string} room */
export function enterSession(room) {
  if (connection && state.room === room && !connection.stopped) return;
  leaveSession();
  state.room = room;
  connection = new Connection(address(room), { frame, acked: settled, refused, status, error });
  connection.version = takeLog(room);
  connection.connect();
}

/** Takes a room back that another tab took. */
export function takeBack() {
  connection?.connect();
}

export function leaveSession() {
  connection?.stop();
  connection = null;
  forgetPlay();
  forgetMoments();
  Object.assign(state, {
    room: null,
    frame: null,
    arriving: new Set(),
    online: false,
    held: "",
    leftEnd: null,
    stoppedAt: null,
  });
  lineIsBack();
}

sendWith((wish) => connection?.send(wish) ?? "");

/** @param {Frame} next @param {boolean} first */
function frame(next, first) {
  const before = state.frame;
  const game = next.view.game;
  finishMotion();
  if (!first) remember(next.facts);
  state.frame = next;
  state.arriving = arriving(next);
  state.receivedAt = performance.now();
  state.stoppedAt = null;
  if (game) takeGame(next, game, first ? undefined : (before?.view.game ?? null));
  else forgetMoments();
  if (!first) say(sentences(next, before));
  if (!first && freed(next)) toast(t("room.freed"));
  changed();
}

/** Who joined a moment ago and has not been seen since. @param {Frame} next */
function arriving({ facts, view }) {
  const joined = facts.flatMap((fact) => (fact.fact === "member_joined" && fact.member ? [fact.member] : []));
  const absent = new Set(view.room.members.flatMap((member) => (member.connected ? [] : [member.id])));
  return new Set([...state.arriving, ...joined].filter((id) => absent.has(id)));
}

/**
 * @param {Frame} next @param {GameView} game
 * @param {GameView|null} [before]  as it stood before; not given when the facts are those missed while away
 */
function takeGame(next, game, before) {
  keepFacts(next.facts, game);
  if (before === undefined) forgetMoments();
  else {
    takeFacts(next.facts, game, performance.now(), before);
    sense(next.facts, game, before);
  }
  offer(game);
}

const OWN_WISH_MS = 10000;

/** True when the host has taken one's chair; who stood up by oneself knows it. @param {Frame} next */
const freed = ({ facts, view }) =>
  performance.now() - state.stoodAt > OWN_WISH_MS &&
  facts.some((fact) => fact.fact === "stood" && fact.member === view.room.you) &&
  !facts.some((fact) => fact.fact === "seated" || fact.fact === "game_ended");

/** What the facts say aloud, and whose turn it is now. @param {Frame} next @param {Frame|null} before */
function sentences(next, before) {
  const { room, game } = next.view;
  const said = [
    ...narrateRoom(next.facts, room, before?.view.room, game),
    ...(game ? narrate(next.facts, game).said : []),
  ];
  const old = before?.view.game;
  if (!game || game.over || game.turn === null || game.question || game.paused) return said;
  if (old && old.turn === game.turn && old.hand === game.hand && !old.question && old.ply === game.ply)
    return said;
  said.push(
    game.turn === game.seat
      ? { text: t("voice.your_turn"), loud: true }
      : { text: t("voice.turn", { name: nameOf(game, game.turn) }) },
  );
  return said;
}

/** @param {string} aid @param {string} code @param {import("./types.js").Params} params */
function refused(aid, code, params) {
  const game = state.frame?.view.game;
  const name = game && game.turn !== null ? nameOf(game, game.turn) : "";
  toast(tCode(`refusal.${code}`, "problem.other", { name, ...params }));
  settled(aid);
}

/** @param {string} code */
function error(code) {
  if (code === "unavailable") toast(t("problem.unavailable"));
  else if (code === "table_error") toast(t("net.stopped"));
}

/** What waits for the line. @type {(() => void)[]} */
let waiting = [];

/** When the room's line is open again, or the room is left. @returns {Promise<void>} */
export const lineBack = () =>
  state.online || !state.frame ? Promise.resolve() : new Promise((go) => waiting.push(go));

function lineIsBack() {
  for (const go of waiting) go();
  waiting = [];
}

/** @param {Status} next */
function status(next) {
  state.status = next;
  state.online = next.state === "open";
  if (state.online) lineIsBack();
  if (state.online) checkRelease();
  if (next.state === "waiting" && next.moving) state.stoppedAt ??= performance.now();
  if (next.state === "closed") forgetPlay();
  if (next.state === "closed" && (next.why === "gone" || next.why === "token")) lost(next.why);
  changed();
}

addEventListener("pagehide", () => state.room && state.frame && leaveLog(state.room, state.frame.version));
for (const wake of ["online", "offline", "pageshow", "focus"])
  addEventListener(wake, () => connection?.probe());
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && connection?.probe(),
);
