// What this browser remembers of its player's taste. Nothing here is secret: the guest's token lives in a cookie that scripts cannot read.

/** @typedef {"es"|"en"|"pt"} Language */
/**
 * @typedef {object} Settings
 * @property {Language} language
 * @property {"system"|"light"|"dark"} theme
 * @property {boolean} keys  keyboard shortcuts
 * @property {boolean} oneTap  a card is played with one tap
 * @property {boolean} sound  off until it is wanted
 * @property {boolean} vibrate  the device shakes when one is wanted
 */

const STORE = "truco.settings";

/** @type {Language[]} */
const LANGUAGES = ["es", "en", "pt"];

/** The first of the reader's languages that the page speaks. @returns {Language} */
function spoken() {
  const wanted = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.flatMap((tag) => LANGUAGES.find((known) => known === tag) ?? [])[0] ?? "es";
}

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {}; // storage is off, or somebody wrote nonsense there
  }
}

/** @type {Settings} */
export const settings = {
  language: spoken(),
  theme: "system",
  keys: true,
  oneTap: false,
  sound: false,
  vibrate: true,
  ...stored(),
};

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // storage is off: the choice lasts as long as the page
  }
  applyTheme();
}

/** The style sheet follows the system by itself; a choice is written on the document. */
export function applyTheme() {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** True when nothing on the page may move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
