// The dock: every word has its own place, empty when it is not open. Row A is dead after the first vote of a hand, so votes lie there.
import { h, icon } from "../dom.js";
import { capital, list, t } from "../i18n/index.js";
import { callSaid } from "../narrate.js";
import { wanted } from "../senses.js";
import { left, secondsLeft, state } from "../state.js";
import { initial, nameOf, otherNames, seatName, seatOf, sideName, tone, whose } from "../who.js";
import { askEnvidoFirst, askFold } from "./asks.js";
import { matchClock } from "./clock.js";
import { lastLine, openLog } from "./log.js";
import { moments, saidSoFar, telling } from "./moments.js";
import { armed, offerOf, play, press, pressSaid, slow, votesOf } from "./play.js";
import { isEnvido, label, paint, plain, voteLabel } from "./words.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../types.js").LegalWord} LegalWord */

/** Places of the envido's words in their row. @type {Record<string, number>} */
const COLUMN = { envido: 1, "real-envido": 2, "falta-envido": 3 };

/** What a Spanish word means, where it is not plain to the reader. @param {"small.fold"} key */
const gloss = (key) => t(key) && h("small", null, t(key));

/** The smallest line of a button: what the word is worth, accepted and refused. @param {GameView} game @param {LegalWord} legal */
function small(game, legal) {
  const values = {
    a: legal.accepted,
    r: legal.refused,
    us: t("us"),
    them: game.question ? sideName(game, 1 - (game.side ?? 0)) : t("them"),
  };
  if (legal.word === "no-quiero") return t("small.no_quiero", values);
  if (legal.word === "quiero")
    return t(isEnvido(game.question?.call ?? "") ? "small.quiero_envido" : "small.quiero_truco", values);
  if (isEnvido(legal.word)) return t("small.envido", values);
  return t(legal.do === "vote" ? "small.raise" : "small.truco", values);
}

/**
 * One button in its place. It is not dimmed while it is arming; it only takes no press.
 * @param {GameView} game @param {Legal} legal @param {string} kind @param {string} spot @param {import("../dom.js").Child[]} inside @param {() => void} act
 */
function button(game, legal, kind, spot, inside, act) {
  const word = legal.do === "call" || legal.do === "vote" ? legal.word : null;
  const sent = pendingWord() === (word ?? legal.do) && play.pending !== null;
  const chosen = legal.do === "vote" && game.question?.votes[String(game.seat)] === legal.word;
  const waits = sent && !state.online;
  const ready = armed(offerOf(game, legal)) && !play.pending && !chosen;
  return h(
    "button",
    {
      class: `button ${kind} ${spot} ${sent ? "sent" : ""} ${chosen ? "pressed" : ""}`,
      key: spot,
      type: "button",
      "data-do": legal.do,
      "data-word": word,
      "aria-disabled": ready ? null : "true",
      "aria-pressed": legal.do === "vote" ? String(chosen) : null,
      onclick: act,
    },
    inside,
    waits && h("small", null, t("state.when_back")),
  );
}

/** The word, or the deed, that is under way. */
function pendingWord() {
  const wish = play.pending?.wish;
  return wish ? ("word" in wish ? wish.word : wish.type) : null;
}

/** Who of one's side has voted this word: one's own tag, the partner's face on the corner. @param {GameView} game @param {LegalWord} legal */
function voters(game, legal) {
  const votes = Object.entries(game.question?.votes ?? {})
    .filter(([, word]) => word === legal.word)
    .map(([seat]) => Number(seat));
  return votes.map((seat) =>
    seat === game.seat
      ? h("span", { class: "own-vote", key: "me" }, t("small.you"))
      : h(
          "span",
          {
            class: "partner",
            key: seat,
            role: "img",
            "aria-label": t("state.partner_vote", { name: nameOf(game, seat), word: plain(legal.word) }),
          },
          h(
            "span",
            { class: `face ${tone(game, seatOf(game, seat)?.side ?? 0)}`, "aria-hidden": "true" },
            initial(nameOf(game, seat)),
          ),
        ),
  );
}

