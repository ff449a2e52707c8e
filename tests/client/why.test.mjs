import assert from "node:assert/strict";
import { test } from "node:test";
import { endReason, envidoReason, handReason } from "../../static/js/narrate.js";
import { settings } from "../../static/js/settings.js";
import { game } from "./game.mjs";

settings.language = "es";

/** An envido that Beto and Dani won, with what is different. */
const envido = (changes) => ({
  chain: ["envido"],
  accepted: true,
  side: 1,
  points: 2,
  seat: 1,
  declared: [],
  shown: [],
  why: { code: "higher", rule: "B7.9" },
  price: null,
  ...changes,
});
const told = (changes, tantos = "") => envidoReason(game({ envido: envido(changes) }), tantos);
const result = (code, side = 0, by = "rounds") => ({
  side,
  points: 1,
  by,
  extra: 0,
  why: { code, rule: "B5.1" },
  shown: [],
});

test("an envido is won by the higher tanto, or nearer the mano", () => {
  assert.equal(told({}, "27 de Beto contra 26"), "27 de Beto contra 26: gana el tanto más alto.");
  assert.equal(
    told({ why: { code: "nearer_mano", rule: "B7.9" } }, "tus 27"),
    "Tus 27: con tantos iguales gana el más cercano al mano.",
  );
});

test("a refused envido says who refused which call, and what that paid", () => {
  const refused = {
    chain: ["envido", "real-envido"],
    accepted: false,
    why: { code: "refused", rule: "B7.8" },
  };
  assert.equal(told(refused), "No quisimos el real envido: 2 para ellos.");
  assert.equal(told({ ...refused, side: 0 }), "No nos quisieron el real envido: 2 para nosotros.");
});

test("a falta says what it was worth and why", () =>
  assert.equal(
    told({ points: 12, price: { code: "falta_leader", rule: "B7.7" } }, "30 de Dani"),
    "30 de Dani: gana el tanto más alto. La falta valía 12, lo que necesitaba la pareja que iba adelante.",
  ));

test("of a reason that this client does not know it says nothing, rather than another's", () => {
  const unknown = { code: "new", rule: "B99.1" };
  assert.equal(told({ why: unknown }, "27"), "");
  assert.equal(told({ price: unknown }, "27"), told({}, "27"));
});

test("folds and rounds say whose they were", () => {
  assert.equal(
    handReason(game({ result: result("folded_extra", 1) })),
    "Nos fuimos al mazo antes del envido: uno más.",
  );
  assert.equal(handReason(game({ result: result("three_pardas") })), "Tres pardas: somos mano.");
});

test("the end says how the last hand was won and that the target is the end", () => {
  const over = { why: "won", side: 1, seat: null };
  assert.equal(
    endReason(game({ result: result("three_pardas", 1), over })),
    "Tres pardas: son mano ellos. Así llegaron a 30.",
  );
  assert.equal(
    endReason(game({ result: result("envido", 1, "envido"), over })),
    "Con el envido llegaron a 30.",
  );
});
