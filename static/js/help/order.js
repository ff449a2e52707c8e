// The order of the cards, as the server's engine has it.
import { h } from "../dom.js";
import { cardName, list } from "../i18n/index.js";
import { askOrder } from "./asked.js";
import { th, thCode } from "./texts.js";
import { stepName } from "./tools.js";
import { waitingFor } from "./waiting.js";

/** @param {string[]} step @param {string[]} deck */
function named(step, deck) {
  const name = stepName(step, deck);
  if (name.kind === "card") return cardName(name.card);
  const said = name.kind === "list" ? "" : thCode(`order.${name.kind}.${name.number}`);
  return said || list(step.map(cardName));
}

/** @param {string[]} step @param {string[]} deck */
const row = (step, deck) =>
  h(
    "li",
    null,
    h(
      "span",
      { class: "step", "aria-hidden": "true" },
      step.map((code) => h("truco-card", { code })),
    ),
    h(
      "span",
      { class: "nm" },
      named(step, deck),
      step.length > 1 && h("span", { class: "hidden-text" }, `: ${list(step.map(cardName))}`),
    ),
  );

export function order() {
  const asked = askOrder();
  return h(
    "section",
    { class: "order-list", "aria-labelledby": "order-title" },
    h("h2", { id: "order-title" }, th("order.title")),
    h("p", { class: "hint" }, th("order.line")),
    asked.state !== "known"
      ? waitingFor(asked.state)
      : h(
          "ol",
          { class: "order" },
          asked.data.steps?.map((step) => row(step, asked.data.deck)),
        ),
  );
}

export const orderPart = () => [order()];