/** Calls open on one's turn. @param {GameView} game */
function turnButtons(game) {
  return game.legal.flatMap((legal) => {
    if (legal.do === "fold")
      return button(game, legal, "quiet", "place-fold", [t("fold"), gloss("small.fold")], () =>
        askFold(game),
      );
    if (legal.do !== "call") return [];
    const spot = isEnvido(legal.word) ? `place-e${COLUMN[legal.word] ?? 1}` : "place-t";
    return button(
      game,
      legal,
      paint(legal.word),
      spot,
      [label(legal.word), h("small", null, small(game, legal))],
      () => press(game, legal),
    );
  });
}

/** One's votes, the raises below them, and the envido that comes first. @param {GameView} game */
function voteButtons(game) {
  const envidoFirst = game.legal.find((legal) => legal.do === "call" && isEnvido(legal.word));
  const buttons = votesOf(game)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((legal) => {
      const inside = [voteLabel(legal.word), h("small", null, small(game, legal)), ...voters(game, legal)];
      return button(game, legal, ...voteLook(legal), inside, () => press(game, legal));
    });
  if (envidoFirst)
    buttons.push(
      button(
        game,
        envidoFirst,
        "envido",
        "place-first",
        [t("first.button"), h("small", null, t("small.first"))],
        () => askEnvidoFirst(game),
      ),
    );
  return buttons;
}

/** In the order they are seen, which is the order of the focus. @param {LegalWord} legal */
const placeOf = ({ word }) => (word === "no-quiero" ? 0 : word === "quiero" ? 1 : 2);

/** Colour and place of a vote. @param {LegalWord} legal @returns {[string, string]} */
function voteLook({ word }) {
  if (word === "no-quiero") return ["no", "place-no"];
  if (word === "quiero") return ["yes", "place-yes"];
  return isEnvido(word) ? ["envido", `place-r${COLUMN[word] ?? 1}`] : ["truco", "place-rt"];
}

/** The four tantos in the order they are said. @param {GameView} game @param {number} now */
function tantos(game, now) {
  const declared = game.envido?.declared ?? [];
  const said = saidSoFar(declared.length, now);
  return h(
    "ol",
    { class: "place-said tantos-said", key: "said", "aria-label": t("table.said") },
    declared.map(([seat, tanto], i) =>
      h(
        "li",
        { class: telling(now) && i === said - 1 ? "now" : "" },
        h("b", null, i >= said ? "…" : typeof tanto === "number" ? tanto : t("state.good")),
        seatName(game, seat),
      ),
    ),
  );
}

/** How the envido ended, in one line. @param {GameView} game */
function envidoLine({ envido, ...game }) {
  const view = /** @type {GameView} */ ({ envido, ...game });
  if (!envido) return null;
  const values = {
    points: envido.points,
    side: sideName(view, envido.side),
    others: otherNames(view, envido.side),
  };
  if (!envido.accepted)
    return t(`last.envido_refused.${whose(view, envido.side)}`, {
      ...values,
      word: plain(envido.chain[envido.chain.length - 1]),
    });
  const n = envido.declared.find(([seat]) => seat === envido.seat)?.[1];
  return envido.seat === game.seat
    ? t("last.envido_yours", { ...values, n })
    : t("last.envido_won", { ...values, n, name: nameOf(view, envido.seat ?? 0) });
}

/** The last result, which opens the log; never a call. @param {GameView} game @param {number} now */
function saidRow(game, now) {
  if (moments.tantos && game.envido?.declared.length) return tantos(game, now);
  const text = envidoLine(game) ?? lastLine();
  return h(
    "button",
    { class: "place-said", key: "said", type: "button", "data-do": "log", onclick: () => pressSaid(openLog) },
    h("span", null, text || t("table.said")),
    icon("said"),
  );
}

/** Who is asked and how long, with the match. @param {GameView} game */
function questionLine(game) {
  const question = game.question;
  if (!question) return [];
  const { question: ms, stopped } = game.clocks;
  const ends = state.receivedAt + (ms ?? 0);
  const [match, seconds] = matchClock(ends, stopped || state.stoppedAt !== null ? left(ms, stopped) : null);
  return [
    h("span", { class: "hidden-text" }, callSaid(game, question)),
    h("b", { class: "asked" }, t("asked", { word: label(question.call).replace(/[¡!]/g, "") })),
    h("span", { class: "fuse" }, match, h("span", { class: "fuse-line" }, questionHint(game, question))),
    seconds,
  ];
}

