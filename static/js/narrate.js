// One fact, its line in "Lo que se dijo" and its sentence for the live regions.
import { capital, cardName, isKey, list, t, tCode, theCard, ts } from "./i18n/index.js";
import { settings } from "./settings.js";
import { answer, plain as plainWord, said as saidWord } from "./table/words.js";
import {
  nameOf,
  otherNames,
  seatName,
  seatOf,
  sideName,
  sideNames,
  sides,
  sideTitle,
  tone,
  whose,
} from "./who.js";

/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./types.js").RoomView} RoomView */
/** @typedef {import("./voice.js").Sentence} Sentence */
/** @typedef {{tone: "us"|"them"|"points"|"sep", who?: string, text: string}} Line */
/** @typedef {{lines: Line[], said: Sentence[]}} Told */

/** @param {Sentence|string} sentence */
const spoken = (sentence) => (typeof sentence === "string" ? { text: sentence } : sentence);

/** @param {Line|null} line @param {...(Sentence|string)} said @returns {Told} */
const told = (line, ...said) => ({ lines: line ? [line] : [], said: said.map(spoken) });

/** @param {GameView} game @param {number} seat @param {string} text @returns {Line} */
const by = (game, seat, text) => ({
  tone: tone(game, seatOf(game, seat)?.side ?? 0),
  who: seatName(game, seat),
  text,
});

/** @param {GameView} game @param {number} seat @param {"voice.calls"|"voice.vote"|"voice.first"} key @param {string} word */
const wordSaid = (game, seat, key, word) => t(key, { name: nameOf(game, seat), word: plainWord(word) });

/** The score, own side first. @param {GameView} game */
const scoreSaid = (game) => {
  const [a, b] = sides(game);
  return t("voice.score", {
    us: sideTitle(game, a),
    a: game.score[a],
    them: sideName(game, b),
    b: game.score[b],
  });
};

/** What was dealt. @type {Teller} */
function dealt(fact, game) {
  const mine = game.seat !== null && game.cards.length > 0;
  return told(
    {
      tone: "sep",
      text:
        game.dealer === game.seat
          ? t("log.hand_you", { n: fact.hand ?? game.hand })
          : t("log.hand", { n: fact.hand ?? game.hand, name: nameOf(game, fact.dealer ?? game.dealer) }),
    },
    game.dealer === game.seat ? t("voice.dealt_you") : t("voice.dealt", { name: nameOf(game, game.dealer) }),
    game.mano === game.seat ? t("voice.mano_you") : t("voice.mano", { name: nameOf(game, game.mano) }),
    ...(mine ? [t("voice.cards", { cards: list(game.cards.map(cardName)) })] : []),
    ...(game.tanto !== null ? [t("voice.tanto", { n: game.tanto })] : []),
  );
}

/** @type {Teller} */
function cardPlayed({ seat = 0, card = "" }, game) {
  const line = by(game, seat, t(seat === game.seat ? "log.you_play" : "log.plays", { card: theCard(card) }));
  return told(
    line,
    seat === game.seat
      ? t("voice.you_play", { card: theCard(card) })
      : t("voice.plays", { name: nameOf(game, seat), card: theCard(card) }),
  );
}

/** @type {Teller} */
function called({ seat = 0, word = "truco" }, game) {
  const line = by(game, seat, saidWord(word));
  if (seat === game.seat) return told(line, t("voice.you_call", { word: plainWord(word) }));
  const question = game.question;
  const first = question?.behind && question.call === word;
  return told(line, asked(game, wordSaid(game, seat, first ? "voice.first" : "voice.calls", word)));
}

/** A sentence that asks the viewer, with the keys and the time when a vote is wanted. @param {GameView} game @param {string} text @returns {Sentence} */
function asked(game, text) {
  const wanted = game.legal.some((one) => one.do === "vote");
  const seconds = Math.round((game.clocks.question ?? 0) / 1000);
  return wanted
    ? {
        text: [
          text,
          ...(settings.keys ? [t("voice.asked")] : []),
          t("voice.asked_seconds", { n: seconds }),
        ].join(" "),
        loud: true,
      }
    : { text };
}

