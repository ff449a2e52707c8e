import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { TERMINAL } from "../../static/js/connection.js";
import { en } from "../../static/js/i18n/en.js";
import { es } from "../../static/js/i18n/es.js";
import { texts as helpTexts } from "../../static/js/i18n/help/es.js";
import {
  cardName,
  LANGUAGE_NAMES,
  languageTag,
  learn,
  list,
  t,
  theCard,
} from "../../static/js/i18n/index.js";
import { pt } from "../../static/js/i18n/pt.js";
import { texts as replayEn } from "../../static/js/i18n/replay/en.js";
import { texts as replayEs } from "../../static/js/i18n/replay/es.js";
import { texts as replayPt } from "../../static/js/i18n/replay/pt.js";
import { settings } from "../../static/js/settings.js";

const SCRIPTS = fileURLToPath(new URL("../../static/js", import.meta.url));
const sources = readdirSync(SCRIPTS, { recursive: true })
  .filter((name) => name.endsWith(".js") && !/i18n\/((help|replay)\/)?(es|en|pt)\.js$/.test(name))
  .map((name) => readFileSync(join(SCRIPTS, name), "utf8"))
  .join("\n");
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

const WORDS = [
  "envido",
  "real-envido",
  "falta-envido",
  "truco",
  "retruco",
  "vale-cuatro",
  "quiero",
  "no-quiero",
];

/** Keys that are put together, by how they begin, with all that their last part may be. */
const FAMILIES = {
  "net.": Object.values(TERMINAL),
  "ordinal.": ["1", "2", "3"],
  "figure.": ["1", "10", "11", "12"],
  "suit.": [..."eboc"],
  "rules.seats.": ["4"],
  "last.envido_refused.": ["us", "them", "named"],
  "word.": WORDS,
  "plain.": WORDS,
  "vote.": WORDS,
  "bubble.": WORDS,
  "why.": "codes",
  "refusal.": "codes",
  "problem.": "codes", // tests/server/test_texts.py holds these against what the server says
};

