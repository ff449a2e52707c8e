// The end of a game: who won, both counts, how, and who wants to play again. "Revancha" is the ready mark.

import { h, icon } from "../dom.js";
import { setReady, toWaitingRoom } from "../flows.js";
import { whyButton } from "../howto.js";
import { t, tn, ts } from "../i18n/index.js";
import { endReason } from "../narrate.js";
import { state } from "../state.js";
import { earned, roundsTable } from "../table/rounds-table.js";
import { pads } from "../table/score.js";
import { toast } from "../toast.js";
import { initial, nameOf, roomTitle, sideName, tone, whose } from "../who.js";
import { fetchShare } from "./fetch-share.js";
import { fan, menuButton } from "./parts.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").RoomView} RoomView */

const FAN = 3;
/** A game ends the moment a pair reaches the target. */
const END_RULE = "B11.3";

/** Cards the winners played in the last hand, the round's best first; the great ones when they played none. @param {GameView} game @param {number} side */
function winners(game, side) {
  const theirs = game.rounds.flatMap((round) =>
    round.cards
      .filter(([seat]) => game.seats.find((one) => one.seat === seat)?.side === side)
      .map(([seat, card]) => ({ card, best: round.best.includes(seat) })),
  );
  const cards = theirs.sort((a, b) => Number(b.best) - Number(a.best)).map(({ card }) => card);
  return cards.length >= FAN ? cards.slice(0, FAN) : ["7e", "1b", "1e"];
}

/** Who wants the rematch; those who left are said. @param {GameView} game @param {RoomView} room */
const again = (game, room) =>
  h(
    "ul",
    { class: "again" },
    game.seats
      .filter((seat) => seat.seat !== game.seat)
      .map((seat) => {
        const member = room.members.find((one) => one.id === room.chairs[seat.seat]);
        const name = nameOf(game, seat.seat);
        const text = !member
          ? t("end.gone", { name })
          : t(member.ready ? "end.wants" : "end.thinks", { name: member.name });
        return h(
          "li",
          null,
          h("i", { class: `face ${tone(game, seat.side)}`, "aria-hidden": "true" }, initial(name)),
          text,
        );
      }),
  );

/** @param {RoomView} room */
function rematch(room) {
  const me = room.members.find((member) => member.id === room.you);
  if (!me || me.seat === null) return null;
  return h(
    "button",
    {
      class: `button truco row ${me.ready ? "pressed" : ""} ${state.held ? "sent" : ""}`,
      type: "button",
      "data-do": "rematch",
      "aria-pressed": String(me.ready),
      onclick: () => setReady(!me.ready),
    },
    me.ready && icon("check"),
    t(me.ready ? "end.rematch_wait" : "end.rematch"),
    state.held && h("small", null, t("state.when_back")),
  );
}

/** What shares a game is fetched when somebody wants to. @param {(shares: typeof import("./share.js")) => void} act */
async function withShares(act) {
  const shares = await fetchShare();
  if (shares) act(shares);
  else toast(t("problem.network"));
}

/** @param {GameView} game @param {RoomView} room */
function records(game, room) {
  if (room.records !== "open" || game.seat === null) return [];
  return [
    h(
      "button",
      {
        class: "button quiet",
        type: "button",
        "data-do": "share",
        onclick: () => withShares((shares) => shares.shareGame(game.id)),
      },
      t("end.share"),
    ),
    h(
      "button",
      {
        class: "button quiet",
        type: "button",
        "data-do": "download",
        onclick: () => withShares((shares) => shares.downloadGame(game.id)),
      },
      t("end.download"),
    ),
  ];
}

/** What ended it: how the last hand, or the envido, was won, and that the target is the end. @param {GameView} game */
const endRules = (game) => [...new Set([game.result?.why.rule ?? END_RULE, END_RULE])];

/** @param {GameView} game @param {RoomView} room */
export function endScreen(game, room) {
  const side = game.over?.side ?? 0;
  return h(
    "div",
    { class: "plain-page", key: "end" },
    h("header", { class: "page-top" }, h("h2", null, roomTitle(room)), menuButton()),
    h(
      "div",
      { class: "page-body end" },
      fan(winners(game, side), "three"),
      h("p", { class: "kicker" }, tn("end.kicker", game.hand)),
      h(
        "h1",
        { id: "verdict", tabindex: "-1" },
        ts("end.won", whose(game, side), { them: sideName(game, side) }),
      ),
      pads(game, true),
      h("p", { class: "why" }, endReason(game), " ", whyButton(endReason(game), endRules(game))),
      again(game, room),
      h(
        "details",
        { class: "last-hand" },
        h("summary", { class: "rule" }, t("end.last")),
        roundsTable(game),
        earned(game),
      ),
    ),
    h(
      "footer",
      { class: "actions" },
      rematch(room),
      h(
        "div",
        { class: "pair" },
        h(
          "button",
          { class: "button quiet", type: "button", "data-do": "to-room", onclick: toWaitingRoom },
          t("end.to_room"),
        ),
        records(game, room),
      ),
    ),
  );
}
