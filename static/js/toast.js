// A short note at the lower edge, gone after four seconds; it is said as well.
import { h, make, one } from "./dom.js";
import { say } from "./voice.js";

const STAYS_MS = 4000;
const GAP_PX = 12;
let timer = 0;

/** Pixels at the lower edge that a toast leaves free: one's cards and the buttons. */
function room() {
  const tops = [...document.querySelectorAll(".hand, .dock, .actions")]
    .map((element) => element.getBoundingClientRect().top)
    .filter((top) => top > 0);
  return Math.max(0, innerHeight - Math.min(innerHeight, ...tops));
}

function settle() {
  one("#toast").style.insetBlockEnd = `${room() + GAP_PX}px`;
}

/** @param {string} text */
export function toast(text) {
  one("#toast").replaceChildren(make(h("p", { class: "toast" }, text)));
  requestAnimationFrame(settle); // what it lies over may be drawn anew first
  say([{ text, loud: true }]);
  clearTimeout(timer);
  timer = setTimeout(() => one("#toast").replaceChildren(), STAYS_MS);
}