/** @type {Teller} */
function voteCast({ seat = 0, word = "quiero" }, game) {
  return told(
    null,
    seat === game.seat
      ? t("voice.you_vote", { word: plainWord(word) })
      : wordSaid(game, seat, "voice.vote", word),
  );
}

/** @type {Teller} */
function answered(fact, game, facts) {
  const { side = 0, seat = null, word = "quiero" } = fact;
  const who = seat === null ? sideTitle(game, side ?? 0) : seatName(game, seat ?? 0);
  /** @type {Line} */
  const line = { tone: tone(game, side ?? 0), who, text: answer(word) };
  const mine = whose(game, side ?? 0);
  const values = { them: sideName(game, side ?? 0), n: game.worth };
  if (word === "no-quiero") return told(line, ts("voice.refused", mine, values));
  if (word !== "quiero") return told(line, raised(game, seat, who, plainWord(word)));
  if (facts[facts.indexOf(fact) + 1]?.fact === "envido_settled")
    return told(line, ts("voice.accepted_envido", mine, values));
  return told(line, ts("voice.accepted", mine, values));
}

/** An answer that is a call as well. @param {GameView} game @param {number|null} seat @param {string} name @param {string} word */
const raised = (game, seat, name, word) =>
  seat !== null && seat === game.seat
    ? { text: t("voice.you_raise", { word }) }
    : asked(game, t("voice.raised", { name, word }));

/** The tantos in the order they were said, then the points. @type {Teller} */
function envidoSettled({ accepted, side = 0, points = 0, declared = [], chain = [] }, game) {
  const lines = declared.map(([seat, tanto]) =>
    by(game, seat, typeof tanto === "number" ? String(tanto) : t("bubble.good")),
  );
  const said = declared.map(([seat, tanto]) =>
    typeof tanto === "number"
      ? t("voice.tanto_said", { name: seatName(game, seat), n: tanto })
      : t("voice.good_said", { name: seatName(game, seat) }),
  );
  const reason = accepted
    ? t("log.envido_accepted")
    : ts("log.envido_refused", whose(game, side ?? 0), {
        word: plainWord(chain[chain.length - 1] ?? "envido"),
        others: otherNames(game, side ?? 0),
      });
  const name = sideName(game, side ?? 0);
  lines.push({ tone: "points", who: t("log.points", { n: points, side: name }), text: reason });
  return {
    lines,
    said: [...said, t("voice.envido", { side: name, n: points }), scoreSaid(game)].map(spoken),
  };
}

/** @type {Teller} */
function roundEnded({ round = 1, side = null, seat = null }, game) {
  const ordinal = capital(tCode(`ordinal.${round}`, "round.n", { n: round }));
  if (side === null || seat === null)
    return told(
      { tone: "points", who: t("round.parda", { n: round }), text: "" },
      t("voice.round_parda", { round: ordinal }),
    );
  const card = game.rounds[round - 1]?.cards.find(([by]) => by === seat)?.[1] ?? "";
  const own = seat === game.seat;
  const named = {
    round: ordinal,
    card: own ? cardName(card) : theCard(card),
    name: nameOf(game, seat),
    them: sideName(game, side),
  };
  const mine = whose(game, side) === "us";
  const who = mine ? t("round.us", { n: round }) : t("round.them", { n: round, them: sideName(game, side) });
  return told(
    { tone: "points", who, text: t(own ? "log.highest_yours" : "log.highest", named) },
    t(own ? "voice.round_yours" : mine ? "voice.round_us" : "voice.round_them", named),
  );
}

/** @type {Teller} */
function folded({ seat = 0 }, game) {
  return told(
    by(game, seat, t("bubble.fold")),
    seat === game.seat ? t("voice.you_fold") : t("voice.folds", { name: nameOf(game, seat) }),
  );
}

/** @type {Teller} */
function handEnded({ side = 0, points = 0 }, game) {
  if (side === null || side === undefined) return told(null);
  const name = sideName(game, side);
  const why = game.result && game.result.side === side ? handReason(game) : t("log.hand_won");
  const title = ts("summary.hand", whose(game, side), { them: name });
  return told(
    { tone: "points", who: t("log.points", { n: points, side: name }), text: why },
    t("voice.hand", { title, why, n: points }),
    scoreSaid(game),
  );
}

