// Sentences that are fetched when they are first wanted, in the language spoken then: the first load does without them.
import { settings } from "../settings.js";
import { fill } from "./index.js";

/** @typedef {import("../settings.js").Language} Language */

/** Fetches one part of them in a language. @typedef {(language: Language) => Promise<void>} Learn */

/** The parts that are here. @type {Set<Learn>} */
const parts = new Set();

/** Fetches all parts that are here in another language as well. @type {Learn} */
export const learnParts = async (language) =>
  void (await Promise.all([...parts].map((learn) => learn(language))));

/**
 * @template {Record<string, string>} T
 * @param {Record<Language, () => Promise<{texts: T}>>} files
 */
export function later(files) {
  /** @type {Partial<Record<Language, T>>} */
  const known = {};
  /** In the language chosen last, or another that is here. @returns {Partial<T>} */
  const spoken = () => known[settings.language] ?? Object.values(known)[0] ?? {};
  /** @param {keyof T} key @param {import("./index.js").Values} [values] */
  const t = (key, values) => fill(spoken()[key] ?? "", values);
  /** @type {Learn} */
  const learn = async (language) => {
    known[language] ??= (await files[language]()).texts;
    parts.add(learn);
  };
  return {
    /** Fetches the sentences, if they are not here. */
    learn: () => learn(settings.language),
    /** All keys, in their order. */
    keys: () => Object.keys(spoken()),
    t,
    /** The sentence of a code that came over the wire, "" when this page does not know it. @param {string} key @param {import("./index.js").Values} [values] */
    tCode: (key, values) => t(key, values),
    /** One or many. @param {keyof T extends infer K ? K extends `${infer Stem}.one` ? Stem : never : never} key @param {number} n */
    tn: (key, n) => t(n === 1 ? `${key}.one` : `${key}.many`, { n }),
  };
}
