// The section's sentences in the language spoken now.
import { fill } from "../i18n/index.js";
import { settings } from "../settings.js";

/** @typedef {typeof import("../i18n/help/es.js").texts} Texts */
/** @typedef {keyof Texts} HelpKey */

/** @type {Record<string, () => Promise<{texts: Texts}>>} */
const FILES = {
  es: () => import("../i18n/help/es.js"),
  en: () => import("../i18n/help/en.js"),
  pt: () => import("../i18n/help/pt.js"),
};

/** @type {Record<string, Texts>} */
const known = {};

/** @returns {string} */
const wanted = () => (settings.language in FILES ? settings.language : "es");

/** Fetches the texts, if they are not here. @returns {Promise<void>} */
export async function learnTexts() {
  const language = wanted();
  known[language] ??= (await FILES[language]()).texts;
}

/** True when the language chosen last is here. */
export const textsKnown = () => wanted() in known;

/** @returns {Partial<Texts>} */
const spoken = () => known[wanted()] ?? Object.values(known)[0] ?? {};

/** @param {HelpKey} key @param {Record<string, string|number|null|undefined>} [values] */
export const th = (key, values = {}) => fill(spoken()[key] ?? "", values);

/** The sentence of a code that came over the wire, "" when this client does not know it. @param {string} key @param {Record<string, string|number|null|undefined>} [values] */
export const thCode = (key, values) => th(/** @type {HelpKey} */ (key), values);

/** @typedef {HelpKey extends infer K ? K extends `${infer Stem}.one` ? Stem : never : never} HelpPlural */
/** @param {HelpPlural} key @param {number} n */
export const thn = (key, n) => th(n === 1 ? `${key}.one` : `${key}.many`, { n });

/** The numbers of all rules, in their order. */
export const ruleNumbers = () =>
  Object.keys(spoken()).flatMap((key) => (key.startsWith("rule.B") ? [key.slice("rule.".length)] : []));
