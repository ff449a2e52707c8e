// What the player is about to do: the lifted card, the wish under way, what may be pressed. The rules are the server's: only `legal` opens anything.
import { Arming } from "../arm.js";
import { cardName, t } from "../i18n/index.js";
import { began } from "../press.js";
import { settings } from "../settings.js";
import { changed, state } from "../state.js";
import { toast } from "../toast.js";
import { say } from "../voice.js";
import { nameOf } from "../who.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../types.js").LegalWord} LegalWord */
/** @typedef {import("../types.js").Wish} Wish */
/** @typedef {{aid: string, wish: Wish, at: number}} Pending */

export const SLOW_MS = 1500;

/** @type {{lifted: string|null, pending: Pending|null}} */
export const play = { lifted: null, pending: null };
const arming = new Arming();

/** How a wish leaves the page. @type {(wish: Wish) => string} */
let send = () => "";

/** @param {(wish: Wish) => string} action  sends and returns the aid */
export function sendWith(action) {
  send = action;
}

/** Names what is on offer: the same words for another question, hand or turn are another offer. @param {GameView} game @param {Legal} legal */
export function offerOf(game, legal) {
  const word = legal.do === "play" ? "" : legal.do === "fold" ? "" : legal.word;
  const of =
    legal.do === "vote" || game.question
      ? `q${game.question?.id}`
      : game.turn === game.seat
        ? `t${game.hand}`
        : "";
  return [legal.do, word, of].join(" ");
}

/** The votes of the open question as they were on offer, by word: one's own vote is no longer. @type {{question: string, votes: Map<string, LegalWord>}} */
const asked = { question: "", votes: new Map() };

/** @param {GameView} game */
function keepVotes(game) {
  const question = `${game.id} ${game.hand} ${game.question?.id}`;
  if (asked.question !== question) Object.assign(asked, { question, votes: new Map() });
  for (const legal of game.legal) if (legal.do === "vote") asked.votes.set(legal.word, legal);
}

/** What one may vote, and what one has voted (which stays in its place, pressed). @param {GameView} game @returns {LegalWord[]} */
export function votesOf(game) {
  const open = game.legal.flatMap((legal) => (legal.do === "vote" ? [legal] : []));
  const own = game.seat === null ? undefined : game.question?.votes[String(game.seat)];
  if (!game.question || !own || open.some((legal) => legal.word === own)) return open;
  const { accepted, refused } = game.question;
  return [...open, asked.votes.get(own) ?? { do: "vote", word: own, accepted, refused }];
}

/** Keeps the arming in step with a view; draws again when it is over. @param {GameView} game */
export function offer(game) {
  keepVotes(game);
  const offers = new Set([...game.legal, ...votesOf(game)].map((legal) => offerOf(game, legal)));
  if (game.result) offers.add(`continue ${game.hand}`);
  if (!votesOf(game).length) offers.add(SAID);
  const ms = arming.offer([...offers], performance.now());
  if (ms > 0) setTimeout(changed, ms + 1);
  if (play.lifted && !game.held.includes(play.lifted)) play.lifted = null;
}

/** The row of what was said, which stands where the votes stood. */
const SAID = "said";

/** May it be pressed now? @param {string} offered */
export const armed = (offered) => arming.takes(offered, performance.now());

/** @param {string} offered */
const takes = (offered) => arming.takes(offered, began());

/** @param {Wish} wish */
function wish(wish) {
  if (play.pending) return;
  play.pending = { aid: send(wish), wish, at: performance.now() };
  setTimeout(() => slow() && changed(), SLOW_MS + 1);
  changed();
}

/** A wish was acked, or refused. @param {string} aid */
export function settled(aid) {
  if (play.pending?.aid === aid) play.pending = null;
  changed();
}

/** A press on a call, a vote or the mazo. @param {GameView} game @param {Legal} legal */
export function press(game, legal) {
  if (!takes(offerOf(game, legal))) return;
  const turn = { hand: game.hand, ply: game.ply };
  if (legal.do === "call") wish({ type: "call", ...turn, word: legal.word });
  else if (legal.do === "fold") wish({ type: "fold", ...turn });
  else if (legal.do === "vote" && game.question && game.question.votes[String(game.seat)] !== legal.word) {
    wish({ type: "vote", hand: game.hand, question: game.question.id, word: legal.word });
  }
}

/** Opens what was said: the second tap of a vote lands there too. @param {() => void} open */
export function pressSaid(open) {
  if (takes(SAID)) open();
}

/** @param {GameView} game */
export function goOn(game) {
  if (takes(`continue ${game.hand}`)) wish({ type: "continue", hand: game.hand });
}

/** A tap on a card: lifts it; on the lifted one, plays it. @param {GameView} game @param {string} card */
export function tap(game, card) {
  if (play.pending?.wish.type === "play") return;
  if (settings.oneTap && canPlay(game, card)) {
    const legal = game.legal.find((one) => one.do === "play");
    if (legal && takes(offerOf(game, legal))) playCard(game, card);
    return;
  }
  if (play.lifted === card) playCard(game, card);
  else lift(card);
}

/** @param {string} card */
export function lift(card) {
  play.lifted = card;
  say([{ text: t("table.card_lifted", { card: cardName(card) }) }]);
  changed();
}

export function lower() {
  if (!play.lifted) return false;
  play.lifted = null;
  changed();
  return true;
}

/** @param {GameView} game @param {string} card */
export function playCard(game, card) {
  if (play.pending) return;
  if (!canPlay(game, card)) return whyNot(game);
  wish({ type: "play", hand: game.hand, ply: game.ply, card });
}

/** @param {GameView} game @param {string} card */
export const canPlay = (game, card) => game.legal.some((one) => one.do === "play" && one.card === card);

/** Says what the view says about why no card goes now. @param {GameView} game */
function whyNot(game) {
  if (game.question) toast(t("refusal.call_open"));
  else if (game.paused) toast(t("refusal.paused"));
  else if (game.turn !== null && game.turn !== game.seat)
    toast(t("refusal.not_your_turn", { name: nameOf(game, game.turn) }));
}

/** The card that was sent and is not on the table yet. */
export const underWay = () => (play.pending?.wish.type === "play" ? play.pending.wish.card : null);

/** The wish takes long, or waits for the line. */
export const slow = () =>
  play.pending !== null && (!state.online || performance.now() - play.pending.at > SLOW_MS);

/** A sent card rests on its place when the answer takes long; without a line it stays in the hand. */
export const resting = () => slow() && state.online;

/** Another seat, room or page: nothing is under way. */
export function forgetPlay() {
  play.lifted = null;
  play.pending = null;
}
