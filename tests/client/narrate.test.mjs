import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../static/js/i18n/index.js";
import {
  describe,
  endReason,
  envidoReason,
  handReason,
  lastGame,
  narrate,
  narrateRoom,
} from "../../static/js/narrate.js";
import { settings } from "../../static/js/settings.js";
import { game } from "./game.mjs";

const said = (fact, view = game()) => {
  settings.language = "es";
  return narrate([fact], view)
    .said.map((sentence) => (sentence.loud ? "! " : "") + sentence.text)
    .join(" ");
};
const line = (fact, view = game()) => {
  settings.language = "es";
  return narrate([fact], view).lines.map(({ who, text }) => [who, text].filter(Boolean).join(" "));
};

test("the deal tells who dealt, who is mano, one's cards and one's tanto", () => {
  assert.equal(
    said({ fact: "dealt", hand: 9, dealer: 3 }),
    "Repartió Dani. Sos mano. Tus cartas: 6 de copas, 7 de espadas y rey de copas. Envido 26.",
  );
});

test("a card is named with its article", () => {
  assert.equal(said({ fact: "card_played", seat: 2, card: "3e" }), "Caro juega el 3 de espadas.");
  assert.equal(said({ fact: "card_played", seat: 1, card: "10o" }), "Beto juega la sota de oros.");
  assert.deepEqual(line({ fact: "card_played", seat: 0, card: "6c" }), ["Vos jugás el 6 de copas"]);
});

test("a call to us is loud and says the keys and the seconds", () => {
  const view = game({
    question: {
      id: 1,
      call: "truco",
      chain: ["truco"],
      behind: null,
      caller: 3,
      side: 0,
      seats: [0, 2],
      votes: {},
      accepted: 2,
      refused: 1,
    },
    legal: [{ do: "vote", word: "quiero" }],
  });
  view.clocks.question = 10000;
  assert.equal(
    said({ fact: "called", seat: 3, word: "truco" }, view),
    "! Dani canta truco. Q quiero, N no quiero. 10 segundos.",
  );
});

test("a call of our own asks nothing of us", () => {
  assert.equal(said({ fact: "called", seat: 0, word: "truco" }), "Cantás truco.");
});

test("the envido that comes first is told as such", () => {
  const view = game({
    question: {
      id: 2,
      call: "envido",
      chain: ["envido"],
      behind: "truco",
      caller: 1,
      side: 0,
      seats: [0, 2],
      votes: {},
    },
  });
  assert.equal(
    said({ fact: "called", seat: 1, word: "envido" }, view),
    "Beto canta envido; el envido va primero.",
  );
});

test("an answer says what the hand is worth, or that they did not want", () => {
  assert.equal(
    said(
      { fact: "answered", side: 1, seat: 1, word: "quiero" },
      game({ worth: 2, truco: { chain: ["truco"], side: 1, ladder: [] } }),
    ),
    "Quisieron. La mano vale 2.",
  );
  assert.equal(said({ fact: "answered", side: 1, seat: 1, word: "no-quiero" }), "No quisieron.");
  assert.equal(said({ fact: "answered", side: 1, seat: 1, word: "retruco" }), "Beto quiere y canta retruco.");
});

test("a raise of our own is told in the second person", () =>
  assert.equal(said({ fact: "answered", side: 0, seat: 0, word: "retruco" }), "Querés y cantás retruco."));

test("the tantos are told in order, then the points and the score", () => {
  const fact = {
    fact: "envido_settled",
    chain: ["envido"],
    accepted: true,
    side: 1,
    points: 2,
    seat: 1,
    declared: [
      [0, 26],
      [1, 27],
      [2, "son buenas"],
    ],
  };
  assert.equal(
    said(fact),
    "Vos: 26. Beto: 27. Caro: son buenas. Envido de ellos: más 2. Nosotros 18, ellos 14.",
  );
  assert.deepEqual(line(fact), ["Vos 26", "Beto 27", "Caro Son buenas", "+2 ellos Envido querido"]);
});

