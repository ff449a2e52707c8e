// "How to play": the page around its parts. The part itself is an element that draws itself, so that the clock of a table behind it costs nothing.
import { h, icon, make, show } from "../dom.js";
import { closeHelp, openHelp } from "../howto.js";
import { t } from "../i18n/index.js";
import { HELP_TABS, routeHash } from "../router.js";
import { menuButton } from "../screens/parts.js";
import { wanted } from "../senses.js";
import { settings } from "../settings.js";
import { state } from "../state.js";
import { onAnswer } from "./asked.js";
import { callsPart } from "./calls.js";
import { glossaryPart } from "./glossary.js";
import { orderPart } from "./order.js";
import { rulesPart } from "./rules.js";
import { sourcesOf } from "./sources.js";
import { tantoPart } from "./tanto.js";
import { learnTexts, th } from "./texts.js";
import { whoPart } from "./who.js";

/** @typedef {import("../router.js").HelpTab} HelpTab */
/** @typedef {import("../dom.js").Child} Child */

/** @type {Record<HelpTab, (redraw: () => void) => Child[]>} */
const PARTS = {
  order: orderPart,
  who: whoPart,
  tanto: tantoPart,
  calls: callsPart,
  glossary: glossaryPart,
  rules: rulesPart,
};

/** Fetches texts and style. */
export const ready = async () => void (await Promise.all([learnTexts(), dress()]));

/** @returns {Promise<unknown>} */
function dress() {
  const href = new URL("../../css/help.css", import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const link = make(h("link", { rel: "stylesheet", href }));
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

/** @param {HelpTab} now */
const tabs = (now) =>
  h(
    "nav",
    { class: "tabs", "aria-label": th("tabs") },
    HELP_TABS.map((tab) =>
      h(
        "a",
        {
          href: routeHash({ name: "help", tab, rule: "" }),
          "aria-current": tab === now ? "page" : null,
          "data-tab": tab,
          onclick: follow,
        },
        th(`tab.${tab}`),
      ),
    ),
  );

/** A link within the section takes no step of its own in the browser's history. @param {MouseEvent} event */
export function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.currentTarget instanceof HTMLAnchorElement ? event.currentTarget : null;
  const [, , tab, rule = ""] = (link?.hash ?? "").split("/");
  const known = HELP_TABS.find((one) => one === tab);
  if (!known) return;
  event.preventDefault();
  openHelp(known, rule);
}

/** @param {HelpTab} tab */
function sources(tab) {
  const { sections, pages } = sourcesOf(tab, settings.language);
  return h(
    "footer",
    { class: "sources" },
    h("h2", null, th("sources")),
    h(
      "ul",
      null,
      h(
        "li",
        null,
        h(
          "a",
          {
            href: routeHash({ name: "help", tab: "rules", rule: sections[0].split("–")[0] }),
            onclick: follow,
          },
          th("sources.rules", { sections: sections.join(", ") }),
        ),
      ),
      pages.map(({ title, where, address, lang }) =>
        h(
          "li",
          null,
          h("a", { href: address, target: "_blank", rel: "noopener noreferrer", lang }, title),
          h("span", null, where),
          h("small", null, new URL(address).hostname),
        ),
      ),
    ),
    h("p", { class: "hint" }, th("sources.note")),
  );
}

class TrucoHelp extends HTMLElement {
  static observedAttributes = ["tab", "rule", "language"];

  connectedCallback() {
    this.unheard = onAnswer(() => this.draw());
    this.draw();
    this.reveal();
  }

  disconnectedCallback() {
    this.unheard?.();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    this.draw();
    if (name === "tab" && !this.getAttribute("rule")) scrollTo(0, 0);
    if (name !== "language") this.reveal();
  }

  draw() {
    const tab = HELP_TABS.find((one) => one === this.getAttribute("tab")) ?? "order";
    this.dataset.part = tab;
    show(this, [
      tabs(tab),
      h(
        "div",
        { class: `help-part ${tab}`, key: tab },
        PARTS[tab](() => this.draw()),
      ),
      sources(tab),
    ]);
  }

  /** Brings the tab, and the rule of the address, into sight; the focus goes on from the rule. */
  reveal() {
    const nav = this.querySelector("nav.tabs");
    const current = nav?.querySelector("[aria-current]");
    if (nav && current instanceof HTMLElement)
      nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
    const wanted = this.getAttribute("rule");
    if (!wanted) return;
    queueMicrotask(() => {
      const rule = this.querySelector(`#${CSS.escape(`rule-${wanted}`)}`);
      if (!(rule instanceof HTMLElement)) return;
      rule.scrollIntoView({ block: "center" });
      rule.focus({ preventScroll: true });
    });
  }
}
/** Ends what it hears. @type {(() => void)|undefined} */
TrucoHelp.prototype.unheard = undefined;
customElements.define("truco-help", TrucoHelp);

/** What the table behind does meanwhile. */
function atTheTable() {
  const game = state.frame?.view.game;
  if (!game || game.over) return null;
  const call = wanted(game);
  const says = call === "vote" ? "bar.asked" : call ? "bar.turn" : game.result ? "bar.summary" : "bar.on";
  return h(
    "footer",
    { class: `actions help-actions ${call ? "wanted" : ""}`, key: "table" },
    h("p", { class: "others" }, th(says)),
    h(
      "button",
      {
        class: `button ${call ? "truco" : "quiet"}`,
        type: "button",
        "data-do": "back-to-table",
        onclick: closeHelp,
      },
      th("back.game"),
    ),
  );
}

/** @param {HelpTab} tab @param {string} rule */
export function helpPage(tab, rule) {
  return h(
    "div",
    { class: "plain-page help-page", key: "help" },
    h(
      "header",
      { class: "page-top" },
      h(
        "button",
        {
          class: "icon-button",
          type: "button",
          "aria-label": t("back"),
          "data-do": "back",
          onclick: closeHelp,
        },
        icon("back"),
      ),
      h("h1", null, t("help.title")),
      menuButton(),
    ),
    h("truco-help", { class: "help", tab, rule, language: settings.language }),
    atTheTable(),
  );
}
