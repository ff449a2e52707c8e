// What lasts a moment only: bubbles of what was just said, tantos told one after another, the glow of a round won, the pause before the summary.
// All of it follows from the facts of a frame; the next thing that happens in the play ends it.

import { still } from "../settings.js";
import { state } from "../state.js";

/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {{seat: number, kind: "word"|"vote"|"good"|"tanto"|"fold", word?: string, tanto?: number, lead?: boolean, from: number, until: number}} Bubble */

export const BUBBLE_MS = 2400;
export const TANTO_MS = 900;
const GLOW_MS = 900;
const LAST_CARD_MS = 900;
/** What ends the moments of what happened before. */
const PLAY = new Set([
  "dealt",
  "card_played",
  "called",
  "answered",
  "folded",
  "envido_settled",
  "game_ended",
]);

/** @type {{bubbles: Bubble[], told: {from: number, until: number, score: number[]|null}|null, tantos: boolean, glow: {round: number, until: number}|null, hold: number}} */
export const moments = { bubbles: [], told: null, tantos: false, glow: null, hold: 0 };

/** The last question whose match burnt out, by game and hand. */
let burnt = "";

/** Did a question of this hand end because nobody answered in time? @param {GameView} game */
export const burntOut = (game) => burnt === `${game.id} ${game.hand}`;

/** Nothing lingers: the page was loaded again, or another room's frame came. */
export function forgetMoments() {
  Object.assign(moments, { bubbles: [], told: null, tantos: false, glow: null, hold: 0 });
}

/** @param {Fact[]} facts @param {GameView} game @param {number} now @param {GameView|null} before  as it stood before these facts */
export function takeFacts(facts, game, now, before) {
  if (!facts.length) return;
  if (facts.some(({ fact }) => PLAY.has(fact))) {
    const bubbles = moments.bubbles.filter(
      ({ kind, until }) => until > now && kind !== "tanto" && kind !== "good",
    );
    Object.assign(moments, { bubbles, told: null, glow: null, hold: 0 });
  }
  for (const fact of facts) take(fact, game, now);
  if (moments.told && before?.id === game.id) moments.told.score = before.score;
  if (facts.some(({ fact }) => fact === "hand_ended" || fact === "game_won") && !still())
    moments.hold = now + LAST_CARD_MS;
  if (moments.told) moments.hold = Math.max(moments.hold, game.result ? moments.told.until : 0);
}

/** @param {Fact} fact @param {GameView} game @param {number} now */
function take(fact, game, now) {
  const until = now + BUBBLE_MS;
  switch (fact.fact) {
    case "dealt":
      moments.bubbles = [];
      moments.tantos = false;
      break;
    case "card_played":
      moments.tantos = false;
      break;
    case "answered": {
      const seat =
        fact.seat ?? game.seats.find((one) => one.side === fact.side && one.seat !== game.seat)?.seat;
      if (seat !== undefined) moments.bubbles.push({ seat, kind: "vote", word: fact.word, from: now, until });
      break;
    }
    case "votes_lapsed":
      burnt = `${game.id} ${game.hand}`;
      break;
    case "folded":
      moments.bubbles.push({ seat: fact.seat ?? 0, kind: "fold", from: now, until });
      break;
    case "envido_settled":
      if (fact.declared?.length) tell(fact.declared, now);
      break;
    case "round_ended":
      moments.glow = { round: (fact.round ?? 1) - 1, until: now + GLOW_MS };
      break;
  }
}

/** @param {[number, number|string][]} declared @param {number} now */
function tell(declared, now) {
  moments.tantos = true;
  const end = now + declared.length * TANTO_MS;
  moments.told = { from: now, until: end, score: null };
  moments.bubbles = moments.bubbles.filter((bubble) => bubble.kind === "fold");
  let best = -1;
  declared.forEach(([seat, tanto], i) => {
    const from = now + i * TANTO_MS;
    const lead = typeof tanto === "number" && tanto > best && i > 0;
    if (typeof tanto === "number") best = Math.max(best, tanto);
    moments.bubbles.push({
      seat,
      kind: typeof tanto === "number" ? "tanto" : "good",
      tanto: Number(tanto),
      lead,
      from,
      until: end + TANTO_MS,
    });
  });
}

/** How many tantos have been said so far of `count`. @param {number} count @param {number} now */
export function saidSoFar(count, now) {
  if (!moments.told || now >= moments.told.until) return count;
  return Math.min(count, Math.floor((now - moments.told.from) / TANTO_MS) + 1);
}

/** True while the tantos are being told. @param {number} now */
export const telling = (now) => moments.told !== null && now < moments.told.until;

/** The game with the score as it may be shown: the envido's points come when all tantos are told. @param {GameView} game @param {number} now @returns {GameView} */
export const withShownScore = (game, now) =>
  telling(now) && moments.told?.score ? { ...game, score: moments.told.score } : game;

/** When the next of these moments begins or ends, null when nothing lasts. @param {number} now @returns {number|null} */
export function nextMoment(now) {
  const edges = [
    moments.hold,
    moments.glow?.until ?? 0,
    moments.told?.until ?? 0,
    ...moments.bubbles.flatMap(({ from, until }) => [from, until]),
  ].filter((at) => at > now);
  return edges.length ? Math.min(...edges) : null;
}

/** True while the table stays before the summary or the end. */
export const holding = () => moments.hold > performance.now() && state.frame !== null;
