/**
 * One hand in a real Firefox, four people at one table: `npm run firefox`, with `-- FOLDER` to keep pictures.
 * It needs a Firefox (Debian: `apt-get install firefox-esr`; TRUCO_FIREFOX names another) and the server,
 * installed in `.venv` or found on the path.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { openHouse } from "./house.mjs";
import { Person } from "./people.mjs";

const NAMES = ["Ana", "Beto", "Caro", "Dani"];
const HAND_MS = 60_000;
const folder = process.argv[2];

function findFirefox() {
  const named = process.env.TRUCO_FIREFOX;
  const places = (process.env.PATH ?? "").split(delimiter);
  const all = ["firefox-esr", "firefox"].flatMap((name) => places.map((place) => join(place, name)));
  const found = named ?? all.find((path) => existsSync(path));
  assert.ok(found, "no Firefox found: install one, or let TRUCO_FIREFOX name the executable");
  return found;
}

const launch = () =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    extraPrefsFirefox: { "intl.accept_languages": "es-AR, es", "intl.locale.requested": "es-AR" },
  });

/** @param {string} said */
const step = (said) => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${said}`);

/** The page is whole: its letters, its cards, and who keeps it. @param {Person} person */
async function whole({ page }) {
  const got = await page.evaluate(async () => {
    await document.fonts.ready;
    const card = document.querySelector("truco-card svg");
    return {
      fonts: [...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family),
      drawn: card ? card.getBoundingClientRect().width : 0,
    };
  });
  assert.match(got.fonts.join(), /Bitter/, "the letters of words and numbers");
  assert.match(got.fonts.join(), /Alegreya Sans/, "the letters of the text");
  assert.ok(got.drawn > 20, "the deck is drawn");
}

/** Nothing is wider than the screen, and at the table nothing lower. @param {Person} person @param {string} screen */
async function fits({ page }, screen) {
  const [right, below] = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });
  assert.ok(right <= 0, `${screen} is ${right} px too wide`);
  if (screen === "table" || screen === "vote") assert.ok(below <= 0, `${screen} is ${below} px too high`);
}

/** @param {Person[]} people */
async function sitDown(people) {
  await Promise.all(people.map((person) => person.enter()));
  for (const person of people) {
    await person.press("quick");
    await person.on("room");
  }
  await fits(people[0], "room");
  await people[0].picture(folder, "room");
  await Promise.all(people.map((person) => person.press("ready")));
  await Promise.all(people.map((person) => person.on("table")));
}

/** The mano calls truco, and the other pair wants it. @param {Person[]} people */
async function call(people) {
  const mano = await whoseTurn(people);
  const others = people.filter((_, seat) => seat % 2 !== people.indexOf(mano) % 2);
  await fits(mano, "table");
  await mano.picture(folder, "table");
  await mano.press("call", "truco");
  await others[0].page.waitForSelector('[data-do="vote"]');
  await fits(others[0], "vote");
  await others[0].page.waitForSelector("match-clock .flame", { visible: true });
  await others[0].picture(folder, "vote");
  await Promise.all(others.map((person) => person.press("vote", "quiero")));
  await mano.page.waitForFunction(() => document.querySelector(".middle .worth b")?.textContent === "2");
}

/** @param {Person[]} people @returns {Promise<Person>} */
async function whoseTurn(people) {
  for (const last = Date.now() + HAND_MS; Date.now() < last; await pause(100))
    for (const person of people) if (await person.onTurn()) return person;
  throw new Error("nobody is on turn");
}

/** All play what they have, until the hand is over. @param {Person[]} people */
async function play(people) {
  for (let cards = 0; cards < 12 && !(await over(people[0])); cards += 1) {
    const person = await Promise.race([whoseTurn(people), summary(people[0])]);
    if (!person) return;
    await person.plays(cards ? "taps" : "drag");
    if (cards === 5) await person.picture(folder, "played");
  }
}

/** @param {Person} person */
const over = ({ page }) => page.evaluate(() => document.body.dataset.screen === "summary");

/** @param {Person} person @returns {Promise<null>} */
const summary = async ({ page }) => {
  await page.waitForSelector('body[data-screen="summary"]', { timeout: HAND_MS });
  return null;
};

/** @param {Person[]} people */
async function readTheSummary(people) {
  for (const person of people) {
    await person.on("summary");
    const verdict = await person.page.$eval("#verdict", (element) => element.textContent);
    assert.match(verdict, /^La mano es/);
  }
  await fits(people[0], "summary");
  await people[0].picture(folder, "summary");
  await people[0].page.click('.summary [data-do="why"]');
  await people[0].page.waitForSelector("dialog[open] .why-rule");
  await people[0].picture(folder, "why");
  await people[0].page.keyboard.press("Escape");
}

/** @param {Person} person */
async function readHowToPlay(person) {
  const { page } = person;
  await page.goto(`${person.url}/#/help/order`);
  await person.on("help");
  await page.waitForSelector(".order li truco-card svg");
  assert.equal(await page.$$eval(".order > li", (steps) => steps.length), 14);
  await fits(person, "help");
  await person.picture(folder, "help");
}

/** Without the server the page still comes: the browser keeps it. @param {Person} person */
async function comesWithoutServer(person) {
  await person.page.reload();
  await person.page.waitForFunction(() => document.querySelector("#toast")?.textContent);
  assert.match(
    await person.page.$eval("#toast", (element) => element.textContent),
    /No llegamos al servidor/,
  );
}

/** @param {Person} person */
const isKept = ({ page }) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await (await caches.open("page")).keys()).length;
  });

/** @param {import("puppeteer-core").Browser} browser @param {{url: string, close: () => Promise<void>}} house */
async function evening(browser, house) {
  const people = [];
  for (const name of NAMES) people.push(await Person.come(browser, house.url, name));
  const [ana] = people;
  await ana.page.goto(house.url);
  await ana.on("landing");
  await whole(ana);
  await fits(ana, "landing");
  await ana.picture(folder, "landing");
  step("the page is whole");
  await sitDown(people);
  step("four sit at one table");
  await call(people);
  step("a truco that was wanted");
  await play(people);
  await readTheSummary(people);
  step("a hand to its end");
  await readHowToPlay(ana);
  step("how it is played");
  for (const { name, errors } of people) assert.deepEqual(errors, [], `errors of ${name}`);
  assert.ok((await isKept(ana)) > 50, "the page is kept");
  await house.close();
  await comesWithoutServer(ana);
  step("the page without the server");
}

if (folder) mkdirSync(folder, { recursive: true });
const house = await openHouse();
try {
  const browser = await launch();
  try {
    step(await browser.version());
    await evening(browser, house);
  } finally {
    await browser.close();
  }
} finally {
  await house.close();
}
