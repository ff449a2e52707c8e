// Who won the hand? The rounds are marked, the engine says whose it is and by which rule.
import { h } from "../dom.js";
import { askRounds } from "./asked.js";
import { order } from "./order.js";
import { ruleLink } from "./rule.js";
import { th, thCode } from "./texts.js";
import { asksMano, marked, noMarks, played, ROUNDS } from "./tools.js";
import { waitingFor } from "./waiting.js";

/** @typedef {import("./tools.js").Mark} Mark */

const MARKS = /** @type {const} */ (["us", "parda", "them"]);
const PAIRS = /** @type {const} */ (["us", "them"]);
const ORDINALS = /** @type {const} */ ([1, 2, 3]);

let rounds = noMarks();

/**
 * @template {Mark} M
 * @param {string} name @param {string} legend @param {readonly M[]} options @param {Mark|null} chosen @param {(mark: M) => void} choose
 */
const row = (name, legend, options, chosen, choose) =>
  h(
    "fieldset",
    { class: "who-round", key: name },
    h("legend", null, legend),
    options.map((mark) =>
      h(
        "label",
        { class: mark },
        h("input", {
          type: "radio",
          name,
          value: mark,
          checked: mark === chosen,
          onchange: () => choose(mark),
        }),
        h("span", null, th(`who.${mark}`)),
      ),
    ),
  );

/** @returns {{tone: string, says: import("../dom.js").Child[]}} */
function verdict() {
  const run = played(rounds);
  if (!run.length)
    return { tone: "", says: [th(rounds.marks.every((mark) => mark === null) ? "who.mark" : "who.open.1")] };
  const asked = askRounds(run, rounds.mano);
  if (asked.state !== "known") return { tone: "", says: [waitingFor(asked.state)] };
  const { decided, winner, played: counted, why } = asked.data;
  if (!decided || !why)
    return { tone: "", says: [th(`who.open.${ORDINALS[run.length] ?? ORDINALS[ROUNDS - 1]}`)] };
  const unplayed = counted < ROUNDS ? ` ${th("who.unplayed")}` : "";
  return {
    tone: winner ?? "nobody",
    says: [
      h("b", null, winner ? th(`who.won.${winner}`) : th("who.nobody")),
      ` ${thCode(`decided.${why.code}`)}${unplayed} `,
      ruleLink(why.rule),
    ],
  };
}

/** @param {() => void} redraw */
function tool(redraw) {
  /** @param {import("./tools.js").Rounds} next */
  const put = (next) => {
    rounds = next;
    redraw();
  };
  const { tone, says } = verdict();
  return h(
    "section",
    { class: "tool", "aria-labelledby": "who-title" },
    h("h2", { id: "who-title" }, th("who.title")),
    ORDINALS.map((n) =>
      row(`round-${n}`, th(`who.${n}`), MARKS, rounds.marks[n - 1], (mark) =>
        put(marked(rounds, n - 1, mark)),
      ),
    ),
    asksMano(rounds) && row("mano", th("who.mano"), PAIRS, rounds.mano, (mano) => put({ ...rounds, mano })),
    h("div", { class: `answer ${tone}`, role: "status" }, h("p", null, says)),
    h(
      "button",
      {
        class: "button quiet small",
        type: "button",
        "data-do": "clear",
        onclick: () => {
          for (const input of document.querySelectorAll(".who-round input"))
            if (input instanceof HTMLInputElement) input.checked = false;
          put(noMarks());
        },
      },
      th("clear"),
    ),
  );
}

/** @param {() => void} redraw */
export const whoPart = (redraw) => [tool(redraw), order()];