/** @type {Teller} */
function gameWon({ side = 0 }, game) {
  const own = side ?? 0;
  const [a, b] = [game.score[own], game.score.find((_, one) => one !== own) ?? 0];
  const values = whose(game, own) === "us" ? { a, b } : { a: b, b: a, them: sideName(game, own) };
  return told(
    { tone: "sep", text: t("log.game", { side: sideName(game, own) }) },
    { text: ts("voice.won", whose(game, own), values), loud: true },
  );
}

/** @type {Teller} */
function dropped({ seat = 0 }, game) {
  const ms = game.clocks.chairs.find((chair) => chair.seat === seat)?.ms ?? 60000;
  return told(by(game, seat, t(seat === game.seat ? "log.you_dropped" : "log.dropped")), {
    text: t("voice.dropped", { name: nameOf(game, seat), n: Math.round(ms / 1000) }),
    loud: true,
  });
}

/** @type {Teller} */
function tantoShown({ seat = 0, cards = [] }, game) {
  const named = { name: nameOf(game, seat), cards: list(cards.map(theCard)) };
  if (seat === game.seat) return told(by(game, seat, t("log.you_show", named)), t("voice.you_show", named));
  return told(by(game, seat, t("log.shows", named)), t("voice.shows", named));
}

/** @type {Teller} */
function wentIdle({ seat = 0 }, game) {
  if (seat === game.seat)
    return told(by(game, seat, t("log.you_idle")), { text: t("voice.you_idle"), loud: true });
  return told(by(game, seat, t("log.idle")), t("voice.idle", { name: nameOf(game, seat) }));
}

/** @typedef {(fact: Fact, game: GameView, facts: Fact[]) => Told} Teller  with all that happened at once */
/** @type {Record<string, Teller>} */
const TELLERS = {
  dealt,
  card_played: cardPlayed,
  called,
  vote_cast: voteCast,
  answered,
  envido_settled: envidoSettled,
  round_ended: roundEnded,
  folded,
  hand_ended: handEnded,
  game_won: gameWon,
  dropped,
  votes_lapsed: () => told({ tone: "points", text: t("log.lapse") }, t("voice.lapsed")),
  asked_again: ({ word = "truco" }, game) =>
    told(null, asked(game, t("voice.again", { word: plainWord(word) }))),
  tanto_shown: tantoShown,
  returned: ({ seat = 0 }, game) =>
    told(by(game, seat, t(seat === game.seat ? "log.you_returned" : "log.returned")), {
      text: t("voice.returned", { name: nameOf(game, seat) }),
      loud: true,
    }),
  went_idle: wentIdle,
};

/** The lines and sentences of the facts of one frame; facts this client does not know are skipped. @param {Fact[]} facts @param {GameView} game @returns {Told} */
export function narrate(facts, game) {
  const all = facts.flatMap((fact) => TELLERS[fact.fact]?.(fact, game, facts) ?? []);
  return { lines: all.flatMap((one) => one.lines), said: all.flatMap((one) => one.said) };
}

/** What happens in a room between games. @param {Fact[]} facts @param {RoomView} room @param {RoomView} [before]  who was in it then @param {GameView|null} [game]  the one on the table, or that was @returns {Sentence[]} */
export function narrateRoom(facts, room, before, game) {
  const members = [...room.members, ...(before?.members ?? [])];
  /** Who stood up only to sit elsewhere, or to go, has done no more than that. @param {Fact} fact */
  const moved = ({ member }) =>
    facts.some(
      (other) =>
        other.fact === "game_ended" ||
        (other.member === member && ["seated", "member_left"].includes(other.fact)),
    );
  /** @param {Fact} fact */
  const name = (fact) => fact.name ?? members.find((member) => member.id === fact.member)?.name ?? "";
  /** @type {Record<string, (fact: Fact) => string|null>} */
  const tellers = {
    member_joined: (fact) => t("voice.joined", { name: name(fact) }),
    member_left: (fact) => (name(fact) ? t("voice.left", { name: name(fact) }) : null),
    seated: (fact) => t("voice.seated", { name: name(fact) }),
    stood: (fact) => (moved(fact) ? null : t("voice.stood", { name: name(fact) })),
    game_ended: () => lastGame(room, game),
    ready_set: (fact) => (fact.ready ? t("voice.ready", { name: name(fact) }) : null),
    game_started: () => t("voice.started"),
  };
  return facts
    .filter((fact) => fact.member !== room.you)
    .flatMap((fact) => tellers[fact.fact]?.(fact) ?? [])
    .map(spoken);
}

