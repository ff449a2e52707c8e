// The cards of a hand as a grid, and what each side earned: for the summary and the end.
import { h } from "../dom.js";
import { warmWhy, whyButton } from "../howto.js";
import { capital, cardName, list, t, ts } from "../i18n/index.js";
import { envidoReason, handReason } from "../narrate.js";
import { nameOf, seatName, seatsFrom, sideName, tone, whose } from "../who.js";
import { burntOut } from "./moments.js";
import { plain } from "./words.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").RoundView} RoundView */

/** The call that makes the others of its chain worth nothing. */
const CLOSING = "falta-envido";

/** @param {GameView} game @param {RoundView} round */
function whoseRound(game, round) {
  if (!round.done) return t("round.short_open");
  if (round.side === null) return t("round.short_parda");
  return whose(game, round.side) === "us"
    ? t("round.short_us")
    : t("round.short_them", { them: sideName(game, round.side) });
}

/** @param {GameView} game */
export function roundsTable(game) {
  if (!game.rounds.length) return null;
  const seats = seatsFrom(game, game.seat);
  return h(
    "table",
    { class: "rounds-table" },
    h("caption", { class: "hidden-text" }, t("summary.cards")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        seats.map((seat) =>
          h(
            "th",
            { scope: "col" },
            seatName(game, seat.seat),
            h("i", { class: `dot ${tone(game, seat.side)}`, "aria-hidden": "true" }),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      game.rounds.map((round, i) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, t("round.n", { n: i + 1 }), h("small", null, whoseRound(game, round))),
          seats.map((seat) => cell(round, seat.seat)),
        ),
      ),
    ),
  );
}

/** @param {RoundView} round @param {number} seat */
function cell(round, seat) {
  const card = round.cards.find(([by]) => by === seat)?.[1];
  if (!card) return h("td", null);
  return h(
    "td",
    { class: round.done && round.side !== null && round.best.includes(seat) ? "won" : "" },
    h("truco-card", { code: card, role: "img", "aria-label": cardName(card) }),
  );
}

/** One line of points. @param {GameView} game @param {number} side @param {number} points @param {import("../dom.js").Child[]} what @param {string} why @param {string[]} cards @param {string[]} rules  that say why */
const earning = (game, side, points, what, why, cards, rules) =>
  h(
    "div",
    { class: tone(game, side) },
    h(
      "dt",
      null,
      what,
      why && h("br", null),
      why && h("span", null, why, " ", rules.length > 0 && whyButton(why, rules)),
    ),
    cards.length > 0 &&
      h(
        "dd",
        null,
        h(
          "span",
          { class: "shown", role: "img", "aria-label": list(cards.map(cardName)) },
          cards.map((card) => h("truco-card", { code: card })),
        ),
      ),
    h("dd", { class: "pts" }, t("summary.points", { n: points }), h("small", null, sideName(game, side))),
  );

/** @param {GameView} game */
function envidoEarned(game) {
  const envido = game.envido;
  if (!envido) return null;
  const last = envido.chain[envido.chain.length - 1];
  const words = envido.accepted && last !== CLOSING ? envido.chain : [last];
  const word = h("b", null, capital(list(words.map(plain))));
  const state = envido.accepted ? t("summary.accepted") : t("summary.not_accepted");
  const shown = game.result?.shown.flatMap(({ cards }) => cards) ?? envido.shown;
  return earning(
    game,
    envido.side,
    envido.points,
    [word, " ", state],
    envidoReason(game, envido.accepted ? tantoLine(game, envido) : ""),
    shown.length ? shown : envido.shown,
    [envido.why.rule, ...(envido.price ? [envido.price.rule] : [])],
  );
}

/** "27 de Beto contra 26". @param {GameView} game @param {import("../types.js").EnvidoView} envido */
function tantoLine(game, envido) {
  const side = (/** @type {number} */ seat) => game.seats.find((one) => one.seat === seat)?.side;
  const tantos = envido.declared.flatMap(([seat, tanto]) =>
    typeof tanto === "number" ? [{ seat, tanto }] : [],
  );
  const own = tantos.find(({ seat }) => seat === envido.seat);
  const other = Math.max(
    -1,
    ...tantos.filter(({ seat }) => side(seat) !== envido.side).map(({ tanto }) => tanto),
  );
  const won =
    envido.seat === game.seat
      ? t("summary.envido_yours", { n: own?.tanto })
      : t("summary.envido_won", { n: own?.tanto, name: nameOf(game, envido.seat ?? 0) });
  return other < 0 ? won : t("summary.envido_against", { won, n: other });
}

/** @param {GameView} game */
function handEarned(game) {
  const result = game.result;
  if (!result || result.by === "envido") return null;
  const call = game.truco.chain[game.truco.chain.length - 1];
  const word = call ? h("b", null, capital(plain(call))) : h("b", null, t("summary.no_truco"));
  const state = call ? t(result.by === "refused" ? "summary.not_accepted" : "summary.accepted") : "";
  return earning(game, result.side, result.points, [word, " ", state], "", [], []);
}

/** @param {GameView} game */
export const earned = (game) => h("dl", { class: "earned" }, envidoEarned(game), handEarned(game));

/** Who won the hand and why, with the rule behind a button. @param {GameView} game */
export function verdict(game) {
  const result = game.result;
  if (!result) return [];
  const title = ts("summary.hand", whose(game, result.side), { them: sideName(game, result.side) });
  const late = result.by === "refused" && burntOut(game);
  const sentence = [late && t("voice.lapsed"), handReason(game)].filter(Boolean).join(" ");
  warmWhy();
  return [
    h("h1", { id: "verdict", tabindex: "-1" }, title),
    h("div", { class: "why" }, h("p", null, sentence), whyButton(sentence, [result.why.rule])),
  ];
}
