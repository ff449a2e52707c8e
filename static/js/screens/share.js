// A game that is over, by its link: told move by move, and as a file. Making the link, and the file, are here too.
import { api } from "../api.js";
import { copy } from "../copy.js";
import { h, make } from "../dom.js";
import { sentenceOf, toLobby, WRONG_CODES } from "../flows.js";
import { cardName, list, t, theCard } from "../i18n/index.js";
import { routeHash } from "../router.js";
import { closeSheet, openSheet } from "../sheet.js";
import { changed, state } from "../state.js";
import { plain } from "../table/words.js";
import { toast } from "../toast.js";
import { dealCheck } from "./deal-check.js";
import { brand, pageTop } from "./parts.js";
import { learnReplayTexts, tr, trn } from "./replay-texts.js";

/** @typedef {import("../api.js").Problem} Problem */
/** @typedef {{chain: string[], accepted: boolean, side: number, points: number, seat: number|null, declared: [number, number|string][]}} Envido */
/** @typedef {{envido: Envido|null, truco: {side: number, points: number}|null, score: number[]}} Result */
/** @typedef {{dealer: number, cards: string[][], moves: string[], result: Result}} Hand */
/** @typedef {{names?: string[], hands: Hand[], deal?: import("../fair.js").Deal}} GameRecord */

export { learnReplayTexts as ready };

/** @type {{code: string, record: GameRecord|null, problem: string}} */
const shown = { code: "", record: null, problem: "" };

/** @param {string} game */
export async function shareGame(game) {
  try {
    const { code } = await api.post(`/games/${encodeURIComponent(game)}/shares`);
    openLink(location.href.replace(/#.*$/, "") + routeHash({ name: "share", code }));
  } catch (error) {
    toast(sentenceOf(error));
  }
}

/** @param {string} link */
function openLink(link) {
  openSheet({
    name: "share",
    title: t("end.share"),
    body: [
      h("p", null, tr("share.line")),
      h("input", { class: "field", readonly: true, value: link, "aria-label": tr("share.link") }),
      h(
        "button",
        {
          class: "button truco",
          type: "button",
          "data-do": "copy",
          "data-focus": true,
          onclick: () => {
            closeSheet("share");
            copy(link, tr("share.copied"));
          },
        },
        t("room.copy"),
      ),
    ],
  });
}

/** @param {string} game */
export async function downloadGame(game) {
  try {
    save(await api.get(`/games/${encodeURIComponent(game)}/record`), game);
  } catch (error) {
    toast(sentenceOf(error));
  }
}

/** @param {unknown} record @param {string} name */
function save(record, name) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  const link = make(h("a", { href: url, download: `truco-${name}.json` }));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const RETRY_MS = 3000;

/** @param {string} code */
async function load(code) {
  if (shown.code !== code) Object.assign(shown, { code, record: null, problem: "" });
  try {
    const record = await api.post("/shares/record", { code });
    if (shown.code === code) Object.assign(shown, { record, problem: "" });
  } catch (error) {
    if (shown.code === code) failed(error, code);
  }
  changed();
}

/** The link is bad only when the server says so. @param {unknown} error @param {string} code */
function failed(error, code) {
  const said = sentenceOf(error);
  const { code: why, status } = /** @type {Problem} */ (error);
  shown.problem = WRONG_CODES.has(why) ? tr("share.bad") : said;
  if (status === 0 || status === 503) setTimeout(again, RETRY_MS * (0.5 + Math.random()), code);
}

/** Nobody answered: asked once more, now or when the reader is here again. @param {string} code */
function again(code) {
  if (shown.code !== code) return;
  if (state.route.name === "share") load(code);
  else shown.code = "";
}

/** One move in words: "2 play 7o". @param {string} move @param {string[]} names */
function tell(move, names) {
  if (move === "clock") return tr("share.clock");
  const [seat, verb, what = ""] = move.split(" ");
  const name = names[Number(seat)] ?? seat;
  switch (verb) {
    case "play":
      return tr("share.play", { name, card: theCard(what) });
    case "call":
      return tr("share.call", { name, word: plain(what) });
    case "vote":
      return tr("share.vote", { name, word: plain(what) });
    case "fold":
      return tr("share.fold", { name });
    case "drop":
      return tr("share.drop", { name });
    case "back":
      return tr("share.back", { name });
    default:
      return move;
  }
}

/** "Ana y Caro"; seats of a side are as many apart as there are sides. @param {string[]} names @param {number} side @param {number} sides */
const pair = (names, side, sides) => list(names.filter((_, seat) => seat % sides === side));

/** The envido in one line. @param {Envido} envido @param {string[]} names @param {number} sides */
function envidoOf({ chain, accepted, side, points, seat, declared }, names, sides) {
  const values = { points, side: pair(names, side, sides), word: plain(chain[chain.length - 1]) };
  const others = list(names.filter((_, one) => one % sides !== side));
  if (!accepted) return t("last.envido_refused.named", { ...values, others });
  const n = declared.find(([by]) => by === seat)?.[1];
  return t("last.envido_won", { ...values, n, name: names[seat ?? 0] });
}

/** What came of a hand: its points, and the score after it. @param {Result} result @param {string[]} names */
function came({ envido, truco, score }, names) {
  const [us, them] = score.map((_, side) => pair(names, side, score.length));
  const lines = [
    envido && envidoOf(envido, names, score.length),
    truco && tr("share.won", { n: truco.points, side: pair(names, truco.side, score.length) }),
    t("voice.score", { us, a: score[0], them, b: score[1] }),
  ];
  return h(
    "ul",
    { class: "came" },
    lines.map((line) => line && h("li", null, line)),
  );
}

/** @param {GameRecord} record */
function told(record) {
  const names = record.names ?? [];
  return record.hands.map((hand, i) =>
    h(
      "details",
      { class: "told", open: i === 0 },
      h("summary", null, tr("share.hand", { n: i + 1, name: names[hand.dealer] ?? hand.dealer })),
      h(
        "div",
        { class: "dealt" },
        hand.cards.map((cards, seat) =>
          h(
            "p",
            null,
            h("b", null, names[seat] ?? seat),
            h(
              "span",
              { role: "img", "aria-label": cards.map(cardName).join(", ") },
              cards.map((code) => h("truco-card", { code })),
            ),
          ),
        ),
      ),
      h(
        "ol",
        null,
        hand.moves.map((move) => h("li", null, tell(move, names))),
      ),
      came(hand.result, names),
    ),
  );
}

/** @param {string} code */
export function shareScreen(code) {
  if (shown.code !== code) load(code);
  const record = shown.record;
  return h(
    "div",
    { class: "plain-page", key: "share" },
    pageTop([brand()]),
    h(
      "div",
      { class: "page-body shared" },
      h("h1", null, t("share.title")),
      record &&
        h(
          "p",
          { class: "kicker" },
          [(record.names ?? []).join(" · "), trn("share.hands", record.hands.length)].join(" · "),
        ),
      shown.problem && h("p", { role: "alert" }, shown.problem),
      !record && !shown.problem && h("p", null, t("moment")),
      record &&
        h(
          "button",
          { class: "button", type: "button", "data-do": "download", onclick: () => save(record, code) },
          tr("share.download"),
        ),
      record && told(record),
      record && dealCheck(record),
      h("button", { class: "button quiet", type: "button", onclick: toLobby }, tr("share.home")),
    ),
  );
}
