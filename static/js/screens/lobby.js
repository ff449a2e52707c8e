// The tables: play now, open one, come in by a code, and the rooms that anyone may join, live.

import { Arming } from "../arm.js";
import { h, icon } from "../dom.js";
import { join, quick, toRoom } from "../flows.js";
import { helpButton } from "../howto.js";
import { list, t, tn } from "../i18n/index.js";
import { began } from "../press.js";
import { wanted } from "../senses.js";
import { changed, state } from "../state.js";
import { initial, roomTitle } from "../who.js";
import { askCode, askName, askOpen } from "./lobby-sheets.js";
import { brand, CORNERS, fan, pageTop } from "./parts.js";

/** @typedef {import("../types.js").Listing} Listing */

/** @param {Listing} room */
const plan = (room) =>
  h(
    "span",
    { class: "mini-table", "aria-hidden": "true" },
    room.chairs.map((chair, seat) =>
      h(
        "i",
        {
          class: `face ${seat % 2 ? "them" : ""} ${chair ? "" : "empty"} at-${CORNERS[seat % CORNERS.length]}`,
        },
        chair && initial(chair.name),
      ),
    ),
  );

/** @param {number} seconds */
const time = (seconds) =>
  seconds < 60
    ? t("time.seconds", { n: Math.max(1, Math.round(seconds)) })
    : t("time.minutes", { n: Math.round(seconds / 60) });

/** "Ana y Caro 12, Beto y Dani 9 · mano 5" @param {Listing} room @param {number[]} score */
function scoreOf({ chairs, hand }, score) {
  const [us, them] = score.map((_, side) =>
    list(chairs.flatMap((chair, seat) => (chair && seat % score.length === side ? chair.name : []))),
  );
  return t("lobby.score", { us, a: score[0], them, b: score[1], hand });
}

/** @param {Listing} room */
function facts(room) {
  if (room.playing) {
    const score = room.score ? scoreOf(room, room.score) : "";
    return [h("p", null, score), h("p", { class: "need" }, t("lobby.playing"))];
  }
  const names = room.chairs.flatMap((chair) => chair?.name ?? []);
  const free = room.chairs.filter((chair) => !chair).length;
  const need = free ? tn("lobby.need", free) : t("lobby.full");
  return [
    h("p", null, names.length ? list(names) : t("lobby.empty_room")),
    h(
      "p",
      { class: "need" },
      t("lobby.waiting", { need, time: time((performance.now() - (room.since ?? 0)) / 1000) }),
    ),
  ];
}

/** A button that has just come to its place takes no press: it may be another room's that stood there. */
const arming = new Arming();

/** @param {Listing} room @param {number} at */
const placeOf = ({ id }, at) => `${id} ${at}`;

/** @param {Listing} room @param {number} at */
function row(room, at) {
  const mine = room.id === state.room;
  const open = !room.playing && room.chairs.includes(null);
  const way = mine
    ? h("button", { class: "button small", type: "button", onclick: toRoom }, t("lobby.return"))
    : open &&
      h(
        "button",
        {
          class: "button small",
          type: "button",
          "data-do": "sit",
          "aria-label": t("lobby.sit_at", { room: roomTitle(room) }),
          "aria-disabled": arming.takes(placeOf(room, at), performance.now()) ? null : "true",
          onclick: () => arming.takes(placeOf(room, at), began()) && join(room.id),
        },
        t("lobby.sit"),
      );
  return h(
    "li",
    { class: `room ${room.playing ? "busy" : ""}`, key: room.id, "data-room": room.id },
    plan(room),
    h("div", null, h("h3", null, roomTitle(room)), facts(room)),
    way,
  );
}

/** Rooms with a free chair first, the fullest of them first; then those that play. @param {Listing[]} rooms */
const sorted = (rooms) =>
  [...rooms].sort(
    (a, b) =>
      Number(a.playing) - Number(b.playing) || free(a) - free(b) || b.waiting_seconds - a.waiting_seconds,
  );

