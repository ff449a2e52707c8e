// Whether a game was dealt as was promised: docs/fair-deal.md, by the browser's own cryptography.
import { digits } from "./promises.js";

/** @typedef {{scheme: string, commitment: string, secret: string, nonces: string[]}} Deal */
/** @typedef {{dealer: number, cards: string[][]}} DealtHand */
/** @typedef {{promise: boolean, dealer: boolean, hands: boolean[]}} Verdict */

const SCHEME = "fosforo-deal-1";
const SUITS = "eboc";
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const DECK = [...SUITS].flatMap((suit) => NUMBERS.map((number) => `${number}${suit}`));

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A page that is no secure context cannot check. */
export const canVerify = () => "subtle" in crypto;

/** The bytes of one draw, without end. @param {CryptoKey} key @param {string[]} nonces @param {number} draw */
function source(key, nonces, draw) {
  const text = [SCHEME, ...nonces, draw].join("\n");
  let block = 0;
  /** @type {number[]} */
  let bytes = [];
  return async () => {
    if (!bytes.length) {
      const message = new TextEncoder().encode(`${text}\n${block}`);
      bytes = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, message))];
      block += 1;
    }
    return bytes.shift() ?? 0;
  };
}

/** @param {() => Promise<number>} next @param {number} n */
async function below(next, n) {
  for (;;) {
    const byte = await next();
    if (byte < 256 - (256 % n)) return byte % n;
  }
}

/** @param {CryptoKey} key @param {string[]} nonces @param {number} hand */
async function shuffled(key, nonces, hand) {
  const next = source(key, nonces, hand);
  const deck = [...DECK];
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = await below(next, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** @param {CryptoKey} key @param {string[]} nonces @param {DealtHand} hand @param {number} number */
async function asDealt(key, nonces, { dealer, cards }, number) {
  const deck = await shuffled(key, nonces, number);
  const seats = cards.length;
  return cards.every((own, seat) => {
    const turn = (seat - dealer - 1 + seats) % seats;
    return own.every((card, at) => card === deck[turn + at * seats]);
  });
}

/**
 * Deals the hands of a record anew.
 * @param {{deal: Deal, hands: DealtHand[]}} record
 * @returns {Promise<Verdict>}
 */
export async function verify({ deal, hands }) {
  const secret = bytesOf(deal.secret);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const promise = digits(await crypto.subtle.digest("SHA-256", secret)) === deal.commitment;
  const first = await below(source(key, deal.nonces, 0), deal.nonces.length);
  return {
    promise: promise && deal.scheme === SCHEME,
    dealer: !hands.length || hands[0].dealer === first,
    hands: await Promise.all(hands.map((hand, i) => asDealt(key, deal.nonces, hand, i + 1))),
  };
}
