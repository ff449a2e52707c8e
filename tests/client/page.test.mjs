import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const STATIC = fileURLToPath(new URL("../../static", import.meta.url));
const index = readFileSync(join(STATIC, "index.html"), "utf8");
const under = (folder, end) =>
    readdirSync(join(STATIC, folder), { recursive: true })
        .filter((name) => name.endsWith(end))
        .map((name) => `${folder}/${name}`);
/** Not loaded at first: types only, and a language that is fetched when it is wanted. */
const LATER = ["js/types.js", "js/i18n/en.js"];
const scripts = under("js", ".js").filter((name) => !LATER.includes(name));
const styles = under("css", ".css");

test("every module is asked for at once", () => {
    const preloaded = [...index.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(
        (match) => match[1],
    );
    assert.deepEqual([...preloaded, "js/main.js"].sort(), scripts.sort());
});

test("every style sheet is linked", () => {
    assert.deepEqual(
        [...index.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1]).sort(),
        styles.sort(),
    );
});

test("the page obeys a strict policy: no inline script, style or handler, no address of another host", () => {
    assert.doesNotMatch(index, /<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
    for (const name of [...scripts, ...styles, "index.html"]) {
        const text = readFileSync(join(STATIC, name), "utf8").replaceAll("http://www.w3.org/2000/svg", "");
        assert.doesNotMatch(text, /https?:\/\/\w/, name);
    }
});

test("no markup is made of text", () => {
    for (const name of scripts)
        assert.doesNotMatch(
            readFileSync(join(STATIC, name), "utf8"),
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
            name,
        );
});

test("the first load stays well under 150 kB, fonts of 34 kB included", () => {
    const files = [...scripts, ...styles, "index.html", "img/deck.svg", "img/guarda.svg", "img/icon.svg"];
    const sum = files.reduce(
        (bytes, name) => bytes + gzipSync(readFileSync(join(STATIC, name))).length,
        34_000,
    );
    assert.ok(sum < 135_000, `${sum} bytes`);
});
