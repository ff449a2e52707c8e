// From a wish of the player to the server's answer and the next screen: coming in, opening, joining and leaving rooms.
import { api, Problem } from "./api.js";
import { isKey, t } from "./i18n/index.js";
import { nonceFor } from "./promises.js";
import { parseRoute } from "./router.js";
import { askName } from "./screens/lobby-sheets.js";
import { enterSession, leaveSession, lineBack, onLost } from "./session.js";
import { anySheet, ask, closeSheets } from "./sheet.js";
import { changed, go, hasStepBack, state, stay } from "./state.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Listing} Listing */
/** @typedef {{name: string, public: boolean, records: "open"|"closed"}} Options */

const RULES = "barajamos";
const RETRY_MS = 3000;
/** Problems that a sheet explains, since they end the way one was on. */
const ROOM_PROBLEMS = new Set([
  "no_room",
  "not_found",
  "room_full",
  "wrong_code",
  "elsewhere",
  "name_taken",
  "game_on",
]);

/** What the server says of a code that opens nothing, or is none. */
export const WRONG_CODES = new Set(["wrong_code", "bad_request"]);

/** Codes of what is gone, which are told alike. */
const GONE = new Set(["not_found", "room_closed"]);

/** The sentence for a problem. @param {unknown} error */
export function sentenceOf(error) {
  if (!(error instanceof Problem)) throw error;
  const code = GONE.has(error.code) ? "no_room" : error.code;
  for (const key of [`problem.${code}`, `refusal.${code}`]) if (isKey(key)) return t(key, error.params);
  return t(
    error.status === 429
      ? "problem.throttled"
      : error.status === 503
        ? "problem.unavailable"
        : "problem.other",
  );
}

/**
 * One request at a time; what goes wrong is said.
 * @template T
 * @param {string} name  what is under way
 * @param {() => Promise<T>} action
 * @param {() => void} [again]  the same once more, when another name would do
 * @returns {Promise<T|null>}
 */
async function attempt(name, action, again) {
  if (state.busy) return null;
  state.busy = name;
  changed();
  try {
    return await action();
  } catch (error) {
    await failed(error, again);
    return null;
  } finally {
    state.busy = "";
    changed();
  }
}

/** @param {unknown} error @param {() => void} [again] */
async function failed(error, again) {
  const sentence = sentenceOf(error);
  const code = error instanceof Problem ? error.code : "";
  if (code === "no_guest") {
    forgetGuest();
    return changed();
  }
  if (!ROOM_PROBLEMS.has(code) || state.room) return toast(sentence);
  ask("problem", sentence, [], [{ ...(await wayOut(code, again)), kind: "truco" }]);
}

/** What one may do about a problem with a room. @param {string} code @param {() => void} [again] */
async function wayOut(code, again) {
  if (code === "name_taken" && again) return { label: t("problem.change_name"), act: () => askName(again) };
  const mine = code === "elsewhere" ? await myRoom().catch(() => null) : null;
  return mine
    ? { label: t("problem.my_room"), act: () => show(mine) }
    : { label: t("problem.others"), act: toLobby };
}

/** @returns {Promise<string|null>} */
const myRoom = async () => (await api.get("/guests/me/room")).room;

/** The mark that the server leaves with a guest's token, which no script can read: without it there is nobody to ask for. */
const isKnown = () => document.cookie.includes("truco_known=1");

/** The token is worth nothing. */
function forgetGuest() {
  document.cookie = "truco_known=; path=/; max-age=0; samesite=lax";
  state.guest = null;
}

/** The first questions of a page: who am I, and where? Asked again until the server answers. */
export async function start() {
  state.route = parseRoute(location.hash);
  try {
    if (isKnown()) await findMyself();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status !== 401) return void waitAndStart(sentenceOf(error));
    forgetGuest();
  }
  state.ready = true;
  changed();
  const field = document.querySelector("#name");
  if (!state.guest && "entered" in document.documentElement.dataset && field instanceof HTMLInputElement)
    await comeIn(field.value); // they did not wait for this script
}

async function findMyself() {
  state.guest = await api.get("/guests/me");
  const room = await myRoom();
  if (room && state.route.name === "help")
    enterSession(room); // the table goes on behind it
  else if (room && state.route.name !== "share") show(room);
  else await follow();
}

/** @param {string} sentence */
function waitAndStart(sentence) {
  toast(sentence);
  setTimeout(start, RETRY_MS * (0.5 + Math.random()));
}

/** The address changed, by a link, a button of the browser, or ourselves. */
export async function routed() {
  if (anySheet()) {
    closeSheets(); // a step back leads out of a sheet, not away from what lies under it
    stay();
    return;
  }
  state.route = parseRoute(location.hash);
  changed();
  if (state.guest) await follow();
}

/** Goes where the address says. */
async function follow() {
  const route = state.route;
  if (route.name === "home") return toLobby();
  if (route.name === "invite") return joinByCode(route.code);
  if (route.name === "room" && route.id !== state.room) return join(route.id);
}

/** @param {string} room */
function show(room) {
  closeSheets();
  const inside = state.route.name === "room" && hasStepBack();
  if (!inside && state.route.name !== "lobby") go({ name: "lobby" }, { replace: true }); // one step back leads there
  go({ name: "room", id: room }, { replace: inside });
  enterSession(room);
}

