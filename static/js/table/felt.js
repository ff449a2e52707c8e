// The cloth: a plate for each seat, what each has played, the rounds and what the hand is worth.
import { h } from "../dom.js";
import { cardName, list, t, tn } from "../i18n/index.js";
import { secondsLeft } from "../state.js";
import { initial, nameOf, place, seatName, seatsFrom, sideName, tone, whose } from "../who.js";
import { bubbles } from "./bubbles.js";
import { moments, saidSoFar, telling } from "./moments.js";
import { resting, underWay } from "./play.js";
import { isEnvido } from "./words.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").SeatView} SeatView */

const LEAST_ROUNDS = 3;

/** The seat with the ring: on turn, or the one that tells its tanto. @param {GameView} game @param {number} now */
function ringed(game, now) {
  if (telling(now) && game.envido)
    return game.envido.declared[saidSoFar(game.envido.declared.length, now) - 1]?.[0] ?? null;
  return game.question || game.result ? null : game.turn;
}

/** The cards a seat still holds. @param {SeatView} seat */
const backs = (seat) =>
  h(
    "span",
    { class: "backs", role: "img", "aria-label": tn("seat.cards", seat.left) },
    Array.from({ length: seat.left }, () => h("truco-card", { code: "back" })),
  );

/** One's own tanto, when an envido is asked for, or may come before the truco; on one's turn the dock tells it. @param {GameView} game */
function ownTanto({ question, legal, tanto }) {
  if (!question || tanto === null) return null;
  const words = legal.flatMap((one) => (one.do === "call" ? one.word : []));
  return (
    [question.call, ...words].some(isEnvido) &&
    h("span", { class: "own-tanto" }, t("seat.tanto", { n: tanto }))
  );
}

/** @param {GameView} game @param {SeatView} seat @param {number} now */
function plate(game, seat, now) {
  const own = seat.seat === game.seat;
  const chair = game.clocks.chairs.find((one) => one.seat === seat.seat);
  const seconds = chair && secondsLeft(chair.ms, game.clocks.stopped || (chair.idle && game.paused));
  const classes = [
    "seat",
    place(seat.seat, game.seat, game.seats.length),
    ringed(game, now) === seat.seat && "turn",
    seat.folded && "folded",
    seat.away && "gone",
  ];
  const face = h(
    "span",
    { class: `face ${tone(game, seat.side)} ${chair ? "away" : ""}`, "aria-hidden": "true" },
    seconds ?? initial(seat.name),
  );
  const marks = [
    seat.seat === game.mano && h("span", { class: "mark" }, t("seat.mano")),
    seat.seat === game.dealer && h("span", { class: "mark deal" }, t("seat.dealer")),
  ];
  return h(
    "div",
    { class: classes.filter(Boolean).join(" "), key: `s${seat.seat}`, "data-seat": seat.seat },
    h(
      "div",
      { class: "plate" },
      face,
      h("span", { class: "name", dir: "auto" }, seatName(game, seat.seat)),
      !own && game.side !== null && h("span", { class: "hidden-text" }, sideName(game, seat.side)),
      seat.away && h("span", { class: "hidden-text" }, t("seat.away")),
      seat.folded ? h("span", { class: "mark fold" }, t("seat.folded")) : own ? ownTanto(game) : backs(seat),
      h("span", { class: "marks" }, marks),
    ),
  );
}

/** The round a card belongs to, and whether it is the best of it. @param {GameView} game @param {SeatView} seat @param {string} card */
function standing(game, seat, card) {
  const index = game.rounds.findIndex((round) =>
    round.cards.some(([by, code]) => by === seat.seat && code === card),
  );
  const open = game.rounds.length - 1;
  const lit = moments.glow && moments.glow.until > performance.now() ? moments.glow.round : null;
  const live = index === (lit ?? (game.rounds[open]?.done && !game.result ? -1 : open));
  return { live, best: live && Boolean(game.rounds[index]?.best.includes(seat.seat)) };
}

/** @param {GameView} game @param {SeatView} seat */
function pile(game, seat) {
  const waits = seat.seat === game.seat && resting() ? underWay() : null;
  const cards = waits && !seat.played.includes(waits) ? [...seat.played, waits] : seat.played;
  if (!cards.length) return null;
  const named = list(cards.map(cardName));
  const label =
    seat.seat === game.seat
      ? t("table.you_played", { cards: named })
      : t("table.played", { name: nameOf(game, seat.seat), cards: named });
  return h(
    "div",
    {
      class: `played ${place(seat.seat, game.seat, game.seats.length)}`,
      key: `p${seat.seat}`,
      role: "img",
      "aria-label": label,
      "data-played": seat.seat,
    },
    cards.map((card) => {
      const { live, best } = standing(game, seat, card);
      return h("truco-card", {
        code: card,
        key: card,
        class: card === waits ? "waits" : best ? "best" : live ? "" : "old",
      });
    }),
  );
}

/** @param {GameView} game */
function rounds(game) {
  const shown = Math.max(LEAST_ROUNDS, game.rounds.length);
  const now = game.result ? -1 : game.rounds.findIndex((round) => !round.done);
  const current = now < 0 && !game.result ? game.rounds.length : now;
  return h(
    "ol",
    { class: "rounds", "aria-label": t("table.rounds") },
    Array.from({ length: shown }, (_, i) => {
      const n = i + 1;
      const round = game.rounds[i];
      if (round?.done && round.side === null) return token("even", "=", t("round.parda", { n }));
      if (round?.done && round.side !== null) {
        const text =
          whose(game, round.side) === "us"
            ? t("round.us", { n })
            : t("round.them", { n, them: sideName(game, round.side) });
        return token(tone(game, round.side), n, text);
      }
      return i === current ? token("now", n, t("round.now", { n })) : token("", n, t("round.next", { n }));
    }),
  );
}

/** @param {string} kind @param {string|number} sign @param {string} text */
const token = (kind, sign, text) =>
  h(
    "li",
    { class: kind },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: "hidden-text" }, text),
  );

/** @param {GameView} game @param {number} now */
function middle(game, now) {
  const told = telling(now) && game.envido;
  const worth = told
    ? [t("table.envido_on"), " ", h("b", null, told.points)]
    : [t("table.worth"), " ", h("b", null, game.worth)];
  return h("div", { class: "middle", key: "middle" }, rounds(game), h("p", { class: "worth" }, worth));
}

/** @param {GameView} game @param {import("../dom.js").Child} notice @param {number} now */
export function felt(game, notice, now) {
  const listed = place(0, game.seat, game.seats.length) === "listed";
  return h(
    "section",
    {
      class: `felt ${notice ? "paused" : ""} ${listed ? "as-list" : ""}`,
      "aria-label": t("table.cloth"),
      key: "felt",
    },
    middle(game, now),
    ...seatsFrom(game, game.mano).flatMap((seat) => [plate(game, seat, now), pile(game, seat)]),
    ...bubbles(game, now),
    notice,
  );
}
