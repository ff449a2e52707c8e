/** Somebody at a phone in Firefox: a context of their own, and a page that is pressed as a person would. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };
/** A button that has just come takes no press before. */
const ARMED_MS = 600;
const PATIENCE_MS = 15_000;

export class Person {
  /** @param {import("puppeteer-core").Browser} browser @param {string} url @param {string} name */
  static async come(browser, url, name) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage({ type: "window" }); // a tab behind another sleeps
    const person = new Person(page, url, name);
    await person.page.setViewport(PHONE);
    return person;
  }

  /** @param {import("puppeteer-core").Page} page @param {string} url @param {string} name */
  constructor(page, url, name) {
    Object.assign(this, { page, url, name, errors: [] });
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (line) => line.type() === "error" && this.errors.push(line.text()));
  }

  /** Opens the page and gives a name. */
  async enter() {
    await this.page.goto(this.url);
    await this.on("landing");
    await this.page.type("#name", this.name);
    await this.press("enter");
    await this.on("lobby");
  }

  /** Waits until a screen is there. @param {string} screen */
  async on(screen) {
    await this.page.waitForSelector(`body[data-screen="${screen}"]`).catch(async () => {
      const now = await this.page.evaluate(() => document.body.dataset.screen);
      assert.fail(`${this.name} waits for ${screen} and sees ${now}; errors: ${this.errors}`);
    });
  }

  /** Presses the button of a wish, once it takes presses. @param {string} wish @param {string} [word] */
  async press(wish, word) {
    const button = `[data-do="${wish}"]${word ? `[data-word="${word}"]` : ""}`;
    await this.page.waitForSelector(button, { visible: true });
    await pause(ARMED_MS);
    await this.page.click(button);
  }

  /** Whether somebody waits for this one's card. */
  onTurn() {
    return this.page.evaluate(
      () =>
        document.body.dataset.screen === "table" &&
        document.querySelector(".seat.bottom.turn") !== null &&
        document.querySelector(".hand [data-card]") !== null,
    );
  }

  /** Two taps, the first lifts the card; or it is drawn to the cloth. @param {"taps"|"drag"} how */
  async plays(how) {
    const slot = await this.page.waitForSelector(".hand [data-card]");
    const code = await slot.evaluate((element) => element.dataset.card);
    await pause(ARMED_MS);
    if (how === "drag") await this.draw(slot);
    else for (let taps = 0; taps < 2; taps += 1) await slot.click();
    await this.page.waitForSelector(`.hand [data-card="${code}"]`, { hidden: true });
  }

  /** @param {import("puppeteer-core").ElementHandle} slot */
  async draw(slot) {
    const { x, y, width, height } = await slot.boundingBox();
    await this.page.mouse.move(x + width / 2, y + height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(x + width / 2, y - 40, { steps: 5 });
    await this.page.mouse.up();
  }

  /** What there is to see, in both sizes; nothing is kept without a folder. @param {string|undefined} folder @param {string} name */
  async picture(folder, name) {
    if (!folder) return;
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await this.page.setViewport(viewport);
      await pause(400);
      await this.page.screenshot({ path: join(folder, `${name}-${size}.png`) });
    }
  }
}
