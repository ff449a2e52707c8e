// One's own cards: three places that never close up. First tap lifts, second tap plays; so do Enter and a drag upwards.
import { h } from "../dom.js";
import { cardName, t } from "../i18n/index.js";
import { state } from "../state.js";
import { canPlay, lower, play, playCard, resting, tap, underWay } from "./play.js";

/** @typedef {import("../types.js").GameView} GameView */

const DRAG_PX = 40;
const CARDS = 3;

const TAP_PX = 10;
const CLICK_MS = 100;

/** The card that a finger or the mouse holds, and where it took it. @type {{card: string, x: number, y: number}|null} */
let drag = null;
/** When a card was let go elsewhere than where it was taken: the click that a browser makes of that is no tap. */
let drawnAt = -Infinity;

/** @param {string} card @param {PointerEvent} event */
function take(card, event) {
  if (event.button !== 0 || !(event.currentTarget instanceof Element)) return;
  drag = { card, x: event.clientX, y: event.clientY };
  event.currentTarget.setPointerCapture(event.pointerId); // it is let go here, wherever that happens
}

/** A card is played where it is let go: who draws it back keeps it. @param {GameView} game @param {string} card @param {PointerEvent} event */
function letGo(game, card, event) {
  if (drag?.card !== card) return;
  const [right, up] = [event.clientX - drag.x, drag.y - event.clientY];
  drag = null;
  if (Math.hypot(right, up) > TAP_PX) drawnAt = event.timeStamp;
  if (up >= DRAG_PX) playCard(game, card);
}

/** @param {GameView} game @param {string} card @param {number} index */
function slot(game, card, index) {
  const held = game.held.includes(card);
  const sent = underWay() === card;
  if (!held || (sent && resting())) return empty(index);
  const waits = sent && !state.online;
  const lifted = play.lifted === card || sent;
  return h(
    "button",
    {
      class: `slot ${lifted ? "lifted" : ""} ${sent ? "sent" : ""} ${waits ? "waits" : ""}`,
      key: `c${index}`,
      type: "button",
      "data-card": card,
      "data-hint": sent ? sending() : canPlay(game, card) ? t("table.hint") : "",
      "aria-label": waits
        ? `${cardName(card)}, ${t("state.when_back")}`
        : lifted
          ? t("table.card_lifted", { card: cardName(card) })
          : cardName(card),
      "aria-pressed": lifted ? "true" : "false",
      onclick: (/** @type {MouseEvent} */ event) => event.timeStamp - drawnAt > CLICK_MS && tap(game, card),
      onpointerdown: (/** @type {PointerEvent} */ event) => take(card, event),
      onpointerup: (/** @type {PointerEvent} */ event) => letGo(game, card, event),
      onpointercancel: () => {
        drag = null;
      },
    },
    h("truco-card", { code: card }),
  );
}

const sending = () => (state.online ? t("state.sending") : t("state.when_back"));

/** @param {number} index */
const empty = (index) => h("span", { class: "slot gone", key: `e${index}`, "aria-hidden": "true" });

/** @param {GameView} game */
export function hand(game) {
  const own = game.seats.find((seat) => seat.seat === game.seat);
  const slots = game.cards.length
    ? game.cards.map((card, i) => slot(game, card, i))
    : Array.from({ length: CARDS }, (_, i) => empty(i));
  return h(
    "section",
    {
      class: `hand ${own?.folded ? "folded" : ""}`,
      "aria-label": t("table.hand"),
      key: "hand",
      id: "hand",
      tabindex: "-1",
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target instanceof Element && !event.target.closest(".slot")) lower();
      },
    },
    slots,
  );
}
