// The two sheets over the hand: going to the mazo, and the envido that comes before the truco's answer.
import { h } from "../dom.js";
import { t } from "../i18n/index.js";
import { ask, closeSheet, openSheet, sheetOpen } from "../sheet.js";
import { nameOf, sideName } from "../who.js";
import { press, votesOf } from "./play.js";
import { isEnvido, label } from "./words.js";

/** @typedef {import("../types.js").GameView} GameView */

/** @param {GameView} game */
export function askFold(game) {
  const fold = game.legal.find((legal) => legal.do === "fold");
  if (!fold) return;
  const partners = game.seats.filter(
    (seat) => seat.side === game.side && seat.seat !== game.seat && !seat.folded,
  );
  const line = partners.length
    ? t("fold.ask_partner", { name: partners.map((seat) => nameOf(game, seat.seat)).join(", ") })
    : t("fold.ask_last", { them: sideName(game, 1 - (game.side ?? 0)) });
  ask(
    "fold",
    t("fold.ask"),
    [line],
    [{ label: t("fold.stay") }, { label: t("fold.go"), kind: "truco", act: () => press(game, fold) }],
  );
}

/** @param {GameView} game */
export function askEnvidoFirst(game) {
  const calls = game.legal.flatMap((legal) => (legal.do === "call" && isEnvido(legal.word) ? [legal] : []));
  if (!calls.length) return;
  openSheet({
    name: "envido-first",
    title: t("first.title"),
    body: [
      h("p", null, t("first.line")),
      h(
        "div",
        { class: "answers" },
        calls.map((legal, i) =>
          h(
            "button",
            {
              class: "button envido",
              type: "button",
              "data-do": "call",
              "data-word": legal.word,
              "data-focus": i === 0,
              onclick: () => {
                closeSheet("envido-first");
                press(game, legal);
              },
            },
            label(legal.word),
            h("small", null, t("small.envido", { a: legal.accepted, r: legal.refused })),
          ),
        ),
      ),
    ],
  });
}

/** What would hide a question, and can be opened again afterwards. */
const COVERS = ["menu", "said", "why", "qr", "share", "copy"];

/** The question that was put last. */
let put = 0;

/** A sheet whose answer is no longer open goes away by itself, and what lies over a new question. @param {GameView|null} game */
export function closeStaleAsks(game) {
  const question = game && votesOf(game).length ? (game.question?.id ?? 0) : 0;
  if (question && question !== put) for (const name of COVERS) closeSheet(name);
  put = question;
  if (sheetOpen("fold") && !game?.legal.some((legal) => legal.do === "fold")) closeSheet("fold");
  if (sheetOpen("envido-first") && !game?.legal.some((legal) => legal.do === "call" && isEnvido(legal.word)))
    closeSheet("envido-first");
}
