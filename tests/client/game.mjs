/** A view of a game: Ana (seat 0) on turn in the ninth hand, nothing played. `changes` replace what they name. */
export const game = (changes = {}) => ({
  id: "g", seat: 0, side: 0, hand: 9, ply: 0, dealer: 3, mano: 0, turn: 0, score: [18, 14], target: 30, half: 15, worth: 1,
  seats: ["Ana", "Beto", "Caro", "Dani"].map((name, seat) => ({ seat, side: seat % 2, name, left: 3, played: [], folded: false, away: false, idle: false })),
  rounds: [], envido: null, truco: { chain: [], side: null, ladder: [] }, question: null, cards: ["6c", "7e", "12c"], held: ["6c", "7e", "12c"], tanto: 26,
  legal: [], result: null, over: null, continued: [], paused: false, clocks: { question: null, turn: null, next: null, chairs: [], stopped: false }, ...changes,
});
