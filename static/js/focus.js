// Where the focus goes when what had it is gone: a browser would leave it nowhere.

/** The first of these that is there: what one reads or acts on. A verdict covers the hand. */
const SPOTS = [
  "#verdict",
  "#hand",
  ".actions [data-do='ready']",
  "[data-do='chair']",
  "#rooms-title",
  "#screen",
];

/** @param {Element[]} [near]  where it may go first */
export function keepFocus(near = []) {
  const spot =
    near.find((one) => one.isConnected) ??
    SPOTS.map((selector) => document.querySelector(selector)).find((found) => found !== null);
  if (spot instanceof HTMLElement) spot.focus({ preventScroll: true });
}
