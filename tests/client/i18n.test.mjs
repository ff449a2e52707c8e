import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { en } from "../../static/js/i18n/en.js";
import { es } from "../../static/js/i18n/es.js";
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
import { settings } from "../../static/js/settings.js";

const SCRIPTS = fileURLToPath(new URL("../../static/js", import.meta.url));
const sources = readdirSync(SCRIPTS, { recursive: true })
  .filter((name) => name.endsWith(".js") && !/i18n\/(help\/)?(es|en|pt)\.js$/.test(name))
  .map((name) => readFileSync(join(SCRIPTS, name), "utf8"))
  .join("\n");
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

/** Keys that are put together: `rule.${…}` in the source opens all that start so; .one/.many and .us/.them are chosen by the stem. */
const stems = [...sources.matchAll(/`([\w.]+\.)\$\{/g)]
  .map((match) => match[1])
  .concat([...sources.matchAll(/\bof\("(\w+)", word\)/g)].map((match) => `${match[1]}.`));
const used = (key) =>
  sources.includes(`"${key}"`) ||
  stems.some((stem) => key.startsWith(stem)) ||
  (/\.(one|many|us|them|named)$/.test(key) && sources.includes(`"${key.slice(0, key.lastIndexOf("."))}"`));

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
    Object.keys(es).filter((key) => !used(key)),
    [],
  );
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
