import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRoute, routeHash } from "../../static/js/router.js";

for (const route of [
  { name: "home" },
  { name: "lobby" },
  { name: "room", id: "a1" },
  { name: "invite", code: "7K3Q-MATE-9XW2P" },
  { name: "share", code: "7K3Q-MATE-9XW2P" },
  { name: "help", tab: "tanto", rule: "" },
  { name: "help", tab: "rules", rule: "B5.3" },
]) {
  test(`${route.name} comes back from its address`, () =>
    assert.deepEqual(parseRoute(routeHash(route)), route));
}

test("what is no address is home", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#/room", "#/i/", "#main"])
    assert.deepEqual(parseRoute(hash), { name: "home" });
});

test("how to play begins with the order of the cards", () => {
  for (const hash of ["#/help", "#/help/", "#/help/nowhere"])
    assert.deepEqual(parseRoute(hash), { name: "help", tab: "order", rule: "" });
});

test("a broken escape is home, not an error", () =>
  assert.deepEqual(parseRoute("#/i/%E0%A4%A"), { name: "home" }));
