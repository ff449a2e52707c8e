import assert from "node:assert/strict";
import { test } from "node:test";
import { dealt, fromMano, turnedAt } from "../../static/js/table/dealing.js";

test("cards go round one at a time, from the mano", () => {
  const flights = dealt(fromMano([3, 1, 0, 2], 2), 3, 0);
  assert.deepEqual(
    flights.map(({ seat }) => seat),
    [2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1],
  );
  assert.deepEqual(
    flights.filter(({ seat }) => seat === 0).map(({ card, delay }) => [card, delay]),
    [
      [0, 110],
      [1, 330],
      [2, 550],
    ],
  );
});

test("a deal of twelve takes no longer than 900 ms with the turning over, a gathering before it 1.2 s", () => {
  assert.ok(turnedAt(12, 0) + 90 <= 900);
  assert.ok(turnedAt(12, 320) + 180 <= 1300);
});

test("a mano who is not there changes nothing", () => {
  assert.deepEqual(fromMano([0, 1], 7), [0, 1]);
});
