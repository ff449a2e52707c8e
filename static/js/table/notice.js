// A chair waits: whose, how long, what happens. An idle player has no notice, only a line in the dock.
import { h, svg } from "../dom.js";
import { t, tn } from "../i18n/index.js";
import { secondsLeft, state } from "../state.js";
import { nameOf } from "../who.js";

/** @typedef {import("../types.js").GameView} GameView */

const MINUTE = 60;
const ROUND = 2 * Math.PI * 34;

/** A ring that empties. @param {number} seconds */
function ring(seconds) {
  const part = Math.min(1, seconds / MINUTE);
  return h(
    "span",
    { class: "count", role: "timer", "aria-label": t("wait.seconds", { n: seconds }) },
    svg(
      "svg",
      { viewBox: "0 0 74 74", "aria-hidden": "true" },
      svg("circle", { class: "ring-rest", cx: 37, cy: 37, r: 34 }),
      svg("circle", {
        class: "ring",
        cx: 37,
        cy: 37,
        r: 34,
        "stroke-dasharray": `${(part * ROUND).toFixed(1)} ${ROUND.toFixed(1)}`,
      }),
    ),
    h("b", { "aria-hidden": "true" }, seconds),
  );
}

/** @param {GameView} game */
export function notice(game) {
  const empty = game.clocks.chairs.filter((chair) => !chair.idle && chair.seat !== game.seat);
  if (!empty.length) return null;
  const rows = empty.map(({ seat, ms }) => ({
    name: nameOf(game, seat),
    seconds: secondsLeft(ms, game.clocks.stopped),
  }));
  const lines = [
    tn("wait.line", rows.length),
    game.question && t("wait.vote"),
    (state.stoppedAt !== null || game.clocks.stopped) && t("wait.moving"),
  ];
  return h(
    "div",
    { class: "waiting", key: "waiting", role: "group", "aria-label": t("wait.count", { n: rows.length }) },
    h(
      "div",
      { class: "waiting-rows" },
      rows.map(({ name, seconds }) =>
        h("div", { class: "waiting-row" }, ring(seconds), h("h2", null, t("wait.title", { name }))),
      ),
    ),
    ...lines.map((line) => line && h("p", null, line)),
  );
}
