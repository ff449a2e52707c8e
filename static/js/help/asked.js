// What was asked of the server's engine, and what it said. A question asked twice is answered from here.
import { api } from "../api.js";
import { state } from "../state.js";

/** @typedef {{code: string, rule: string}} Why */
/** @typedef {{chain: string[], accepted: number|null, price: Why|null, refused: number, raises: string[]}} Stake */
/**
 * @typedef {object} Rules
 * @property {string} name
 * @property {number} target
 * @property {number} base
 * @property {number} dealt
 * @property {string[]} deck
 * @property {string[][]|null} steps
 * @property {{name: string, stakes: Stake[]}[]} ladders
 */
/** @typedef {{decided: boolean, winner: "us"|"them"|null, played: number, why: Why|null}} Decided */
/** @typedef {{points: number, cards: string[], sum: number[], why: Why}} Counted */
/** @template T @typedef {{state: "known", data: T} | {state: "asking"} | {state: "failed"}} Answer */

/** @type {Map<string, Answer<any>>} */
const answers = new Map();
/** @type {() => void} */
let draw = () => {};

/** @param {() => void} action  draws again when an answer is there @returns {() => void}  ends that */
export function onAnswer(action) {
  draw = action;
  return () => {
    if (draw === action) draw = () => {};
  };
}

/** @param {string} path @param {unknown} [body] @returns {Answer<any>} */
function ask(path, body) {
  const key = body === undefined ? path : `${path} ${JSON.stringify(body)}`;
  const known = answers.get(key);
  if (known) return known;
  answers.set(key, { state: "asking" });
  (body === undefined ? api.get(path) : api.post(path, body))
    .then(
      (data) => answers.set(key, { state: "known", data }),
      () => answers.set(key, { state: "failed" }),
    )
    .then(() => draw());
  return { state: "asking" };
}

/** Asks again what failed. */
export function askAgain() {
  for (const [key, answer] of answers) if (answer.state === "failed") answers.delete(key);
  draw();
}

/** The rule set of one's room, or the first on offer. @returns {Answer<string>} */
function name() {
  const room = state.frame?.view.room.rules.name;
  if (room) return { state: "known", data: room };
  const offered = ask("/rulesets");
  return offered.state === "known" ? { state: "known", data: offered.data.rulesets[0].name } : offered;
}

/** @param {string} path  below the rule set @param {unknown} [body] */
function askRules(path, body) {
  const which = name();
  return which.state === "known" ? ask(`/rules/${encodeURIComponent(which.data)}${path}`, body) : which;
}

/** @returns {Answer<Rules>} */
export const askOrder = () => askRules("");

/** @param {string[]} rounds @param {"us"|"them"} mano @returns {Answer<Decided>} */
export const askRounds = (rounds, mano) => askRules("/rounds", { rounds, mano });

/** @param {string[]} cards @returns {Answer<Counted>} */
export const askTanto = (cards) => askRules("/tanto", { cards });
