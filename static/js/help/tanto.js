// The tanto: a trainer that deals three cards and asks, and a table where one marks one's own.
import { h } from "../dom.js";
import { cardName, list } from "../i18n/index.js";
import { askOrder, askTanto } from "./asked.js";
import { ruleLink } from "./rule.js";
import { th, thCode, thn } from "./texts.js";
import { judged, numberIn, question, some, toggled } from "./tools.js";
import { waitingFor } from "./waiting.js";

/** @typedef {import("./asked.js").Rules} Rules */
/** @typedef {import("./asked.js").Counted} Counted */

/** @type {import("./tools.js").Trainer|null} */
let trainer = null;
/** The focus goes on to the next three once the answer is there. */
let goingOn = false;
/** @type {string[]} */
let picked = [];

/** Why they count what they do. @param {Counted} counted */
const because = ({ cards, sum, points, why }) => [
  thCode(`counted.${why.code}`, {
    cards: list(cards.map(cardName)),
    sum: `${sum.join(" + ")} = ${points}`,
  }),
  " ",
  ruleLink(why.rule),
];

/** @param {string[]} cards @param {string} label */
const shown = (cards, label) =>
  h(
    "div",
    { class: "dealt-three", role: "img", "aria-label": `${label}: ${list(cards.map(cardName))}` },
    cards.map((code) => h("truco-card", { code })),
  );

/** @param {Rules} rules @param {() => void} redraw */
function train(rules, redraw) {
  trainer ??= question(some(rules.deck, rules.dealt, Math.random));
  const asked = trainer.given === null ? null : askTanto(trainer.cards);
  if (asked?.state === "known") trainer = judged(trainer, asked.data.points);
  const done = asked?.state === "known" ? asked.data : null;
  const now = trainer;
  if (done && goingOn) queueMicrotask(focusNext);
  return h(
    "section",
    { class: "tool trainer", "aria-labelledby": "tanto-title" },
    h(
      "header",
      null,
      h("h2", { id: "tanto-title" }, th("tanto.title")),
      now.streak > 0 && h("p", { class: "streak" }, thn("tanto.streak", now.streak)),
    ),
    shown(now.cards, th("tanto.title")),
    done ? next(redraw) : form(redraw),
    h(
      "div",
      { class: `answer ${!done ? "" : now.given === done.points ? "right" : "missed"}`, role: "status" },
      asked && asked.state !== "known" && waitingFor(asked.state),
      now.wrong && h("p", null, th("tanto.number")),
      done &&
        h(
          "p",
          null,
          h("b", null, th(now.given === done.points ? "tanto.right" : "tanto.wrong", { n: done.points })),
          " ",
          because(done),
        ),
    ),
  );
}

function focusNext() {
  goingOn = false;
  const button = document.querySelector("[data-do='next-three']");
  if (button instanceof HTMLElement) button.focus();
}

/** @param {() => void} redraw */
const form = (redraw) =>
  h(
    "form",
    {
      class: "tanto-form",
      key: "form",
      novalidate: true,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = document.querySelector("#tanto-field");
        if (!trainer || !(field instanceof HTMLInputElement)) return;
        const given = numberIn(field.value);
        trainer = { ...trainer, given, wrong: given === null };
        goingOn = given !== null;
        redraw();
        if (!goingOn) field.focus();
      },
    },
    h("label", { for: "tanto-field" }, th("tanto.label")),
    h("input", {
      id: "tanto-field",
      class: "field",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 2,
      "aria-invalid": trainer?.wrong ? "true" : null,
    }),
    h("button", { class: "button truco", type: "submit", "data-do": "answer" }, th("tanto.answer")),
  );

/** @param {() => void} redraw */
const next = (redraw) =>
  h(
    "button",
    {
      class: "button truco",
      type: "button",
      key: "next",
      "data-do": "next-three",
      onclick: () => {
        const rules = askOrder();
        if (rules.state !== "known" || !trainer) return;
        trainer = question(some(rules.data.deck, rules.data.dealt, Math.random), trainer.streak);
        redraw();
        document.getElementById("tanto-field")?.focus();
      },
    },
    th("tanto.next"),
  );

/** @param {Rules} rules @param {() => void} redraw */
function pick(rules, redraw) {
  const asked = picked.length === rules.dealt ? askTanto(picked) : null;
  const suits = [...new Set(rules.deck.map((card) => card.slice(-1)))];
  return h(
    "section",
    { class: "tool picker", "aria-labelledby": "pick-title" },
    h("h2", { id: "pick-title" }, th("pick.title")),
    h(
      "div",
      { class: "answer", role: "status" },
      picked.length < rules.dealt && h("p", null, thn("pick.left", rules.dealt - picked.length)),
      asked && asked.state !== "known" && waitingFor(asked.state),
      asked?.state === "known" &&
        h("p", null, h("b", null, th("pick.points", { n: asked.data.points })), " ", because(asked.data)),
    ),
    suits.map((suit) =>
      h(
        "div",
        { class: "suit-row", key: suit },
        rules.deck
          .filter((card) => card.endsWith(suit))
          .map((code) =>
            h(
              "button",
              {
                class: "pick",
                type: "button",
                "data-card": code,
                "aria-pressed": String(picked.includes(code)),
                "aria-label": cardName(code),
                onclick: () => {
                  picked = toggled(picked, code, rules.dealt);
                  redraw();
                },
              },
              h("truco-card", { code }),
            ),
          ),
      ),
    ),
    h(
      "button",
      {
        class: "button quiet small",
        type: "button",
        "data-do": "clear",
        onclick: () => {
          picked = [];
          redraw();
        },
      },
      th("clear"),
    ),
  );
}

/** @param {() => void} redraw */
export function tantoPart(redraw) {
  const asked = askOrder();
  if (asked.state !== "known") return [waitingFor(asked.state)];
  return [train(asked.data, redraw), pick(asked.data, redraw)];
}
