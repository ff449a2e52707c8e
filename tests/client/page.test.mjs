import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const STATIC = fileURLToPath(new URL("../../static", import.meta.url));
const index = readFileSync(join(STATIC, "index.html"), "utf8");
const under = (folder, end) =>
  readdirSync(join(STATIC, folder), { recursive: true })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
const everything = under("js", ".js");
/** What the page imports before it does anything; the rest is fetched when it is wanted. */
const scripts = reached("js/main.js");
/** The style of the section "how to play" comes with it. */
const LATER = ["css/help.css"];
const styles = under("css", ".css").filter((name) => !LATER.includes(name));

/** The modules that one imports, and those that these import. @param {string} name @param {Set<string>} [seen] */
function reached(name, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    const text = readFileSync(join(STATIC, name), "utf8");
    for (const [, path] of text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";/gm))
      reached(posix.join(posix.dirname(name), path), seen);
    for (const [, path] of text.matchAll(/^import "(\.[^"]+)";/gm))
      reached(posix.join(posix.dirname(name), path), seen);
  }
  return [...seen];
}

test("every module that is needed at once is asked for at once", () => {
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
  const linking = "js/help/sources.js"; // only says where one may read on
  for (const name of [...everything.filter((one) => one !== linking), ...styles, "index.html"]) {
    const text = readFileSync(join(STATIC, name), "utf8").replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(text, /https?:\/\/\w/, name);
  }
});

test("no markup is made of text", () => {
  for (const name of everything)
    assert.doesNotMatch(
      readFileSync(join(STATIC, name), "utf8"),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
      name,
    );
});
