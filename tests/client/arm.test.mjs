import assert from "node:assert/strict";
import { test } from "node:test";
import { ARM_MS, Arming } from "../../static/js/arm.js";

test("a new button takes no press for half a second", () => {
  const arming = new Arming();
  assert.equal(arming.offer(["vote quiero q1"], 1000), ARM_MS);
  assert.equal(arming.takes("vote quiero q1", 1000 + ARM_MS - 1), false);
  assert.equal(arming.takes("vote quiero q1", 1000 + ARM_MS), true);
});

test("a button that stays keeps its time", () => {
  const arming = new Arming();
  arming.offer(["call truco t1"], 0);
  arming.offer(["call truco t1", "fold t1"], 600);
  assert.equal(arming.takes("call truco t1", 600), true);
  assert.equal(arming.takes("fold t1", 600), false);
});

test("the same word of the next question is another button", () => {
  const arming = new Arming();
  arming.offer(["vote quiero q1"], 0);
  arming.offer(["vote quiero q2"], 900);
  assert.equal(arming.takes("vote quiero q1", 2000), false);
  assert.equal(arming.takes("vote quiero q2", 1000), false);
});

test("a press that began before the button was ready never counts", () => {
  const arming = new Arming();
  arming.offer(["fold t1"], 0);
  const began = ARM_MS - 50; // the finger is lifted later, when the button is ready
  assert.equal(arming.takes("fold t1", began), false);
});
