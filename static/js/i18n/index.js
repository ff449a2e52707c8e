// The language spoken now, and how a key becomes a sentence.

import { settings } from "../settings.js";
import { es } from "./es.js";

/** @typedef {keyof typeof es} Key */
/** @typedef {Record<Key, string>} Messages */
/** @typedef {Record<string, string|number|null|undefined>} Values */

/** @typedef {import("../settings.js").Language} Language */

/** The sentences at hand: Spanish from the start, others once they are wanted. @type {{es: Messages} & Partial<Record<Language, Messages>>} */
const LANGUAGES = { es };

/** Fetches a language, if it is not here; what is drawn before that is Spanish. @param {Language} language */
export async function learn(language) {
  if (language === "en") LANGUAGES.en ??= (await import("./en.js")).en;
  if (language === "pt") LANGUAGES.pt ??= (await import("./pt.js")).pt;
}

/** The languages one can choose, each by its own name. @type {[Language, string][]} */
export const LANGUAGE_NAMES = [
  ["es", "Español"],
  ["en", "English"],
  ["pt", "Português"],
];

/** The language that a reader of the page is told of: of the place whose words it uses. @type {Record<Language, string>} */
const TAGS = { es: "es-AR", en: "en", pt: "pt-BR" };

/** Of what is drawn now, which is Spanish until another language has come. */
export const languageTag = () => TAGS[settings.language in LANGUAGES ? settings.language : "es"];

/** @param {Key} key @param {Values} [values] */
export const t = (key, values) => fill((LANGUAGES[settings.language] ?? es)[key], values);

/** Puts the values in their places. @param {string} text @param {Values} [values] */
export function fill(text, values) {
  if (!values) return text;
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  return settings.language === "pt" ? filled.replace(/\bde eles\b/g, "deles") : filled; // Portuguese draws these together
}

/** True when the string is a key. @param {string} key @returns {key is Key} */
export const isKey = (key) => key in es;

/** The sentence of a code that came over the wire, or another when this client does not know the code.
 * @param {string} key @param {Key} other @param {Values} [values] */
export const tCode = (key, other, values) => t(isKey(key) ? key : other, values);

/** @typedef {Key extends infer K ? K extends `${infer Stem}.one` ? Stem : never : never} Plural */
/** One or many. @param {Plural} key @param {number} n @param {Values} [values] */
export const tn = (key, n, values) => t(n === 1 ? `${key}.one` : `${key}.many`, { n, ...values });

/** @typedef {Key extends infer K ? K extends `${infer Stem}.us` ? Stem : never : never} Sided */
/** Ours or theirs; by names for one who watches, where there is such a sentence.
 * @param {Sided} key @param {"us"|"them"|"named"} whose @param {Values} [values] */
export const ts = (key, whose, values) => tCode(`${key}.${whose}`, `${key}.them`, values);

/** What makes lists in a language, which is dear to make. @type {Map<string, Intl.ListFormat>} */
const listers = new Map();

/** "Ana, Caro y Beto". @param {string[]} items */
export function list(items) {
  const tag = languageTag();
  const lister = listers.get(tag) ?? new Intl.ListFormat(tag, { type: "conjunction" });
  listers.set(tag, lister);
  return lister.format(items);
}

/** "rey de copas". @param {string} code */
export function cardName(code) {
  const number = parseInt(code, 10);
  const figure = `figure.${number}`;
  return t("card.of", {
    figure: isKey(figure) ? t(figure) : number,
    suit: tCode(`suit.${code.slice(-1)}`, "suit.o"),
  });
}

/** "el rey de copas", "la sota de oros". @param {string} code */
export const theCard = (code) =>
  t(parseInt(code, 10) === 10 ? "card.the_f" : "card.the", { card: cardName(code) });

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
