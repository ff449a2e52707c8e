import assert from "node:assert/strict";
import { test } from "node:test";
import { groups } from "../../static/js/table/groups.js";

const filled = (...numbers) => groups(...numbers).map((half) => half.map((box) => box.filled));

test("eighteen of thirty: fifteen malas, three buenas", () =>
  assert.deepEqual(filled(18, 30, 15), [
    [5, 5, 5],
    [3, 0, 0],
  ]));
test("nothing yet", () =>
  assert.deepEqual(filled(0, 30, 15), [
    [0, 0, 0],
    [0, 0, 0],
  ]));
test("a target without halves is one row", () => assert.deepEqual(filled(7, 15, null), [[5, 2, 0]]));
test("the last group of a half is cut to it", () =>
  assert.deepEqual(
    groups(12, 24, 12).map((half) => half.map((box) => box.size)),
    [
      [5, 5, 2],
      [5, 5, 2],
    ],
  ));