export function toLobby() {
  go({ name: "lobby" }, { replace: state.route.name === "home" || state.route.name === "invite" });
}

/** Back to the room one has a place in. */
export function toRoom() {
  if (state.room) show(state.room);
}

/** @param {string} name */
export async function comeIn(name) {
  state.nameProblem = "";
  const sent = name.trim();
  if (!sent) return sayName(t("problem.name_empty"));
  if (state.busy) return;
  state.busy = "name";
  changed();
  try {
    state.guest = await api.post("/guests", { name: sent });
  } catch (error) {
    sayName(sentenceOf(error));
  }
  state.busy = "";
  changed();
  if (state.guest) await follow();
}

/** @param {string} sentence */
function sayName(sentence) {
  state.nameProblem = sentence;
  changed();
}

/** @param {string} name @returns {Promise<string|null>}  the sentence to show when it cannot be */
export async function rename(name) {
  try {
    state.guest = { ...(await api.patch("/guests/me", { name: name.trim() })) };
    changed();
    return null;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** @param {Listing|null} room */
async function arrived(room) {
  if (!room) return;
  show(room.id);
  const me = state.guest?.id;
  const free = room.chairs.indexOf(null);
  if (!room.playing && free >= 0 && !room.chairs.some((chair) => chair?.id === me)) {
    await api.put(`/rooms/${room.id}/chair`, { seat: free }).catch(() => null); // somebody was faster: the room shows what is free
  }
}

export async function quick() {
  const room = await attempt("quick", () => api.post("/rooms/quick"));
  state.placed = room?.id ?? null;
  await arrived(room);
}

/** @param {Options} options */
export const openRoom = async (options) =>
  arrived(await attempt("open", () => api.post("/rooms", { ...options, rules: RULES })));

/** @param {string} id */
export async function join(id) {
  const room = await attempt(
    "join",
    () => api.post(`/rooms/${encodeURIComponent(id)}/join`, {}),
    () => join(id),
  );
  if (room) await arrived(room);
  else if (state.route.name === "room") toLobby();
}

/** The code in what somebody pasted: a link or the code itself. @param {string} text */
export function codeIn(text) {
  const [, linked] = text.match(/\/i\/([\w-]+)/) ?? [];
  return (linked ?? text).trim().toUpperCase();
}

/** @param {string} code */
export async function joinByCode(code) {
  const room = await attempt(
    "join",
    () => api.post("/rooms/join", { code: codeIn(code) }),
    () => joinByCode(code),
  );
  if (room) await arrived(room);
  else if (state.route.name === "invite") toLobby();
}

/** A code typed by hand: what is wrong with it is returned, so that it can be mended where it stands. @param {string} code @returns {Promise<string|null>} */
export async function enterCode(code) {
  try {
    await arrived(await api.post("/rooms/join", { code: codeIn(code) }));
  } catch (error) {
    if (error instanceof Problem && WRONG_CODES.has(error.code)) return t("problem.wrong_code");
    closeSheets();
    await failed(error, () => joinByCode(code));
  }
  return null;
}

/** Changes of the room, one after another: on a slow line the second waits for the first. @type {Promise<unknown>} */
let line = Promise.resolve();

/** A change of the room one is in, which waits for the line; the frame that follows shows it. @param {string} name @param {(path: string) => Promise<unknown>} action */
async function change(name, action) {
  const room = state.room;
  if (!room || state.held) return;
  if (!state.online) state.held = name;
  changed();
  const go = async () => {
    await lineBack();
    state.held = "";
    if (state.room === room) await attempt(name, () => action(`/rooms/${encodeURIComponent(room)}`));
  };
  line = line.then(go, go);
  await line;
}

/** @param {number|null} seat */
export function sit(seat) {
  if (seat === null) state.stoodAt = performance.now();
  return change("chair", (room) => api.put(`${room}/chair`, { seat }));
}
/** @param {boolean} ready */
export const setReady = (ready) =>
  change("ready", (room) =>
    api.put(
      `${room}/ready`,
      ready ? { ready, nonce: nonceFor(state.frame?.view.room.promised ?? null) } : { ready },
    ),
  );
/** @param {Partial<Options>} options */
export const setOptions = (options) => change("options", (room) => api.patch(room, options));
/** Of this member only: another may have sat down there by the time it goes out. @param {number} seat @param {string} member */
export const freeChair = (seat, member) =>
  change("free", (room) => api.delete(`${room}/chairs/${seat}?member=${encodeURIComponent(member)}`));

export async function closeRoom() {
  await change("close", (room) => api.delete(room));
}

/** Out of the room; in a game this cancels it, and the question before it said so. */
export async function leaveRoom() {
  const room = state.room;
  if (!room) return;
  if (!state.held) await line.catch(() => null);
  const done = await attempt("leave", async () => {
    await api.post(`/rooms/${encodeURIComponent(room)}/leave`);
    return true;
  });
  if (!done) return;
  leaveSession();
  closeSheets();
  toLobby();
}

/** Leaves the end's screen for the room. */
export function toWaitingRoom() {
  state.leftEnd = state.frame?.view.game?.id ?? null;
  changed();
}

onLost((why) => {
  if (state.busy === "leave") return; // it is we who go: the answer to the request brings us out
  leaveSession();
  closeSheets();
  if (why === "token") {
    forgetGuest();
    toast(t("net.token"));
  } else toast(t("room.closed"));
  toLobby();
});
