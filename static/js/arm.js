// Hands never slip: a button that has just appeared takes no press for half a second, and a press that began before never counts.

export const ARM_MS = 500;

export class Arming {
  constructor() {
    /** When each thing on offer may be used. @type {Map<string, number>} */
    this.since = new Map();
  }

  /**
   * What is on offer now; what was on offer before keeps its time.
   * @param {string[]} offers  each names a button and the question or turn that it belongs to
   * @param {number} now  milliseconds
   * @returns {number}  milliseconds until all of them may be used
   */
  offer(offers, now) {
    this.since = new Map(offers.map((offer) => [offer, this.since.get(offer) ?? now + ARM_MS]));
    return Math.max(0, ...[...this.since.values()].map((at) => at - now));
  }

  /** May a press that began at `began` use the offer? @param {string} offer @param {number} began */
  takes(offer, began) {
    const at = this.since.get(offer);
    return at !== undefined && began >= at;
  }
}
