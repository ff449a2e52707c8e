// The ladders of the bets with what each chain is worth, as the server's engine has them.
import { h } from "../dom.js";
import { label, paint } from "../table/words.js";
import { askOrder } from "./asked.js";
import { ruleLine } from "./rule.js";
import { th, thCode } from "./texts.js";
import { waitingFor } from "./waiting.js";

/** @typedef {import("./asked.js").Rules} Rules */
/** @typedef {import("./asked.js").Stake} Stake */

/** Rules that say when a bet may be called. @type {Record<string, string[]>} */
const WHEN = { envido: ["B7.2", "B7.3", "B7.5", "B7.9"], truco: ["B8.2", "B8.3", "B9.2", "B9.3"] };

/** @param {Stake} stake */
const row = ({ chain, accepted, price, refused }) =>
  h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "chain" },
        chain.map((word) => h("span", { class: `said ${paint(word)}` }, label(word))),
      ),
    ),
    h(
      "td",
      { "data-label": th("calls.accepted"), class: price ? "price" : null },
      accepted ?? thCode(`price.${price?.code}`),
    ),
    h("td", { "data-label": th("calls.refused") }, refused),
  );

/** @param {Rules} rules @param {Rules["ladders"][number]} ladder */
function ladder(rules, { name, stakes }) {
  const prices = [...new Set(stakes.flatMap(({ price }) => price?.code ?? []))];
  return h(
    "section",
    { class: "tool calls", "aria-labelledby": `calls-${name}`, key: name },
    h("h2", { id: `calls-${name}` }, thCode(`calls.title.${name}`) || name),
    h(
      "table",
      { class: "stakes" },
      h("caption", { class: "hidden-text" }, th("calls.table")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, th("calls.said")),
          h("th", { scope: "col" }, th("calls.accepted")),
          h("th", { scope: "col" }, th("calls.refused")),
        ),
      ),
      h("tbody", null, stakes.map(row)),
    ),
    prices.map((code) => h("p", { class: "hint" }, thCode(`price.${code}.note`, { target: rules.target }))),
    h("p", { class: "hint" }, th("calls.refused_note")),
    name === "truco" && h("p", { class: "hint" }, th("calls.base", { n: rules.base })),
    h("ul", { class: "rule-lines" }, WHEN[name]?.map(ruleLine)),
  );
}

export function callsPart() {
  const asked = askOrder();
  if (asked.state !== "known") return [waitingFor(asked.state)];
  return asked.data.ladders.map((one) => ladder(asked.data, one));
}