/** The order in which the rows stand. @type {string[]} */
let order = [];

/** Rows stay where they are while one looks: new ones come below those that are open, those that play sink. @param {Listing[]} rooms */
function steady(rooms) {
  if (!document.querySelector(".rooms li")) order = []; // one has just come in
  /** @param {Listing} room */
  const rank = (room) => (order.includes(room.id) ? order.indexOf(room.id) : order.length);
  const all = sorted(rooms).sort((a, b) => Number(a.playing) - Number(b.playing) || rank(a) - rank(b));
  order = all.map((room) => room.id);
  return all;
}

/** @param {Listing} room */
const free = (room) => room.chairs.filter((chair) => !chair).length || room.chairs.length + 1;

const none = () =>
  h(
    "div",
    { class: "no-rooms" },
    h(
      "span",
      { class: "mini-table", "aria-hidden": "true" },
      CORNERS.map((corner, seat) => h("i", { class: `face empty ${seat % 2 ? "them" : ""} at-${corner}` })),
    ),
    h("p", null, t("lobby.none")),
  );

function rooms() {
  const all = steady(state.rooms);
  const ms = arming.offer(all.map(placeOf), performance.now());
  if (ms > 0) setTimeout(changed, ms + 1);
  return h(
    "section",
    { class: "rooms", "aria-labelledby": "rooms-title" },
    h(
      "h2",
      { id: "rooms-title", tabindex: -1 },
      t("lobby.rooms"),
      " ",
      all.length > 0 && h("span", null, all.length),
    ),
    !state.feedLive && h("p", { class: "hint wrong" }, t("lobby.lost")),
    all.length ? h("ul", null, all.map(row)) : state.listed && none(),
  );
}

const hero = () =>
  h(
    "section",
    { class: "hero", "aria-labelledby": "hero-title" },
    fan(["7o", "1b", "1e", "7e"]),
    h("h1", { id: "hero-title" }, t("lobby.heading")),
    h("p", null, t("lobby.line")),
    h(
      "button",
      {
        class: "button truco big",
        type: "button",
        "data-do": "quick",
        "aria-disabled": state.busy ? "true" : null,
        onclick: quick,
      },
      t("lobby.play"),
      h("small", null, t("lobby.play_small")),
    ),
    h(
      "div",
      { class: "pair" },
      h(
        "button",
        { class: "button row", type: "button", "data-do": "open", onclick: askOpen },
        icon("plus"),
        t("lobby.open"),
      ),
      h(
        "button",
        { class: "button row", type: "button", "data-do": "code", onclick: askCode },
        icon("link"),
        t("lobby.code"),
      ),
    ),
    h("p", { class: "to-help" }, helpButton("rule")),
  );

const own = () =>
  h(
    "button",
    {
      class: "chip",
      type: "button",
      "aria-label": t("lobby.your_name", { name: state.guest?.name ?? "" }),
      onclick: () => askName(),
    },
    h("i", { class: "face", "aria-hidden": "true" }, initial(state.guest?.name ?? "")),
    h("span", null, state.guest?.name ?? ""),
  );

/** One's place at a table, and what is wanted there meanwhile. @param {import("../types.js").View} view */
function seated({ room, game }) {
  const call = wanted(game);
  const says = call === "vote" ? "lobby.asked" : call ? "lobby.turn" : "lobby.seated";
  return h(
    "p",
    { class: `seated ${call ? "wanted" : ""}` },
    t(says, { room: roomTitle(room) }),
    h(
      "button",
      { class: `button small ${call ? "truco" : ""}`, type: "button", "data-do": "return", onclick: toRoom },
      t("lobby.return"),
    ),
  );
}

export function lobbyScreen() {
  return h(
    "div",
    { class: "plain-page", key: "lobby" },
    pageTop([brand()], [own()]),
    state.room && state.frame && seated(state.frame.view),
    h("div", { class: "lobby" }, hero(), rooms()),
  );
}
