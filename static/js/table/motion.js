// Movement: a card flies from the hand or the plate to its place, a new hand is dealt. Transform and opacity only, and never for those who want none.
import { still } from "../settings.js";

/** @typedef {import("../types.js").Fact} Fact */

const PLAY_MS = 220;
const DEAL_MS = 160;
const DEAL_STEP_MS = 55;
const OUT = "cubic-bezier(.2, .8, .2, 1)";

/** Where the cards of the coming frame start. @type {{card: string, from: DOMRect}[]} */
let flights = [];
/** The dealer's seat when a hand is dealt. @type {number|null} */
let dealer = null;
/** @type {Animation[]} */
let running = [];

/** A newer view ends every movement at its final state. */
export function finishMotion() {
  for (const animation of running) animation.finish();
  running = [];
}

/** Before the frame is drawn: where does what moves stand now? @param {Fact[]} facts */
export function remember(facts) {
  flights = [];
  dealer = null;
  if (still() || document.hidden) return;
  for (const fact of facts) {
    if (fact.fact === "dealt") dealer = fact.dealer ?? null;
    if (fact.fact !== "card_played" || !fact.card) continue;
    const from =
      document.querySelector(`.slot[data-card="${fact.card}"] truco-card`) ??
      document.querySelector(`[data-seat="${fact.seat}"] .face`);
    if (from && !document.querySelector(`.played truco-card[code="${fact.card}"]`))
      flights.push({ card: fact.card, from: from.getBoundingClientRect() });
  }
}

/** After the frame was drawn: let it move. @param {ParentNode} root */
export function setOff(root) {
  for (const { card, from } of flights)
    fly(root.querySelector(`.played truco-card[code="${card}"]`), from, PLAY_MS, 0);
  flights = [];
  if (dealer === null) return;
  const from = root.querySelector(`[data-seat="${dealer}"] .face`)?.getBoundingClientRect();
  dealer = null;
  if (from)
    root
      .querySelectorAll(".slot truco-card")
      .forEach((card, i) => fly(card, from, DEAL_MS, i * 4 * DEAL_STEP_MS));
}

/** @param {Element|null} card @param {DOMRect} from @param {number} duration @param {number} delay */
function fly(card, from, duration, delay) {
  if (!card) return;
  const to = card.getBoundingClientRect();
  if (!to.width) return;
  const [dx, dy] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ];
  const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
  running.push(
    card.animate(
      [
        { transform: start, opacity: delay ? 0 : 1 },
        { transform: "none", opacity: 1 },
      ],
      { duration, delay, easing: OUT, fill: "backwards" },
    ),
  );
}
