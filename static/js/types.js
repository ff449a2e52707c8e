// The shapes that travel on the wire, as the server sends them (docs/protocol.md). Types only: this module holds no code.

/** @typedef {string} Card  number and suit letter: "7o", "12c" */
/** @typedef {"envido"|"real-envido"|"falta-envido"|"truco"|"retruco"|"vale-cuatro"|"quiero"|"no-quiero"} Word */

/** @typedef {{id: string, name: string}} Guest */

/**
 * One room as the lobby lists it.
 * @typedef {object} Listing
 * @property {string} id
 * @property {string} name
 * @property {boolean} public
 * @property {"open"|"closed"} records
 * @property {string} host
 * @property {string|null} [code]
 * @property {({id: string, name: string, ready: boolean, connected: boolean}|null)[]} chairs
 * @property {boolean} playing
 * @property {number[]|null} score
 * @property {number|null} hand
 * @property {number} waiting_seconds  when it was listed
 * @property {number} [since]  the same as a moment of the page's clock, in milliseconds
 * @property {boolean} [you]
 */

/**
 * @typedef {object} Member
 * @property {string} id
 * @property {string} name
 * @property {number|null} seat
 * @property {boolean} ready
 * @property {boolean} connected
 * @property {number|null} left_ms  milliseconds until the chair of an absent member is freed
 */

/** @typedef {"won"|"cancelled"|"left"|"stopped"} EndReason */

/**
 * @typedef {object} RoomView
 * @property {string} id
 * @property {string} name
 * @property {boolean} public
 * @property {"open"|"closed"} records
 * @property {{name: string, seats: number, target: number, halves: boolean}} rules
 * @property {string} host
 * @property {string|null} you
 * @property {string|null} code
 * @property {(string|null)[]} chairs
 * @property {Member[]} members
 * @property {boolean} playing
 * @property {string|null} promised  SHA-256 of the coming game's secret
 * @property {null|{why: EndReason, seat: number|null, side: number|null, name: string|null, game: string, score: number[]}} last
 */

/**
 * @typedef {object} SeatView
 * @property {number} seat
 * @property {number} side
 * @property {string} name
 * @property {number} left
 * @property {Card[]} played
 * @property {boolean} folded
 * @property {boolean} away
 * @property {boolean} idle
 */

/** @typedef {{code: string, rule: string}} Why */

/**
 * @typedef {object} RoundView
 * @property {[number, Card][]} cards
 * @property {number|null} side
 * @property {number|null} seat
 * @property {boolean} done
 * @property {number[]} best  seats that hold the best card of the round
 * @property {Why|null} why
 */

/**
 * @typedef {object} EnvidoView
 * @property {Word[]} chain
 * @property {boolean} accepted
 * @property {number} side
 * @property {number} points
 * @property {number|null} seat
 * @property {[number, number|string][]} declared
 * @property {Card[]} shown
 * @property {Why} why
 * @property {Why|null} price  why the score decided what it was worth
 */

/**
 * @typedef {object} QuestionView
 * @property {number} id
 * @property {string} ladder
 * @property {Word} call
 * @property {Word[]} chain
 * @property {Word|null} behind
 * @property {number} caller
 * @property {number} side
 * @property {number[]} seats
 * @property {Record<string, Word>} votes
 * @property {number} accepted
 * @property {number} refused
 */

/** @typedef {{do: "play", card: Card}} LegalPlay */
/** @typedef {{do: "call"|"vote", word: Word, accepted: number|null, refused: number|null}} LegalWord */
/** @typedef {{do: "fold"}} LegalFold */
/** @typedef {LegalPlay|LegalWord|LegalFold} Legal */

/**
 * @typedef {object} ResultView
 * @property {number} side
 * @property {number} points
 * @property {"rounds"|"refused"|"fold"|"envido"} by
 * @property {number} extra
 * @property {Why} why
 * @property {{seat: number, cards: Card[]}[]} shown
 */

/**
 * Milliseconds left when the frame was sent.
 * @typedef {object} Clocks
 * @property {number|null} question
 * @property {number|null} turn
 * @property {number|null} next
 * @property {{seat: number, ms: number, idle: boolean}[]} chairs
 * @property {boolean} stopped
 */

/**
 * @typedef {object} GameView
 * @property {string} id
 * @property {number|null} seat
 * @property {number|null} side
 * @property {number} hand
 * @property {number} ply
 * @property {number} dealer
 * @property {number} mano
 * @property {number|null} turn
 * @property {number[]} score
 * @property {number} target
 * @property {number|null} half
 * @property {number} worth
 * @property {SeatView[]} seats
 * @property {RoundView[]} rounds
 * @property {EnvidoView|null} envido
 * @property {{chain: Word[], side: number|null, ladder: {word: Word, worth: number}[]}} truco
 * @property {QuestionView|null} question
 * @property {Card[]} cards
 * @property {Card[]} held
 * @property {number|null} tanto
 * @property {Legal[]} legal
 * @property {ResultView|null} result
 * @property {null|{why: EndReason, side: number|null, seat: number|null}} over
 * @property {number[]} continued
 * @property {boolean} paused
 * @property {Clocks} clocks
 */

/** @typedef {{room: RoomView, game: GameView|null}} View */

/**
 * A fact of play or of the room. Which keys it has depends on `fact`; unknown facts are ignored.
 * @typedef {object} Fact
 * @property {string} fact
 * @property {number} [seat]
 * @property {number|null} [side]
 * @property {Word} [word]
 * @property {Card} [card]
 * @property {Card[]} [cards]
 * @property {number} [hand]
 * @property {number} [dealer]
 * @property {number} [mano]
 * @property {number} [round]
 * @property {number} [points]
 * @property {number} [extra]
 * @property {string} [by]
 * @property {boolean} [accepted]
 * @property {Word[]} [chain]
 * @property {[number, number|string][]} [declared]
 * @property {string} [member]
 * @property {string} [name]
 * @property {boolean} [ready]
 * @property {string} [game]
 * @property {EndReason} [why]
 */

/** @typedef {{version: number, view: View, facts: Fact[]}} Frame */

/** @typedef {Record<string, string|number|null>} Params */

/**
 * A wish of the player, without its `aid`.
 * @typedef {{type: "play", hand: number, ply: number, card: Card}
 *   | {type: "call", hand: number, ply: number, word: Word}
 *   | {type: "fold", hand: number, ply: number}
 *   | {type: "vote", hand: number, question: number, word: Word}
 *   | {type: "continue", hand: number}} Wish
 */

export {};