test("a round is told with its card, a parda without", () => {
  const rounds = [
    {
      cards: [
        [0, "6c"],
        [1, "10o"],
        [2, "3e"],
        [3, "4b"],
      ],
      side: 0,
      seat: 2,
      done: true,
      best: [2],
      why: null,
    },
  ];
  assert.equal(
    said({ fact: "round_ended", round: 1, side: 0, seat: 2 }, game({ rounds })),
    "Primera, nuestra: el 3 de espadas de Caro.",
  );
  assert.equal(
    said({ fact: "round_ended", round: 1, side: 0, seat: 0 }, game({ rounds })),
    "Primera, nuestra: tu 6 de copas.",
  );
  assert.equal(said({ fact: "round_ended", round: 1, side: null, seat: null }), "Primera parda.");
});

test("a lost connection is loud and says how long the table waits", () => {
  const view = game();
  view.clocks.chairs = [{ seat: 3, ms: 60000, idle: false }];
  assert.equal(said({ fact: "dropped", seat: 3 }, view), "! A Dani se le cortó. La mesa espera 60 segundos.");
});

test("the end is told with both scores, the winner's first", () => {
  assert.equal(said({ fact: "game_won", side: 0 }, game({ score: [30, 24] })), "! ¡Ganamos, 30 a 24!");
  assert.equal(said({ fact: "game_won", side: 1 }, game({ score: [24, 30] })), "! Ganaron ellos, 30 a 24.");
});

test("facts this client does not know are skipped", () =>
  assert.equal(said({ fact: "flower_picked", seat: 1 }), ""));

test("one who watches hears names, not us and them", () => {
  assert.equal(
    said({ fact: "folded", seat: 1 }, game({ seat: null, side: null, cards: [], tanto: null })),
    "Beto se va al mazo.",
  );
  assert.match(
    said({ fact: "game_won", side: 1 }, game({ seat: null, side: null, score: [24, 30] })),
    /Ganaron Beto y Dani, 30 a 24/,
  );
});

test("every fact has a sentence in English too", async () => {
  await learn("en");
  settings.language = "en";
  assert.equal(
    narrate([{ fact: "card_played", seat: 2, card: "12c" }], game()).said[0].text,
    "Caro plays the king of copas.",
  );
  assert.equal(
    describe(game()),
    "Hand 9. It is worth 1. Us 18, them 14. You hold: 6 of copas, 7 of espadas, and king of copas. Your turn.",
  );
});

const room = (changes = {}) => ({
  you: "a",
  members: [
    { id: "a", name: "Ana" },
    { id: "b", name: "Beto" },
  ],
  last: null,
  ...changes,
});
const told = (facts, now = room(), before = room(), view = null) => {
  settings.language = "es";
  return narrateRoom(facts, now, before, view).map(({ text }) => text);
};

test("who goes is named though they are no longer there, and does not stand up as well", () => {
  const alone = room({ members: [{ id: "a", name: "Ana" }] });
  const facts = [
    { fact: "stood", member: "b", seat: 1 },
    { fact: "member_left", member: "b" },
  ];
  assert.deepEqual(told(facts, alone), ["Se fue Beto."]);
});

test("a change of chairs is told as one thing", () => {
  const facts = [
    { fact: "stood", member: "b", seat: 1 },
    { fact: "seated", member: "b", seat: 3 },
  ];
  assert.deepEqual(told(facts), ["Beto se sentó."]);
  assert.deepEqual(told(facts.slice(0, 1)), ["Beto se levantó."]);
});

test("a game that was cancelled is told with its reason and the score", () => {
  const last = { why: "cancelled", name: "Dani", game: "g", score: [18, 14] };
  assert.deepEqual(told([{ fact: "game_ended" }], room({ last }), room(), game()), [
    "Se anuló: Dani no volvió en un minuto. Nadie pierde puntos. Iban así: Ana y Caro 18, Beto y Dani 14.",
  ]);
});

