// How a word of the game is written: in a bubble, on a button, as an answer.
import { isKey, t } from "../i18n/index.js";

/** @param {string} key @param {string} word */
const of = (key, word) => {
  const full = `${key}.${word}`;
  return isKey(full) ? t(full) : null;
};

/** As it is said at the table: "¡Envido!". @param {string} word */
export const said = (word) => of("bubble", word) ?? of("word", word) ?? word;

/** As an answer: "¡Quiero retruco!". @param {string} word */
export const answer = (word) => of("vote", word) ?? of("bubble", word) ?? of("word", word) ?? word;

/** On the button of a call. @param {string} word */
export const label = (word) => of("word", word) ?? word;

/** On the button of a vote. @param {string} word */
export const voteLabel = (word) => of("vote", word) ?? of("word", word) ?? word;

/** In a sentence: "truco". @param {string} word */
export const plain = (word) => of("plain", word) ?? word;

/** Words of the envido's family are yellow and lie in row A. @param {string} word */
export const isEnvido = (word) => word.endsWith("envido");

/** @param {string} word */
export const paint = (word) =>
  isEnvido(word) ? "envido" : word === "quiero" || word === "no-quiero" ? "" : "truco";
