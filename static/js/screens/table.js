// The table: bar or rails, cloth, hand, dock.
import { h, icon } from "../dom.js";
import { helpButton } from "../howto.js";
import { t } from "../i18n/index.js";
import { openMenu } from "../menu.js";
import { changed } from "../state.js";
import { dock } from "../table/dock.js";
import { felt } from "../table/felt.js";
import { hand } from "../table/hand.js";
import { logList } from "../table/log.js";
import { withShownScore } from "../table/moments.js";
import { notice } from "../table/notice.js";
import { ladder, pads, tallies } from "../table/score.js";
import { menuButton } from "./parts.js";

/** @typedef {import("../types.js").GameView} GameView */

/** @param {GameView} game */
const scoreRail = (game) =>
  h(
    "aside",
    { class: "rail score", "aria-label": t("score.points"), key: "rail" },
    h("div", { class: "brand" }, h("span", { class: "logo", "aria-hidden": "true" }), t("brand")),
    pads(game),
    ladder(game),
    h(
      "div",
      { class: "foot" },
      helpButton("button quiet row"),
      h(
        "button",
        { class: "button quiet row", type: "button", "data-do": "menu", onclick: openMenu },
        icon("menu"),
        t("menu"),
      ),
    ),
  );

const saidRail = () =>
  h(
    "aside",
    { class: "rail said", "aria-label": t("table.said"), key: "said-rail" },
    h("h2", null, t("table.said")),
    logList(),
  );

/** A desktop has rails at both sides in the place of the bar; what is not shown is not made. */
const wide = matchMedia("(min-width: 72em) and (min-height: 41em)");
wide.addEventListener("change", changed);

/** @param {GameView} game @param {boolean} covered  the summary lies over it */
export function tableScreen(game, covered) {
  const now = performance.now();
  return h(
    "div",
    { class: "table-page", key: "table", inert: covered },
    !wide.matches &&
      h("header", { class: "bar", key: "bar" }, menuButton(), tallies(withShownScore(game, now))),
    h("h1", { class: "hidden-text" }, t("table.title")),
    felt(game, notice(game), now),
    hand(game),
    dock(game, now),
    wide.matches && [scoreRail(withShownScore(game, now)), saidRail()],
  );
}