test("who watches reads of no we: whoever won, the pairs have names", async () => {
  const facts = [
    { fact: "answered", seat: 1, word: "quiero" },
    { fact: "answered", seat: 1, word: "no-quiero" },
    { fact: "envido_settled", accepted: true, points: 2, declared: [[0, 27]], chain: ["envido"] },
    { fact: "envido_settled", accepted: false, points: 1, declared: [], chain: ["envido"] },
    { fact: "round_ended", round: 1, seat: 0 },
    { fact: "hand_ended", points: 2 },
    { fact: "game_won" },
  ];
  const codes = ["two_rounds", "first_parda", "second_parda", "third_parda", "third_round", "three_pardas"];
  const we = {
    es: /nosotros|nuestr|ellos|\b\w+mos\b|\bnos\b/i,
    en: /\b(we|us|our|ours|they|them)\b/i,
    pt: /\b(nós|noss[oa]s?|eles|deles|\w+mos)\b/i,
  };
  for (const language of ["es", "en", "pt"]) {
    await learn(language);
    settings.language = language;
    for (const side of [0, 1])
      for (const code of [...codes, "refused", "folded", "folded_extra", "envido"]) {
        const result = { side, points: 2, by: "rounds", why: { code, rule: "B5.1" }, shown: [] };
        const round = { cards: [[0, "6c"]], side, seat: 0, done: true, best: [0], why: null };
        const envido = { side, points: 1, accepted: false, chain: ["envido"], why: { code: "refused" } };
        const view = game({ seat: null, side: null, cards: [], held: [], tanto: null, result, envido });
        view.rounds = [round, round];
        view.truco.chain = ["truco"];
        view.over = { why: "won", side, seat: null };
        const { said, lines } = narrate(
          facts.map((fact) => ({ ...fact, side })),
          view,
        );
        const all = [
          ...said.map(({ text }) => text),
          ...lines.map(({ who = "", text }) => `${who} ${text}`),
          handReason(view),
          endReason(view),
          envidoReason(view, "27"),
        ];
        for (const text of all) assert.doesNotMatch(text, we[language], `${language} ${code}`);
      }
  }
  settings.language = "es";
});

test("who refused is told from where one sits", () => {
  const fact = { fact: "envido_settled", accepted: false, points: 1, chain: ["envido"] };
  assert.deepEqual(line({ ...fact, side: 0 }), ["+1 nosotros No quisieron el envido"]);
  assert.deepEqual(line({ ...fact, side: 1 }), ["+1 ellos No quisimos el envido"]);
  assert.deepEqual(line({ ...fact, side: 1 }, game({ seat: null, side: null })), [
    "+1 Beto y Dani Ana y Caro no quisieron el envido",
  ]);
});

test("the score of a game that broke off says whose number is whose", () => {
  settings.language = "es";
  const last = { why: "left", seat: 3, side: null, name: "Dani", game: "g", score: [18, 14] };
  assert.equal(
    lastGame(room({ last }), game()),
    "Se anuló: Dani dejó la partida. Nadie pierde puntos. Iban así: Ana y Caro 18, Beto y Dani 14.",
  );
  assert.match(lastGame(room({ last }), game({ seat: 1, side: 1 })), /Beto y Dani 14, Ana y Caro 18\.$/);
  assert.match(lastGame(room({ last }), game({ id: "other" })), /Nadie pierde puntos\.$/);
});

test("an envido that was wanted while the truco waits is not taken for the truco", () => {
  settings.language = "es";
  const view = game({ worth: 1, truco: { chain: ["truco"], side: 1, ladder: [] } });
  const accepted = { fact: "answered", side: 1, seat: 1, word: "quiero" };
  const settled = {
    fact: "envido_settled",
    accepted: true,
    side: 0,
    points: 2,
    seat: 0,
    declared: [],
    chain: ["envido"],
  };
  assert.equal(narrate([accepted, settled], view).said[0].text, "Quisieron el envido.");
  assert.equal(narrate([accepted], { ...view, worth: 2 }).said[0].text, "Quisieron. La mano vale 2.");
});

test("the table in words says who called what waits", () => {
  settings.language = "es";
  const question = {
    id: 1,
    call: "truco",
    chain: ["truco"],
    behind: null,
    caller: 3,
    side: 0,
    seats: [0, 2],
    votes: {},
  };
  assert.match(describe(game({ question })), /Dani canta truco\.$/);
  assert.match(describe(game({ question: { ...question, caller: 0 } })), /Cantás truco\.$/);
});
