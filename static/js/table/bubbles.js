// Bubbles: the call that waits stays at its caller; what was just said stays for a moment.
import { h } from "../dom.js";
import { t } from "../i18n/index.js";
import { place } from "../who.js";
import { moments } from "./moments.js";
import { answer, isEnvido, paint, said } from "./words.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("./moments.js").Bubble} Bubble */

/** @param {Bubble} bubble */
function text({ kind, word = "", tanto = 0, lead }) {
  switch (kind) {
    case "tanto":
      return lead ? t("bubble.lead", { n: tanto }) : String(tanto);
    case "good":
      return t("bubble.good");
    case "fold":
      return t("bubble.fold");
    case "vote":
      return answer(word);
    default:
      return said(word);
  }
}

/** @param {Bubble} bubble */
function kindOf({ kind, word = "", lead }) {
  if (kind === "tanto") return lead ? "envido" : "";
  return kind === "vote" ? paint(word) : "";
}

/** A raise of the truco is an answer as well: "¡Quiero retruco!". @param {import("../types.js").QuestionView} question */
const caption = ({ chain, call }) => (chain.length > 1 && !isEnvido(call) ? answer(call) : said(call));

/** @param {GameView} game @param {number} now */
export function bubbles(game, now) {
  const begun = moments.bubbles.filter((bubble) => bubble.from <= now);
  const over = begun.filter((bubble) => bubble.until <= now); // not seen; gone with what happens next
  const shown = new Map(
    [...over, ...begun.filter((bubble) => now < bubble.until)].map((bubble) => [
      bubble.seat,
      {
        key: `${bubble.kind}${bubble.from}`,
        kind: `${kindOf(bubble)} ${over.includes(bubble) ? "over" : ""}`,
        text: text(bubble),
      },
    ]),
  );
  const question = game.question;
  if (question)
    shown.set(question.caller, {
      key: `q${question.id}`,
      kind: paint(question.call),
      text: caption(question),
    });
  return [...shown].map(([seat, bubble]) =>
    h(
      "p",
      {
        class: `bubble ${bubble.kind} ${bubble.text.length < 9 ? "short" : ""} to-${place(seat, game.seat, game.seats.length)}`,
        key: `b${seat}${bubble.key}`,
        "data-bubble": seat,
        "aria-hidden": "true",
      },
      bubble.text,
    ),
  );
}
