import assert from "node:assert/strict";
import { test } from "node:test";
import { sense, soundOf, wanted } from "../../static/js/senses.js";
import { settings } from "../../static/js/settings.js";
import { game } from "./game.mjs";

const shaken = [];
Object.defineProperty(globalThis, "navigator", {
  value: { vibrate: (ms) => shaken.push(ms) },
  configurable: true,
});

test("what happened has a sound of its own", () => {
  const of = (fact) => soundOf(fact, game({ side: 0 }));
  assert.equal(of({ fact: "dealt" }), "shuffle");
  assert.equal(of({ fact: "card_played", seat: 1, card: "7o" }), "card");
  assert.equal(of({ fact: "called", word: "truco" }), "call");
  assert.equal(of({ fact: "answered", word: "quiero" }), "answer");
  assert.equal(of({ fact: "answered", word: "retruco" }), "call");
  assert.equal(of({ fact: "game_won", side: 0 }), "won");
  assert.equal(of({ fact: "game_won", side: 1 }), "lost");
  assert.equal(of({ fact: "member_joined" }), null);
});

test("one is wanted on turn and when asked, not in a pause", () => {
  assert.equal(wanted(game({ seat: 0, turn: 0 })), "turn");
  assert.equal(wanted(game({ seat: 0, turn: 1 })), "");
  assert.equal(wanted(game({ seat: 0, turn: 0, paused: true })), "");
  assert.equal(wanted(null), "");
});

test("a question goes on while the table waits for somebody", () => {
  const asked = { seat: 0, turn: 0, question: { id: 1 }, legal: [{ do: "vote", word: "quiero" }] };
  assert.equal(wanted(game(asked)), "vote");
  assert.equal(wanted(game({ ...asked, paused: true })), "vote");
  assert.equal(
    wanted(game({ ...asked, legal: [] })),
    "",
    "the pair has answered, or the other pair is asked",
  );
});

test("the device shakes once for each turn, and not for who does not want it", () => {
  const mine = game({ seat: 0, turn: 0 });
  sense([], mine, game({ seat: 0, turn: 3 }));
  sense([], mine, mine);
  assert.equal(shaken.length, 1);
  settings.vibrate = false;
  sense([], mine, game({ seat: 0, turn: 3 }));
  settings.vibrate = true;
  assert.equal(shaken.length, 1);
});