/** How the source puts keys together: in a template, or by the words of a call. */
const stems = new Set(
  [...sources.matchAll(/`([\w.]+\.)\$\{/g)]
    .map((match) => match[1])
    .concat([...sources.matchAll(/\bof\("(\w+)", word\)/g)].map((match) => `${match[1]}.`))
    .filter((stem) => Object.keys(es).some((key) => key.startsWith(stem))),
);

/** One of a family. @param {string} key */
const inFamily = (key) =>
  Object.entries(FAMILIES).some(
    ([stem, lasts]) => key.startsWith(stem) && (lasts === "codes" || lasts.includes(key.slice(stem.length))),
  );

/** Keys of one word, which other things are called as well: those that stand in a call of `t`. */
const asked = new Set(
  [...sources.replace(/=== "\w+"/g, "").matchAll(/\bt\(([^(){}]*)/g)].flatMap((match) =>
    [...match[1].matchAll(/"(\w+)"/g)].map(([, word]) => word),
  ),
);

/** The key itself, or what `tn` and `ts` choose by number or side. @param {string} key */
const isSaid = (key) =>
  (key.includes(".") ? sources.includes(`"${key}"`) : asked.has(key)) ||
  calls("tn", key, /\.(one|many)$/) ||
  calls("ts", key, /\.(us|them|named)$/);
const calls = (name, key, end) => end.test(key) && sources.includes(`${name}("${key.replace(end, "")}"`);

for (const [language, sentences] of Object.entries({ en, pt })) {
  test(`${language} has the sentences that es has, and no other`, () => {
    assert.deepEqual(Object.keys(sentences).sort(), Object.keys(es).sort());
  });

  test(`a sentence has the same holes in ${language} as in es`, () => {
    const known = (key) => (LEFT_OUT[language] ?? []).includes(key);
    const different = Object.keys(es).filter(
      (key) =>
        holes(sentences[key]).some((hole) => !holes(es[key]).includes(hole)) ||
        (holes(es[key]).some((hole) => !holes(sentences[key]).includes(hole)) && !known(key)),
    );
    assert.deepEqual(different, []);
  });

  test(`only what need not be said is empty in ${language}`, () => {
    assert.deepEqual(
      Object.keys(es).filter((key) => !sentences[key].trim() && es[key].trim()),
      [],
    );
  });

  test(`what players say is Spanish in ${language} too`, () => {
    const said = Object.keys(es).filter((key) => /^(word|vote|bubble|plain)\./.test(key));
    assert.ok(said.length > 20);
    assert.deepEqual(
      said.filter((key) => sentences[key] !== es[key]),
      [],
    );
  });
}

test("each language can be chosen, and is spoken by its tag", async () => {
  assert.deepEqual(LANGUAGE_NAMES.map(([code]) => code).sort(), ["en", "es", "pt"]);
  for (const [code, tag] of [
    ["pt", "pt-BR"],
    ["en", "en"],
    ["es", "es-AR"],
  ]) {
    await learn(code);
    settings.language = code;
    assert.equal(languageTag(), tag);
  }
});

test("Portuguese draws its words together and keeps the names apart", async () => {
  await learn("pt");
  settings.language = "pt";
  assert.equal(t("summary.hand.them", { them: t("them") }), "A mão é deles");
  assert.equal(t("summary.hand.them", { them: list(["Beto", "Dani"]) }), "A mão é de Beto e Dani");
  assert.equal(cardName("11b"), "cavalo de bastos");
  assert.equal(theCard("10o"), "a sota de ouros");
  settings.language = "es";
});

test("no sentence is unused", () => {
  assert.deepEqual(
    Object.keys(es).filter((key) => !isSaid(key) && !inFamily(key)),
    [],
  );
});

test("each family of keys that the source puts together is listed, and no other", () => {
  const help = new Set(Object.keys(helpTexts).map((key) => key.slice(0, key.indexOf(".") + 1)));
  const wanted = [...stems].filter((stem) => !help.has(stem) || stem in FAMILIES);
  assert.deepEqual(wanted.sort(), Object.keys(FAMILIES).sort());
});

test("every key in the source has a sentence", () => {
  const keys = [...sources.matchAll(/\bt\("([\w.-]+)"/g)].map((match) => match[1]);
  assert.ok(keys.length > 100);
  assert.deepEqual(
    keys.filter((key) => !(key in es)),
    [],
  );
});

test("each choice by number or side has both halves", () => {
  const halves = { one: "many", many: "one", us: "them", them: "us" };
  const alone = Object.keys(es).filter((key) => {
    const [, stem, end] = /^(.*)\.(one|many|us|them)$/.exec(key) ?? [];
    return end && stem !== "round" && !(`${stem}.${halves[end]}` in es);
  });
  assert.deepEqual(alone, []);
});

test("who watches is told by names where the others say we or leave it open", () => {
  const named = Object.keys(es).filter((key) => key.endsWith(".named"));
  assert.ok(named.length > 10);
  for (const key of named) {
    assert.ok(key.replace(/named$/, "them") in es, key);
    assert.match(es[key], /\{(them|others)\}/, key);
  }
});

/** Left out on purpose: the sentence needs no {us} or {them} there. */
const LEFT_OUT = { en: ["small.raise"], pt: ["small.raise"] };

test("what is said of a finished game has the same sentences in all three languages, and each is said", () => {
  for (const [name, other] of Object.entries({ en: replayEn, pt: replayPt })) {
    assert.deepEqual(Object.keys(other), Object.keys(replayEs), name);
    for (const key of Object.keys(replayEs))
      assert.deepEqual(holes(other[key]), holes(replayEs[key]), `${name} ${key}`);
  }
  const said = (key) => sources.includes(`"${key}"`) || calls("trn", key, /\.(one|many)$/);
  assert.deepEqual(
    Object.keys(replayEs).filter((key) => !said(key)),
    [],
  );
  const wanted = [...sources.matchAll(/\btr\("([\w.]+)"/g)].map((match) => match[1]);
  assert.deepEqual(
    wanted.filter((key) => !(key in replayEs)),
    [],
  );
});