/** How the last game ended, when it was not played to its end. @param {RoomView} room @param {GameView|null} [game]  which it was @returns {string|null} */
export function lastGame({ last }, game) {
  if (!last || last.why === "won") return null;
  const name = last.name ?? t("last.someone");
  const text =
    last.why === "left"
      ? t("last.left", { name })
      : last.why === "stopped"
        ? t("last.stopped")
        : t("last.cancelled", { name });
  if (!game || game.id !== last.game) return text;
  const [us, them] = sides(game);
  const [a, b] = [game.score[us], game.score[them]];
  return `${text} ${t("last.at", { us: sideNames(game, us), a, them: sideNames(game, them), b })}`;
}

/** Why the hand was won, in one sentence. @param {GameView} game */
export function handReason(game) {
  const result = game.result;
  if (!result) return "";
  const won = game.rounds.flatMap((round, i) =>
    round.done && round.side === result.side ? [tCode(`ordinal.${i + 1}`, "round.n", { n: i + 1 })] : [],
  );
  const call = game.truco.chain[game.truco.chain.length - 1];
  const stem = `why.${result.why.code}`;
  const theirs = `${stem}.them`;
  return tCode(`${stem}.${whose(game, result.side)}`, isKey(theirs) ? theirs : "log.hand_won", {
    first: won[0],
    second: won[1],
    word: call ? plainWord(call) : "",
    them: sideName(game, result.side),
    others: otherNames(game, result.side),
    n: game.target,
  });
}

/** The sentence of a reason; of one that this page does not know, nothing, which is never false. @param {string} key @param {import("./i18n/index.js").Values} values */
const reasonSaid = (key, values) => (isKey(key) ? t(key, values) : "");

/** Why the envido was won and what set its price, in a sentence or two. @param {GameView} game @param {string} tantos  the best of both, as they were said */
export function envidoReason(game, tantos) {
  const envido = game.envido;
  if (!envido) return "";
  const values = {
    tantos,
    n: envido.points,
    word: plainWord(envido.chain[envido.chain.length - 1] ?? "envido"),
    them: sideName(game, envido.side),
    others: otherNames(game, envido.side),
  };
  const { code } = envido.why;
  const won = code === "refused" ? ts("why.envido_refused", whose(game, envido.side), values) : "";
  const why = won || reasonSaid(`why.envido_${code}`, values);
  return [capital(why), envido.price && reasonSaid(`why.${envido.price.code}`, values)]
    .filter(Boolean)
    .join(" ");
}

/** How the game came to its end. @param {GameView} game */
export function endReason(game) {
  if (game.result?.by === "envido") return handReason(game);
  const side = game.over?.side ?? 0;
  return `${handReason(game)} ${ts("why.target", whose(game, side), { n: game.target, them: sideName(game, side) })}`;
}

/** Who called what is open. @param {GameView} game @param {import("./types.js").QuestionView} question */
export const callSaid = (game, { caller, call }) =>
  caller === game.seat
    ? t("voice.you_call", { word: plainWord(call) })
    : wordSaid(game, caller, "voice.calls", call);

/** The table in words, for the key V. @param {GameView} game @returns {string} */
export function describe(game) {
  const played = game.seats
    .filter((seat) => seat.played.length)
    .map((seat) =>
      t("voice.on_table", { name: seatName(game, seat.seat), cards: list(seat.played.map(cardName)) }),
    );
  const turn =
    game.turn === null
      ? []
      : [game.turn === game.seat ? t("voice.your_turn") : t("voice.turn", { name: nameOf(game, game.turn) })];
  const held = game.held.length ? [t("voice.left_cards", { cards: list(game.held.map(cardName)) })] : [];
  return [
    t("voice.table", { hand: game.hand, worth: game.worth }),
    scoreSaid(game),
    ...played,
    ...held,
    ...(game.question ? [callSaid(game, game.question)] : turn),
  ].join(" ");
}
