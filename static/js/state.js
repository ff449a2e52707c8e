// What the page knows: who is here, where they are, the last frame of their room. Screens read it; the flows and the session write it.

import { routeHash } from "./router.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Guest} Guest */
/** @typedef {import("./types.js").Listing} Listing */

/**
 * @typedef {object} State
 * @property {boolean} ready  the first questions to the server are answered
 * @property {Guest|null} guest
 * @property {import("./router.js").Route} route
 * @property {string|null} room  the room one is a member of
 * @property {Frame|null} frame
 * @property {number} receivedAt  when the frame came, by the page's monotonic clock, in milliseconds
 * @property {number|null} stoppedAt  since when the server is moving the table and clocks stand, null while they run
 * @property {import("./connection.js").Status} status
 * @property {boolean} online  a frame came since the socket opened
 * @property {Listing[]} rooms
 * @property {boolean} feedLive
 * @property {boolean} listed  the list came at least once
 * @property {string} busy  the request under way, "" for none
 * @property {string} held  the change of the room that waits for the line, "" for none
 * @property {string} nameProblem  a sentence under the field of the name
 * @property {number} stoodAt  when one last wished to stand up, by the page's clock
 * @property {string|null} placed  the room that "play now" found
 * @property {Set<string>} arriving  members who joined and whose line is not there yet
 * @property {string|null} leftEnd  the game whose end was read and left for the room
 */

/** @type {State} */
export const state = {
  ready: false,
  guest: null,
  route: { name: "home" },
  room: null,
  frame: null,
  receivedAt: 0,
  stoppedAt: null,
  status: { state: "connecting" },
  online: false,
  rooms: [],
  feedLive: true,
  listed: false,
  busy: "",
  held: "",
  nameProblem: "",
  stoodAt: -Infinity,
  placed: null,
  arriving: new Set(),
  leftEnd: null,
};

/**
 * Goes to another screen, and gives it its address; `replace` leaves no step to go back to.
 * @param {import("./router.js").Route} route
 * @param {{replace?: boolean}} [options]
 */
export function go(route, { replace = false } = {}) {
  state.route = route;
  const hash = routeHash(route);
  if (location.hash !== hash && replace) history.replaceState(history.state, "", hash);
  else if (location.hash !== hash) history.pushState(STEP, "", hash);
  changed();
}

/** Marks an address that one came to from another of this page, also when it is loaded again. */
const STEP = "step";

/** After a step back that was meant for something else: the screen and its address stay. */
export const stay = () => history.pushState(STEP, "", routeHash(state.route));

/** True when one step back leads to another screen of this page. */
export const hasStepBack = () => history.state === STEP;

/** @type {() => void} */
let draw = () => {};
let asked = false;

/** @param {() => void} action */
export function onChange(action) {
  draw = action;
  document.addEventListener("visibilitychange", drawNow);
}

/** Draws what has changed. */
function drawNow() {
  if (!asked) return;
  asked = false;
  draw();
}

/**
 * The screen is drawn again with the browser's next frame, in which it is laid out and painted too; several changes at
 * once cost one drawing. A page that is out of sight has no frames, but a title that tells whose turn it is.
 */
export function changed() {
  if (asked) return;
  asked = true;
  if (document.hidden) queueMicrotask(drawNow);
  else requestAnimationFrame(drawNow);
}
/**
 * Milliseconds that are left of a clock of the last frame, by the page's clock since then.
 * @param {number|null|undefined} ms  as the frame said
 * @param {boolean} [standing]  the clock does not run
 */
export function left(ms, standing = false) {
  if (ms === null || ms === undefined) return 0;
  return Math.max(0, standing ? ms : ms - ((state.stoppedAt ?? performance.now()) - state.receivedAt));
}

/** Whole seconds left, never 0 before the end. @param {number|null|undefined} ms @param {boolean} [standing] */
export const secondsLeft = (ms, standing = false) => Math.ceil(left(ms, standing) / 1000);
