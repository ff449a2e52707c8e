import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { askAgain, onAnswer } from "../../static/js/help/asked.js";
import { sourcesOf } from "../../static/js/help/sources.js";
import {
  asksMano,
  judged,
  marked,
  noMarks,
  numberIn,
  played,
  question,
  some,
  stepName,
  toggled,
} from "../../static/js/help/tools.js";
import { texts as en } from "../../static/js/i18n/help/en.js";
import { texts as es } from "../../static/js/i18n/help/es.js";
import { texts as pt } from "../../static/js/i18n/help/pt.js";
import { HELP_TABS } from "../../static/js/router.js";

const DECK = [..."eboc"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 10, 11, 12].map((n) => `${n}${suit}`));

test("who goes away is told of no answer any more, and ends nobody else's hearing", () => {
  let [first, second] = [0, 0];
  const endFirst = onAnswer(() => {
    first += 1;
  });
  askAgain();
  const endSecond = onAnswer(() => {
    second += 1;
  });
  endFirst();
  askAgain();
  endSecond();
  askAgain();
  assert.deepEqual([first, second], [1, 1]);
});

test("rounds are judged up to the first that is not marked", () => {
  const third = marked(noMarks(), 2, "us");
  assert.deepEqual(played(third), []);
  const first = marked(third, 0, "parda");
  assert.deepEqual(played(first), ["parda"]);
  assert.deepEqual(played(marked(first, 1, "them")), ["parda", "them", "us"]);
  assert.deepEqual(noMarks().marks, [null, null, null], "what was marked leaves the old state alone");
});

test("only three pardas ask whose the mano is", () => {
  const pardas = [0, 1, 2].reduce((rounds, at) => marked(rounds, at, "parda"), noMarks());
  assert.ok(asksMano(pardas));
  assert.ok(!asksMano(marked(pardas, 1, "us")));
  assert.ok(!asksMano(noMarks()));
});

test("cards are dealt from the whole deck, none twice", () => {
  const dealt = some(DECK, 40, () => 0.999999);
  assert.equal(new Set(dealt).size, 40);
  assert.deepEqual(
    some(DECK, 3, () => 0),
    ["1e", "2e", "3e"],
  );
  assert.equal(DECK.length, 40, "the deck stays whole");
});

test("an answer is a number of one or two digits", () => {
  assert.deepEqual(["33", " 7 ", "0"].map(numberIn), [33, 7, 0]);
  for (const text of ["", "x", "3x", "-1", "3.5", "333"]) assert.equal(numberIn(text), null, text);
});

test("right answers in a row are counted once each, and a wrong one begins again", () => {
  const asked = { ...question(["7o", "6o", "1b"], 2), given: 33 };
  const right = judged(asked, 33);
  assert.equal(right.streak, 3);
  assert.equal(judged(right, 33), right, "drawn again, it counts no more");
  assert.equal(judged({ ...asked, given: 30 }, 33).streak, 0);
  assert.equal(judged(question(["7o"], 2), 33).streak, 2, "nothing was answered yet");
});

test("one card more than there can be takes the place of the oldest", () => {
  assert.deepEqual(toggled(["1e", "2e"], "3e", 3), ["1e", "2e", "3e"]);
  assert.deepEqual(toggled(["1e", "2e", "3e"], "4e", 3), ["2e", "3e", "4e"]);
  assert.deepEqual(toggled(["1e", "2e"], "1e", 3), ["2e"]);
});

test("a step is named by its card, by its number, or by its cards", () => {
  assert.deepEqual(stepName(["1e"], DECK), { kind: "card", card: "1e" });
  assert.deepEqual(stepName(["3e", "3b", "3o", "3c"], DECK), { kind: "all", number: 3 });
  assert.deepEqual(stepName(["7b", "7c"], DECK), { kind: "part", number: 7 });
  assert.deepEqual(stepName(["7b", "6c"], DECK), { kind: "list", cards: ["7b", "6c"] });
});

const SCRIPTS = fileURLToPath(new URL("../../static/js/help", import.meta.url));
const sources = readdirSync(SCRIPTS)
  .map((name) => readFileSync(join(SCRIPTS, name), "utf8"))
  .join("\n");
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const stems = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1]);

test("the section has the same sentences with the same holes in all three languages", () => {
  for (const [name, other] of Object.entries({ en, pt })) {
    assert.deepEqual(Object.keys(other), Object.keys(es), name);
    for (const key of Object.keys(es)) {
      assert.deepEqual(holes(other[key]), holes(es[key]), `${name} ${key}`);
      assert.ok(other[key].trim(), `${name} ${key}`);
    }
  }
});

test("no sentence of the section is unused, and none is missing", () => {
  const plural = (key) => sources.includes(`thn("${key.replace(/\.(one|many)$/, "")}"`);
  const unused = Object.keys(es).filter(
    (key) => !sources.includes(`"${key}"`) && !stems.some((stem) => key.startsWith(stem)) && !plural(key),
  );
  assert.deepEqual(unused, []);
  const wanted = [...sources.matchAll(/\bth\("([\w.]+)"/g)].map((match) => match[1]);
  assert.ok(wanted.length > 20);
  assert.deepEqual(
    wanted.filter((key) => !(key in es)),
    [],
  );
  for (const stem of stems)
    assert.ok(
      Object.keys(es).some((key) => key.startsWith(stem)),
      stem,
    );
});

/** Hosts that are linked to as they are known, without https. */
const WITHOUT_TLS = ["acanomas.com"];

test("each part names its sources: a title and a place, and an absolute https address", () => {
  for (const language of ["es", "en", "pt"])
    for (const part of HELP_TABS) {
      const { sections, pages } = sourcesOf(part, language);
      assert.ok(sections.length && pages.length, part);
      for (const page of pages) {
        assert.deepEqual(
          Object.keys(page).sort(),
          ["address", "lang", "title", "where"],
          "and nothing quoted",
        );
        assert.ok(page.title.length > 3 && page.title.length < 60 && page.where.length > 3, page.title);
        assert.doesNotMatch(page.title + page.where, /["“”«»]/);
        const { protocol, hostname } = new URL(page.address);
        assert.equal(protocol, WITHOUT_TLS.includes(hostname) ? "http:" : "https:", page.address);
        assert.match(hostname, /\./);
      }
    }
});
