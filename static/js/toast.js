// A short note at the lower edge, gone after four seconds; it is said as well.
import { h, one } from "./dom.js";
import { say } from "./voice.js";

const STAYS_MS = 4000;
let timer = 0;

/** @param {string} text */
export function toast(text) {
  one("#toast").replaceChildren(h("p", { class: "toast" }, text));
  say([{ text, loud: true }]);
  clearTimeout(timer);
  timer = setTimeout(() => one("#toast").replaceChildren(), STAYS_MS);
}
