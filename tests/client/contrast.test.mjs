import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../static/css/tokens.css", import.meta.url), "utf8");
/** Each colour token as [light, dark]. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*(?:light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g)].map(
    ([, name, light, dark, both]) => [name, both ? [both, both] : [light, dark]],
  ),
);

const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex) =>
  [1, 3, 5]
    .map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255))
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const TEXT = 4.5;
const LINE = 3;
const PAIRS = [
  ["text", "page", TEXT],
  ["text", "raised", TEXT],
  ["text-soft", "page", TEXT],
  ["text-soft", "raised", TEXT],
  ["text", "hair", TEXT],
  ["on-felt", "felt", TEXT],
  ["on-felt", "felt-edge", TEXT],
  ["on-felt-soft", "felt", TEXT],
  ["us", "page", TEXT],
  ["them", "page", TEXT],
  ["us", "raised", TEXT],
  ["them", "raised", TEXT],
  ["us-ink", "ink", TEXT],
  ["them-ink", "ink", TEXT],
  ["paper", "truco", TEXT],
  ["ink", "envido", TEXT],
  ["paper", "yes", TEXT],
  ["ink", "paper", TEXT],
  ["ink-soft", "paper", TEXT],
  ["danger", "page", TEXT],
  ["danger", "raised", TEXT],
  ["link", "page", TEXT],
  ["link", "raised", TEXT],
  ["suit-o", "paper", TEXT],
  ["suit-c", "paper", TEXT],
  ["suit-e", "paper", TEXT],
  ["suit-b", "paper", TEXT],
  ["turn", "felt", LINE],
  ["line", "page", LINE],
  ["line", "raised", LINE],
  ["focus", "page", LINE],
  ["focus", "focus-gap", TEXT],
  ["paper", "felt", LINE],
];

for (const [a, b, least] of PAIRS) {
  test(`${a} on ${b} has at least ${least}:1 in both themes`, () => {
    [0, 1].forEach((theme) => {
      const value = contrast(tokens.get(a)[theme], tokens.get(b)[theme]);
      assert.ok(value >= least, `${["light", "dark"][theme]}: ${value.toFixed(2)}`);
    });
  });
}
