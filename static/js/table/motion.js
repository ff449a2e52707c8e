// Movement: a card flies from the hand or the plate to its place, the cards are gathered, a new hand is dealt.
// Transform and opacity only, and never for those who want none. A newer view ends all of it at its final state.
import { h, make } from "../dom.js";
import { still } from "../settings.js";
import { DEAL_MS, dealt, fromMano, GATHER_MS, GATHER_STEP_MS, TURN_MS, turnedAt } from "./dealing.js";

/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {{code: string, from: DOMRect}} Flight */
/** @typedef {{dealer: number, mano: number, old: Flight[]}} Deal */
/** @typedef {Keyframe & {at: number}} Stop  how a card looks at a millisecond of the movement; the easing is that of the way on */
/** @typedef {{card: () => Element, stops: Stop[]}} Way  which card, once nothing more is read, and how it goes */

const PLAY_MS = 220;
const OUT = "cubic-bezier(.2, .8, .2, 1)";

/** Where the cards that are played in the coming frame start. @type {Flight[]} */
let flights = [];
/** The coming deal, and the cards of the hand before it. @type {Deal|null} */
let deal = null;
/** @type {Animation[]} */
let running = [];

/** Cards on their way that belong to no place: above everything, and nothing that one can touch. */
const air = make(h("div", { class: "air", "aria-hidden": "true" }));

/** A newer view ends every movement at its final state. */
export function finishMotion() {
  land();
  air.replaceChildren();
}

/** Is a card on its way? */
export const moving = () => running.some(({ playState }) => playState === "running");

/** All are where they belong. Who was in the air is not seen any more, and goes with the next view: something else may move now. */
function land() {
  for (const animation of running) animation.cancel();
  running = [];
  air.classList.remove("seen");
}

/**
 * All cards go together: one that arrives before the last waits as one that moves. So the page draws once at the end, and
 * not whenever a card arrives.
 * @param {Way[]} ways
 */
function animate(ways) {
  const duration = Math.max(...ways.map(({ stops }) => stops[stops.length - 1].at));
  for (const { card, stops } of ways) {
    const first = { ...stops[0], at: 0, easing: "linear" };
    const last = { ...stops[stops.length - 1], at: duration };
    const frames = [first, ...stops, last].map(({ at, ...frame }) => ({ ...frame, offset: at / duration }));
    const animation = card().animate(frames, { duration, fill: "forwards" });
    animation.onfinish = () => moving() || land();
    running.push(animation);
  }
}

/** Before the frame is drawn: where does what moves stand now? @param {Fact[]} facts */
export function remember(facts) {
  flights = [];
  deal = null;
  if (still() || document.hidden) return;
  for (const fact of facts) {
    if (fact.fact === "dealt") deal = { dealer: fact.dealer ?? 0, mano: fact.mano ?? 0, old: standing() };
    if (fact.fact !== "card_played" || !fact.card) continue;
    const from =
      document.querySelector(`.slot[data-card="${fact.card}"] truco-card`) ??
      document.querySelector(`[data-seat="${fact.seat}"] .face`);
    if (from && !document.querySelector(`.played truco-card[code="${fact.card}"]`))
      flights.push({ code: fact.card, from: from.getBoundingClientRect() });
  }
}

/** The cards that lie on the cloth or in the hand. */
function standing() {
  return [...document.querySelectorAll(".played truco-card, .slot truco-card, .backs truco-card")]
    .map((card) => ({ code: card.getAttribute("code") ?? "back", from: card.getBoundingClientRect() }))
    .filter(({ from }) => from.width > 0);
}

/**
 * After the frame was drawn: let it move. All places are read before anything is changed, so that the browser reckons
 * the layout once.
 * @param {ParentNode} root
 */
export function setOff(root) {
  const ways = flights.flatMap(({ code, from }) =>
    fly(root.querySelector(`.played truco-card[code="${code}"]`), from, PLAY_MS, 0),
  );
  if (deal) ways.push(...dealOut(root, deal));
  flights = [];
  deal = null;
  if (ways.length) animate(ways);
}

/** The old cards go to the dealer's plate, the new ones come from there. @param {ParentNode} root @param {Deal} deal */
function dealOut(root, { dealer, mano, old }) {
  const from = root.querySelector(`[data-seat="${dealer}"] .face`)?.getBoundingClientRect();
  if (!from) return [];
  const start = old.length ? GATHER_MS : 0;
  const plates = [...root.querySelectorAll(".felt [data-seat]")];
  const seats = fromMano(
    plates.map((plate) => Number(plate.getAttribute("data-seat"))),
    mano,
  );
  const own = [...root.querySelectorAll(".hand .slot truco-card")];
  const each = own.length || root.querySelectorAll(`[data-seat="${mano}"] .backs truco-card`).length;
  const turn = turnedAt(each * seats.length, start);
  const coming = dealt(seats, each, start).flatMap(({ seat, card, delay }) => {
    const backs = root.querySelectorAll(`[data-seat="${seat}"] .backs truco-card`);
    if (backs.length) return fly(backs[card] ?? null, from, DEAL_MS, delay);
    return own[card] ? faceDown(own[card], from, delay, turn) : [];
  });
  return [...old.map((card, i) => gather(card, from, i * GATHER_STEP_MS)), ...coming];
}

/** A card of the last hand on its way. @param {Flight} card @param {DOMRect} to @param {number} delay @returns {Way} */
function gather({ code, from }, to, delay) {
  const end = `translate(${shift(from, to)}) scale(${to.width / from.width})`;
  return {
    card: () => aloft(code, from),
    stops: [
      { at: delay, transform: "none", opacity: 1 },
      { at: delay + GATHER_MS, transform: end, opacity: 0 },
    ],
  };
}

/** One's own card comes with its back up, and is turned over when all are there. @param {Element} card @param {DOMRect} from @param {number} delay @param {number} turn @returns {Way[]} */
function faceDown(card, from, delay, turn) {
  const to = card.getBoundingClientRect();
  if (!to.width) return [];
  const start = `translate(${shift(to, from)}) scale(${from.width / to.width})`;
  const back = [
    { at: delay, transform: start, easing: OUT },
    { at: delay + DEAL_MS, transform: "none" },
    { at: turn, transform: "none" },
    { at: turn + TURN_MS, transform: "scaleX(0)" },
  ];
  const face = [
    { at: turn + TURN_MS, transform: "scaleX(0)", easing: OUT },
    { at: turn + 2 * TURN_MS, transform: "none" },
  ];
  return [
    { card: () => aloft("back", to), stops: back },
    { card: () => card, stops: face },
  ];
}

/** A card above everything, at this place. @param {string} code @param {DOMRect} at */
function aloft(code, at) {
  const card = make(h("truco-card", { code }));
  Object.assign(card.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px` });
  if (!air.isConnected) document.body.append(air);
  air.classList.add("seen");
  air.append(card);
  return card;
}

/** From the middle of one place to the middle of another. @param {DOMRect} from @param {DOMRect} to */
const shift = (from, to) =>
  `${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px`;

/** Moves a card to where it stands. @param {Element|null} card @param {DOMRect} from @param {number} duration @param {number} delay @returns {Way[]} */
function fly(card, from, duration, delay) {
  const to = card?.getBoundingClientRect();
  if (!card || !to?.width) return [];
  const start = `translate(${shift(to, from)}) scale(${from.width / to.width})`;
  return [
    {
      card: () => card,
      stops: [
        { at: delay, transform: start, opacity: delay ? 0 : 1, easing: OUT },
        { at: delay + duration, transform: "none", opacity: 1 },
      ],
    },
  ];
}
