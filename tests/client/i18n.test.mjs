import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { en } from "../../static/js/i18n/en.js";
import { es } from "../../static/js/i18n/es.js";

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
    (/\.(one|many|us|them)$/.test(key) && sources.includes(`"${key.slice(0, key.lastIndexOf("."))}"`));

test("both languages have the same sentences", () => {
    assert.deepEqual(Object.keys(en).sort(), Object.keys(es).sort());
});

test("a sentence has the same holes in both languages", () => {
    const different = Object.keys(es).filter(
        (key) => holes(es[key]).some((hole) => !holes(en[key]).includes(hole)) && !ALLOWED.has(key),
    );
    assert.deepEqual(different, []);
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

/** English leaves these out on purpose: its sentence needs no {us} or {them} there. */
const ALLOWED = new Set(["small.raise", "why.refused.us"]);
