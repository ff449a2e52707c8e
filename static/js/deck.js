// Composes the forty faces from the symbols of img/deck.svg (original, CC0 1.0). <truco-card code="7o"> draws itself; "back" is the back.
import { show, svg } from "./dom.js";

/** Box of each ace: symbol, x, y, width, height. @type {Record<string, [string, number, number, number, number]>} */
const ACE = {
  o: ["ao", 10, 43, 100, 100],
  c: ["ac", 20, 33, 80, 105.6],
  e: ["ae", 27, 14, 72, 158],
  b: ["ab", 23, 13, 82, 160],
};

/** Size and centres of the pips. Every list is its own image when the card is turned round. @type {Record<number, [number, ...[number, number][]]>} */
const PIPS = {
  2: [62, [66, 54], [54, 132]],
  3: [49, [65, 41], [60, 93], [55, 145]],
  4: [45, [36, 73], [36, 139], [84, 47], [84, 113]],
  5: [38, [32, 62], [32, 135], [60, 93], [88, 51], [88, 124]],
  6: [38, [34, 66], [34, 106], [34, 146], [86, 40], [86, 80], [86, 120]],
  7: [36, [31, 67], [31, 122], [60, 38], [60, 93], [60, 148], [89, 64], [89, 119]],
};

/** Slender pips fill less of their box and grow with the room there is: factors for 2 to 7. @type {Record<string, number[]>} */
const GROW = { e: [1.2, 1.02, 1.15, 1, 1, 1], b: [1.2, 1.06, 1.12, 0.94, 1, 0.97] };

/** Figures stand below the number. @type {Record<number, [number, number, number, number]>} */
const FIGURE_BOX = { 10: [3, 21, 105.6, 163.7], 11: [1, 21, 105.6, 163.7], 12: [3, 21, 105.6, 163.7] };

/** @param {string} id */
const use = (id, x = 0, y = 0, width = 120, height = 186, transform = "") =>
  svg("use", { href: `#k-${id}`, x, y, width, height, transform: transform || null });

/** @param {number} number @param {string} [transform] */
function index(number, transform) {
  const [width, height] = number > 9 ? [15, 26] : [19, 28.5];
  return svg(
    "g",
    { transform },
    [...String(number)].map((digit, i) => use(`d${digit}`, 13 + i * (width - 1.5), 13.5, width, height)),
  );
}

/** @param {number} number @param {string} suit */
function picture(number, suit) {
  if (number === 1) return [use(...ACE[suit])];
  if (number < 8) {
    const [box, ...centres] = PIPS[number];
    const size = box * (GROW[suit]?.[number - 2] ?? 1);
    return centres.map(([x, y]) => use(`p${suit}`, x - size / 2, y - size / 2, size, size));
  }
  const handle = suit === "b" ? "translate(2 3) rotate(63 89 33)" : ""; // in the hand
  return [use(`f${number}`, ...FIGURE_BOX[number]), use(`p${suit}`, 68, 12, 42, 42, handle)];
}

/** @param {string} code */
function face(code) {
  const number = parseInt(code, 10);
  const suit = code.slice(-1);
  const foot = index(number, "rotate(180 60 93)");
  return sheet(`suit-${suit}`, [use(`m${suit}`), picture(number, suit), index(number), foot]);
}

/** @param {string} kind @param {import("./dom.js").Child[]} parts */
const sheet = (kind, parts) =>
  svg("svg", { viewBox: "0 0 120 186", class: `card ${kind}`, "aria-hidden": "true" }, parts);

class TrucoCard extends HTMLElement {
  static observedAttributes = ["code"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const code = this.getAttribute("code");
    show(this, [code && code !== "back" ? face(code) : sheet("card-back", [use("back")])]);
  }
}
customElements.define("truco-card", TrucoCard);

/** Puts the symbols in the page once. The browser parses the file itself (no markup from a string). @returns {Promise<void>} */
export function loadDeck(url = new URL("../img/deck.svg", import.meta.url)) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onerror = () => reject(new Error("the deck did not load"));
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (!root) return reject(new Error("the deck is not a picture"));
      const symbols = document.importNode(root, true);
      symbols.setAttribute("class", "deck-sheet");
      symbols.setAttribute("aria-hidden", "true");
      document.body.append(symbols);
      resolve();
    };
    request.send();
  });
}
