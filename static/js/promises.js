// A nonce for each game's deals, and what was promised before it: kept, to hold the record against it later.

/** @typedef {{commitment: string, nonce: string}} Promised */

const STORE = "truco.promises";
const KEPT = 40;
const NONCE_BYTES = 16;

/** Two hexadecimal digits for each byte. @param {ArrayBuffer|Uint8Array} bytes */
export const digits = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @returns {Promised[]} */
function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return []; // storage is off, or somebody wrote nonsense there
  }
}

/** One's own part of a game's deals; what was promised before it is remembered. @param {string|null} commitment */
export function nonceFor(commitment) {
  const nonce = digits(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const others = kept().filter((one) => one.commitment !== commitment);
  try {
    if (commitment)
      localStorage.setItem(STORE, JSON.stringify([...others, { commitment, nonce }].slice(-KEPT)));
  } catch {
    // storage is off: a record can still be dealt anew, but not held against what was promised here
  }
  return nonce;
}

/** What was promised here with that commitment. @param {string} commitment */
export const promised = (commitment) => kept().find((one) => one.commitment === commitment) ?? null;