/** @param {GameView} game @param {import("../types.js").QuestionView} question */
function questionHint(game, question) {
  if (question.side !== game.side)
    return [
      h(
        "span",
        null,
        t("state.waiting_vote", { names: list(question.seats.map((seat) => nameOf(game, seat))) }),
      ),
    ];
  const partners = question.seats
    .filter((seat) => seat !== game.seat)
    .map((seat) => {
      const vote = question.votes[String(seat)];
      return vote
        ? h("b", null, t("state.partner_vote", { name: nameOf(game, seat), word: plain(vote) }))
        : h("span", null, t("state.partner_no_vote", { name: nameOf(game, seat) }));
    });
  return [...partners, h("span", { class: "rest" }, partners.length ? " · " : "", t("state.burns_no"))];
}

/** @param {string} strong @param {import("../dom.js").Child} [rest] */
const line = (strong, rest) => [h("b", null, strong), rest && h("span", null, rest)];

/** Everything but a question, in a few words. @param {GameView} game @param {number} now */
function stateLine(game, now) {
  const own = game.seats.find((seat) => seat.seat === game.seat);
  if (slow()) return line(capital(t(state.online ? "state.sending" : "state.when_back")));
  if (telling(now)) return line(t("state.declaring"), t("state.declaring_from"));
  if (game.paused) return line(t("state.paused"), t("state.paused_hint"));
  const idle = game.clocks.chairs.find((chair) => chair.idle);
  if (idle) return [h("b", null, idleText(game, idle))];
  if (wanted(game) === "turn") return line(t("state.turn"), turnHint(game));
  if (game.turn !== null)
    return line(
      t("state.other", { name: nameOf(game, game.turn) }),
      own?.folded ? t("state.folded") : own ? null : t("state.watching"),
    );
  return line(t("state.dealing"));
}

/** @param {GameView} game @param {{seat: number, ms: number}} chair */
function idleText(game, { seat, ms }) {
  const n = secondsLeft(ms, game.clocks.stopped || game.paused);
  return seat === game.seat ? t("state.you_idle", { n }) : t("state.idle", { name: nameOf(game, seat), n });
}

const SHORT_MS = 20000;

/** The seconds of whose turn it is, once they are few. @param {import("../types.js").GameView["clocks"]} clocks */
export const turnSeconds = ({ turn, stopped }) =>
  turn !== null && left(turn, stopped) <= SHORT_MS ? secondsLeft(turn, stopped) : null;

/** @param {GameView} game */
function turnHint(game) {
  const n = turnSeconds(game.clocks);
  if (n !== null) return t("state.turn_left", { n });
  const calls = game.legal.filter((legal) => legal.do === "call");
  if (game.tanto !== null && calls.some((legal) => "word" in legal && isEnvido(legal.word)))
    return t("state.tanto", { n: game.tanto });
  return calls.length ? t("state.turn_hint") : t("state.turn_card");
}

/** @param {GameView} game @param {number} now */
export function dock(game, now) {
  const asked = votesOf(game).length > 0;
  const buttons = asked ? voteButtons(game) : turnButtons(game);
  const rowA = buttons.some(({ key }) => /^place-(e\d|no|yes)$/.test(key ?? "")) ? [] : [saidRow(game, now)];
  const words = game.question ? questionLine(game) : stateLine(game, now);
  return h(
    "section",
    {
      class: `dock ${asked ? "voting" : ""}`,
      "aria-label": asked ? t("table.vote") : t("table.calls"),
      key: "dock",
      id: "dock",
    },
    h("div", { class: "places" }, h("div", { class: "state", key: "state" }, words), ...rowA, ...buttons),
  );
}

/** The question for the viewer that each dock has shown. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Where the table is higher than the window a question comes into sight, once: its match burns. @param {GameView|null|undefined} game */
export function bringVote(game) {
  const place = document.querySelector("#dock");
  if (!place) return;
  const vote = wanted(game) === "vote" ? `${game?.hand} ${game?.question?.id}` : "";
  if (vote && shown.get(place) !== vote) place.scrollIntoView({ block: "nearest" });
  shown.set(place, vote);
}
