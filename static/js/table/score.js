// The count in matchsticks: groups of five up to the target, a line where the malas end. All numbers come from the view.
import { h, show, svg } from "../dom.js";
import { t } from "../i18n/index.js";
import { still } from "../settings.js";
import { sideNames, sides, sideTitle, tone } from "../who.js";
import { groups } from "./groups.js";

/** @typedef {import("../types.js").GameView} GameView */

const MOST_NEW = 6;
/** Ends of the five matches: left, top, right, bottom, across; the head is at the second end. */
const STICKS = [
  [4, 21, 4, 5],
  [5, 3, 20, 3],
  [21, 4, 21, 20],
  [20, 22, 5, 22],
  [6, 19, 18, 7],
];

/** One group. @param {{filled: number, size: number}} box @param {number} first  how many points stand before it @param {number} known  how many were drawn before */
function drawn({ filled, size }, first, known) {
  const sticks = STICKS.slice(0, size).map(([x1, y1, x2, y2], i) => {
    if (i < filled) return stick({ x1, y1, x2, y2 }, first + i >= known);
    return i < 4 && svg("line", { x1, y1, x2, y2, class: "stick-none" });
  });
  return svg("svg", { viewBox: "0 0 25 25", "aria-hidden": "true" }, sticks);
}

/** A match. @param {Record<string, number>} ends @param {boolean} fresh */
const stick = (ends, fresh) =>
  svg(
    "g",
    { class: fresh ? "fresh" : null },
    svg("line", { ...ends, class: "stick" }),
    svg("circle", { cx: ends.x2, cy: ends.y2, r: 2.9, class: "stick-head" }),
  );

class MatchScore extends HTMLElement {
  static observedAttributes = ["points", "target", "half"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const [points, target, half] = ["points", "target", "half"].map((name) =>
      Number(this.getAttribute(name)),
    );
    const known = this.known ?? points;
    this.known = points;
    let first = 0;
    show(
      this,
      groups(points, target, half || null).map((boxes) =>
        h(
          "span",
          { class: "half" },
          boxes.map((box) => {
            const group = drawn(box, first, known);
            first += box.size;
            return group;
          }),
        ),
      ),
    );
    if (!still()) this.light();
  }

  /** New matches are drawn in, one after another. */
  light() {
    [...this.querySelectorAll(".fresh")].slice(0, MOST_NEW).forEach((match, late) => {
      match.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: late * 90, fill: "backwards" });
    });
  }
}
/** Points drawn so far. @type {number|undefined} */
MatchScore.prototype.known = undefined;
customElements.define("match-score", MatchScore);

/** @param {GameView} game @param {number} side */
const sticks = (game, side) =>
  h("match-score", { points: game.score[side], target: game.target, half: game.half, "aria-hidden": "true" });

/** In which half a score stands, and how far. @param {GameView} game @param {number} points */
function halfOf({ half, target }, points) {
  if (!half) return null;
  const good = points >= half;
  return {
    name: good ? t("score.buenas") : t("score.malas"),
    n: good ? points - half : points,
    of: good ? target - half : half,
  };
}

/** @param {GameView} game @param {number} side */
function output(game, side) {
  const n = game.score[side];
  const half = halfOf(game, n);
  const title = sideTitle(game, side);
  const label = half
    ? t("score.said_half", { side: title, n, m: half.n, half: half.name })
    : t("score.said", { side: title, n });
  return h("output", { "aria-label": label, "aria-live": "off", "data-side": side }, n);
}

/** The two counts of the phone's bar. @param {GameView} game */
export function tallies(game) {
  return h(
    "div",
    { class: "scores", role: "group", "aria-label": t("score.points") },
    sides(game).map((side) => {
      const half = halfOf(game, game.score[side]);
      return h(
        "div",
        { class: `tally ${tone(game, side)}` },
        output(game, side),
        h(
          "span",
          { class: "who", "aria-hidden": "true" },
          sideTitle(game, side),
          half && h("span", null, half.name),
        ),
        sticks(game, side),
      );
    }),
  );
}

/** The paper pad: of the desktop's rail, or wide at the end. @param {GameView} game @param {boolean} [wide] */
export function pads(game, wide = false) {
  return h(
    "div",
    { class: wide ? "pads wide" : "pads" },
    sides(game).map((side) => {
      const half = halfOf(game, game.score[side]);
      const foot = wide
        ? game.side !== null && sideNames(game, side) // who watches reads the names above
        : half && t("score.of_half", { half: half.name, m: half.n, of: half.of });
      return h(
        "div",
        { class: `pad ${tone(game, side)}` },
        h("h2", null, sideTitle(game, side)),
        output(game, side),
        sticks(game, side),
        foot && h("p", null, foot),
      );
    }),
  );
}

/** What the hand is worth, rung by rung. @param {GameView} game */
export function ladder(game) {
  const rungs = [
    { name: t("table.no_truco"), worth: 1, on: game.worth === 1 },
    ...game.truco.ladder.map(({ word, worth }) => ({
      name: t(`plain.${word}`),
      worth,
      on: game.worth === worth,
    })),
  ];
  return h(
    "section",
    { class: "ladder" },
    h("h3", null, t("table.ladder")),
    h(
      "ol",
      null,
      rungs.map(({ name, worth, on }) =>
        h(
          "li",
          { class: on ? "on" : "", "aria-current": on ? "true" : null },
          name,
          " ",
          h("b", null, worth),
        ),
      ),
    ),
  );
}
