// The words of truco. What players say stays Spanish in every language.
import { h } from "../dom.js";
import { th } from "./texts.js";

const WORDS = /** @type {const} */ ([
  "ancho",
  "buenas",
  "cantar",
  "mazo",
  "primero",
  "envido",
  "falta",
  "figuras",
  "malas",
  "mano",
  "palo",
  "parda",
  "pareja",
  "quiero",
  "real",
  "retruco",
  "ronda",
  "son",
  "tanto",
  "truco",
  "vale",
]);

export const glossaryPart = () => [
  h(
    "section",
    { "aria-labelledby": "glossary-title" },
    h("h2", { id: "glossary-title" }, th("glossary.title")),
    h(
      "dl",
      { class: "glossary" },
      [...WORDS]
        .sort((a, b) => th(`term.${a}`).localeCompare(th(`term.${b}`), "es"))
        .map((word) =>
          h("div", null, h("dt", { lang: "es" }, th(`term.${word}`)), h("dd", null, th(`gloss.${word}`))),
        ),
    ),
  ),
];
