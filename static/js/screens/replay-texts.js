// The sentences about a game that is over.
import { later } from "../i18n/later.js";

const { learn, t, tn } = later({
  es: () => import("../i18n/replay/es.js"),
  en: () => import("../i18n/replay/en.js"),
  pt: () => import("../i18n/replay/pt.js"),
});

export { learn as learnReplayTexts, t as tr, tn as trn };
