// The section's sentences.
import { later } from "../i18n/later.js";

const { learn, keys, t, tCode, tn } = later({
  es: () => import("../i18n/help/es.js"),
  en: () => import("../i18n/help/en.js"),
  pt: () => import("../i18n/help/pt.js"),
});

export { learn as learnTexts, t as th, tCode as thCode, tn as thn };

/** The numbers of all rules, in their order. */
export const ruleNumbers = () =>
  keys().flatMap((key) => (key.startsWith("rule.B") ? [key.slice("rule.".length)] : []));
