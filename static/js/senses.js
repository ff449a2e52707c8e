// What is heard and felt of a frame: a sound for what happened, a short shake when one is wanted, the tab's icon.
import { one } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./sound.js").Sound} Sound */

const SHAKE_MS = 40;

/** The maker of sounds, fetched when they are wanted. @type {Promise<typeof import("./sound.js")>|null} */
let maker = null;

/** @returns {Promise<typeof import("./sound.js")>} */
const sounds = () => (maker ??= import("./sound.js"));

if (settings.sound) sounds().catch(() => {});

/** Lets these be heard, if sounds are wanted. @param {Iterable<Sound>} wanted */
export function hear(wanted) {
  if (settings.sound)
    sounds().then(
      ({ sound }) => sound(wanted),
      () => (maker = null), // away from the network: silent, and tried again
    );
}

/** They were just switched on, by a tap: a first one says so. */
export function hearing() {
  sounds().then(
    ({ soundOn }) => soundOn(),
    () => (maker = null),
  );
}

/** What is wanted of this player; a question goes on while the table waits for somebody. @param {GameView|null|undefined} game @returns {"vote"|"turn"|""} */
export function wanted(game) {
  if (!game || game.over || game.result) return "";
  if (game.legal.some((legal) => legal.do === "vote")) return "vote";
  return game.turn !== null && game.turn === game.seat && !game.question && !game.paused ? "turn" : "";
}

/** The same with a name of its own each time. @param {GameView|null} game */
function wish(game) {
  const what = wanted(game);
  return game && what && `${what} ${game.hand} ${what === "vote" ? game.question?.id : game.ply}`;
}

/** Pictures of pixels: a browser draws an SVG on the page's own thread whenever the icon changes. */
const PLAIN = "img/icon-48.png";
const CALLING = "img/icon-turn-48.png";

/** Both icons, read once: a browser asks for an icon at every change of its address, even while the server is away. @type {Promise<Record<string, string>>|null} */
let icons = null;

const readIcons = async () => Object.fromEntries(await Promise.all([PLAIN, CALLING].map(readIcon)));

/** @param {string} name @returns {Promise<[string, string]>} */
async function readIcon(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(name);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return [name, `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`];
}

/** The tab's icon says it too when one is wanted. @param {boolean} calling */
export function sign(calling) {
  const link = one("link[rel=icon]");
  const name = calling ? CALLING : PLAIN;
  if ((link.dataset.shows ?? PLAIN) === name) return;
  link.dataset.shows = name;
  icons ??= readIcons();
  icons.then(
    (read) => link.dataset.shows === name && link.setAttribute("href", read[name]),
    () => {
      icons = null; // away from the network: the next change tries again
    },
  );
}

/** The sound of a fact. @param {Fact} fact @param {GameView} game @returns {Sound|null} */
export function soundOf({ fact, word, side }, game) {
  switch (fact) {
    case "dealt":
      return "shuffle";
    case "card_played":
      return "card";
    case "called":
      return "call";
    case "answered":
      return word === "quiero" || word === "no-quiero" ? "answer" : "call";
    case "game_won":
      return game.side === null || side === game.side ? "won" : "lost";
    default:
      return null;
  }
}

/** @param {Fact[]} facts @param {GameView} game @param {GameView|null} before */
export function sense(facts, game, before) {
  const heard = new Set(facts.map((fact) => soundOf(fact, game)).filter((one) => one !== null));
  const asks = wish(game);
  if (asks && asks !== wish(before)) {
    if (!heard.has("call")) heard.add("turn");
    if (settings.vibrate) navigator.vibrate?.(SHAKE_MS);
  }
  hear(heard);
}
