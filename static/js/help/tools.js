// The states of the tools: what is marked, what is drawn, what was answered. No rule of the game is known here.

/** @typedef {"us"|"parda"|"them"} Mark */
/** @typedef {{marks: (Mark|null)[], mano: "us"|"them"}} Rounds */
/** @typedef {{cards: string[], given: number|null, streak: number, counted: boolean, wrong: boolean}} Trainer */

export const ROUNDS = 3;

/** @returns {Rounds} */
export const noMarks = () => ({ marks: Array(ROUNDS).fill(null), mano: "us" });

/** @param {Rounds} rounds @param {number} at @param {Mark} mark @returns {Rounds} */
export const marked = (rounds, at, mark) => ({
  ...rounds,
  marks: rounds.marks.map((old, i) => (i === at ? mark : old)),
});

/** The rounds that can be judged: those up to the first that is not marked. @param {Rounds} rounds @returns {Mark[]} */
export function played({ marks }) {
  const end = marks.indexOf(null);
  return /** @type {Mark[]} */ (end < 0 ? marks : marks.slice(0, end));
}

/** Three pardas ask whose the mano is. @param {Rounds} rounds */
export const asksMano = ({ marks }) => marks.every((mark) => mark === "parda");

/** Some cards of the deck, none twice. @param {string[]} deck @param {number} many @param {() => number} random  0 to 1 */
export function some(deck, many, random) {
  const left = [...deck];
  return Array.from({ length: many }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}

/** @param {string[]} cards @param {number} [streak] @returns {Trainer} */
export const question = (cards, streak = 0) => ({ cards, given: null, streak, counted: false, wrong: false });

/** The player's answer, as it was written; null when it is no number. @param {string} text */
export function numberIn(text) {
  const written = text.trim();
  return /^\d{1,2}$/.test(written) ? Number(written) : null;
}

/** The answer was looked at: it goes on, or the row of right ones is over. @param {Trainer} trainer @param {number} points @returns {Trainer} */
export function judged(trainer, points) {
  if (trainer.given === null || trainer.counted) return trainer;
  return { ...trainer, counted: true, streak: trainer.given === points ? trainer.streak + 1 : 0 };
}

/** Marks a card or takes the mark away; one more than `most` takes the place of the oldest. @param {string[]} cards @param {string} card @param {number} most */
export const toggled = (cards, card, most) =>
  cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card].slice(-most);

/**
 * How the cards of one step are called: one by its name, all of a number, some of a number.
 * @param {string[]} step @param {string[]} deck
 * @returns {{kind: "card", card: string} | {kind: "all"|"part", number: number} | {kind: "list", cards: string[]}}
 */
export function stepName(step, deck) {
  const numbers = new Set(step.map((card) => parseInt(card, 10)));
  if (step.length === 1) return { kind: "card", card: step[0] };
  if (numbers.size > 1) return { kind: "list", cards: step };
  const [number] = numbers;
  const all = deck.filter((card) => parseInt(card, 10) === number).length === step.length;
  return { kind: all ? "all" : "part", number };
}
