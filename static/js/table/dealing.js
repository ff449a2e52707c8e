// When each card of a deal leaves the dealer and arrives: numbers only, so that it can be tested without a page.

export const DEAL_MS = 160;
export const DEAL_STEP_MS = 55;
export const TURN_MS = 90;
export const GATHER_MS = 320;
export const GATHER_STEP_MS = 15;

/**
 * The flights of a deal: one card at a time from the mano, round after round.
 * @param {number[]} seats  in order of play, from the mano
 * @param {number} each  cards for each
 * @param {number} from  milliseconds before the first leaves
 * @returns {{seat: number, card: number, delay: number}[]}
 */
export function dealt(seats, each, from) {
  return Array.from({ length: each * seats.length }, (_, i) => ({
    seat: seats[i % seats.length],
    card: Math.floor(i / seats.length),
    delay: from + i * DEAL_STEP_MS,
  }));
}

/** When all are there and one's own may be turned over. @param {number} cards @param {number} from */
export const turnedAt = (cards, from) => from + Math.max(0, cards - 1) * DEAL_STEP_MS + DEAL_MS;

/** @param {number[]} seats @param {number} mano */
export function fromMano(seats, mano) {
  const ordered = [...seats].sort((a, b) => a - b);
  const at = Math.max(0, ordered.indexOf(mano));
  return [...ordered.slice(at), ...ordered.slice(0, at)];
}
