// The summary of a hand, over everything: who and why, the cards, the points, who has said "seguir".
import { h } from "../dom.js";
import { list, t, tn } from "../i18n/index.js";
import { state } from "../state.js";
import { nextHand } from "../table/clock.js";
import { notice } from "../table/notice.js";
import { armed, goOn, play } from "../table/play.js";
import { earned, roundsTable, verdict } from "../table/rounds-table.js";
import { tallies } from "../table/score.js";
import { initial, nameOf, seatName, seatOf, tone } from "../who.js";
import { menuButton } from "./parts.js";

/** @typedef {import("../types.js").GameView} GameView */

/** @param {GameView} game */
function others(game) {
  const seats = game.continued.filter((seat) => seat !== game.seat);
  const faces = seats.map((seat) =>
    h(
      "span",
      { class: `face ${tone(game, seatOf(game, seat)?.side ?? 0)}`, "aria-hidden": "true" },
      initial(nameOf(game, seat)),
    ),
  );
  const names = seats.length
    ? tn("summary.already", seats.length, { names: list(seats.map((seat) => seatName(game, seat))) })
    : "";
  const { next, stopped } = game.clocks;
  return h(
    "p",
    { class: "others" },
    faces,
    h("span", null, names, names && next !== null && " · ", next !== null && nextHand(next, stopped)),
  );
}

/** @param {GameView} game */
function goOnButton(game) {
  if (game.seat === null) return null;
  const sent = play.pending?.wish.type === "continue";
  const waits = sent && !state.online;
  const done = game.continued.includes(game.seat) || (sent && !waits);
  return h(
    "button",
    {
      class: `button ${done ? "quiet" : waits ? "yes sent" : "yes"}`,
      type: "button",
      "data-do": "continue",
      key: "go",
      "aria-disabled": sent || done || !armed(`continue ${game.hand}`) ? "true" : null,
      onclick: done ? null : () => goOn(game),
    },
    t(done ? "summary.waiting" : "summary.go_on"),
    waits && h("small", null, t("state.when_back")),
  );
}

/** @param {GameView} game */
export function summaryScreen(game) {
  const kicker =
    game.dealer === game.seat
      ? t("summary.kicker_you", { n: game.hand })
      : t("summary.kicker", { n: game.hand, name: nameOf(game, game.dealer) });
  return h(
    "section",
    { class: "summary-page", key: "summary", "aria-labelledby": "verdict" },
    h("header", { class: "bar" }, menuButton(), tallies(game)),
    h(
      "div",
      { class: "page-body summary" },
      h("p", { class: "kicker" }, kicker),
      verdict(game),
      roundsTable(game),
      earned(game),
      notice(game),
    ),
    h("footer", { class: "actions" }, others(game), goOnButton(game)),
  );
}
