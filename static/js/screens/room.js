// The room: chairs round the cloth with oneself below, who is ready, the invitation.

import { h, icon } from "../dom.js";
import { leaveRoom, setReady, sit } from "../flows.js";
import { helpIcon } from "../howto.js";
import { capital, t, tCode, tn } from "../i18n/index.js";
import { lastGame } from "../narrate.js";
import { secondsLeft, state } from "../state.js";
import { toast } from "../toast.js";
import { initial, roomTitle, turned } from "../who.js";
import { carried, carrying, chairBelow } from "./chair-drag.js";
import { invite } from "./invite.js";
import { CORNERS, menuButton } from "./parts.js";

/** @typedef {import("../types.js").Member} Member */
/** @typedef {import("../types.js").RoomView} RoomView */

/** @param {RoomView} room @param {string|null} id */
const memberOf = (room, id) => room.members.find((member) => member.id === id) ?? null;

/** Our side is that of the own chair; who stands looks from chair 0. @param {number} seat @param {number|null} own */
const side = (seat, own) => (seat % 2 === (own ?? 0) % 2 ? "us" : "them");

/** @param {RoomView} room @param {Member} member */
function standing(room, member) {
  if (state.arriving.has(member.id)) return t("room.arriving");
  if (!member.connected)
    return t("room.away", { time: t("time.seconds", { n: secondsLeft(member.left_ms) }) });
  const words = [
    t(member.ready ? "room.ready" : "room.not_ready"),
    member.id === room.host && t("room.host"),
  ];
  return words.filter(Boolean).join(" · ");
}

/** @param {RoomView} room @param {number} seat @param {number|null} own */
function chair(room, seat, own) {
  const member = memberOf(room, room.chairs[seat]);
  const corner = CORNERS[turned(seat, own, room.chairs.length) % CORNERS.length];
  if (!member) {
    return h(
      "button",
      {
        class: `chair ${corner} free ${chairBelow() === seat ? "over" : ""}`,
        type: "button",
        key: `c${seat}`,
        "data-seat": seat,
        "data-do": "chair",
        onclick: () => sit(seat),
      },
      h("i", { class: `face empty ${side(seat, own)}`, "aria-hidden": "true" }, icon("plus")),
      h("span", { class: "nm" }, t("room.sit")),
      h("span", { class: "st" }, t("room.free")),
    );
  }
  const mine = member.id === room.you;
  const name = mine ? t("room.you", { name: member.name }) : member.name;
  const coming = state.arriving.has(member.id);
  return h(
    "div",
    {
      class: `chair ${corner} ${member.ready ? "ready" : ""} ${member.connected ? "" : "away"} ${coming ? "coming" : ""} ${mine && !room.playing ? "own" : ""} ${mine && carried() ? "carried" : ""}`,
      key: `c${seat}`,
      "data-seat": seat,
      "data-ready": String(member.ready),
    },
    h(
      "i",
      {
        class: `face ${side(seat, own)} ${member.connected ? "" : "away"}`,
        "aria-hidden": "true",
        ...(mine && !room.playing ? carrying : {}),
      },
      initial(member.name),
    ),
    h("span", { class: "nm" }, name),
    h("span", { class: "st" }, member.ready && icon("check"), h("span", null, standing(room, member))),
  );
}

/** @param {RoomView} room */
function cloth(room) {
  const { free, unready, missing } = waitsFor(room);
  const details = [free && tn("room.missing_free", free), unready && tn("room.missing_marks", unready)]
    .filter(Boolean)
    .join(", ");
  return h(
    "div",
    { class: "cloth" },
    h(
      "b",
      null,
      room.playing ? t("lobby.playing") : missing ? tn("room.missing", missing) : t("room.all_set"),
    ),
    h("span", null, room.playing ? "" : details),
  );
}

/** "Ana y Caro contra Beto y …". @param {RoomView} room @param {number|null} own */
function pairs(room, own) {
  /** @param {"us"|"them"} which */
  const names = (which) =>
    room.chairs
      .flatMap((id, seat) =>
        side(seat, own) === which ? [memberOf(room, id)?.name ?? t("room.nobody")] : [],
      )
      .join(" · ");
  return h(
    "p",
    { class: "pairs" },
    h("span", { class: "us" }, h("i", { class: "dot us", "aria-hidden": "true" }), names("us")),
    h("b", null, t("room.versus")),
    h("span", { class: "them" }, h("i", { class: "dot them", "aria-hidden": "true" }), names("them")),
  );
}

/** @param {RoomView} room */
function lastNotice(room) {
  const text = lastGame(room, state.frame?.view.game);
  return text && h("p", { class: "notice" }, text);
}

/** "A 30 con malas y buenas, de a cuatro, sin flor." @param {RoomView["rules"]} rules */
const ruleLine = ({ target, halves, seats }) =>
  t("rules.line", {
    points: t(halves ? "rules.halves" : "rules.points", { n: target }),
    seats: tCode(`rules.seats.${seats}`, "rules.seats", { n: seats }),
  });

/** @param {RoomView} room */
function kicker(room) {
  const standing = room.members.filter((member) => member.seat === null);
  const names = standing.map(({ id, name }) =>
    state.arriving.has(id) ? `${name} (${t("room.arriving")})` : name,
  );
  const words = [
    t(room.public ? "room.public" : "room.private"),
    t(room.records === "open" ? "room.records_open" : "room.records_closed"),
    names.length > 0 && t("room.standing", { names: names.join(", ") }), // no line of its own: nothing below moves
  ];
  return [
    h("p", { class: "kicker rules" }, ruleLine(room.rules)),
    h("p", { class: "kicker" }, icon(room.public ? "globe" : "lock"), words.filter(Boolean).join(" · ")),
  ];
}

/** What the game still waits for. @param {RoomView} room */
function waitsFor(room) {
  const free = room.chairs.filter((id) => id === null).length;
  const unready = room.chairs.filter((id) => id !== null && !memberOf(room, id)?.ready).length;
  return { free, unready, missing: free + unready };
}

/** Who was brought here by "play now" is told so until they are ready. @param {RoomView} room @param {Member} me */
const placed = (room, me) =>
  state.placed === room.id &&
  !me.ready &&
  h("b", null, t("room.placed", { missing: tn("room.missing", waitsFor(room).missing) }));

/** @param {RoomView} room @param {Member|null} me */
function actions(room, me) {
  if (room.playing) return h("footer", { class: "actions" }, h("p", { class: "others" }, t("room.playing")));
  if (!me || me.seat === null)
    return h("footer", { class: "actions" }, h("p", { class: "others" }, t("room.take_chair")));
  return h(
    "footer",
    { class: "actions" },
    h(
      "p",
      { class: "others" },
      state.held
        ? capital(t("state.when_back"))
        : placed(room, me) || t("room.starts", { n: room.chairs.length }),
    ),
    h(
      "div",
      { class: "pair" },
      h(
        "button",
        { class: "button quiet", type: "button", "data-do": "stand", onclick: () => sit(null) },
        t("room.stand"),
      ),
      h(
        "button",
        {
          class: `button yes row ${me.ready ? "pressed" : ""} ${state.held === "ready" ? "sent" : ""}`,
          type: "button",
          "data-do": "ready",
          "aria-pressed": String(me.ready),
          onclick: () => setReady(!me.ready),
        },
        me.ready && icon("check"),
        t("room.im_ready"),
      ),
    ),
  );
}

/** The host's sheet, fetched when it is first wanted. */
async function options() {
  const sheet = await import("./room-options.js").catch(() => null);
  if (sheet) sheet.openOptions();
  else toast(t("problem.network"));
}

/** @param {RoomView} room */
export function roomScreen(room) {
  const me = memberOf(room, room.you);
  const own = me?.seat ?? null;
  const gear =
    room.host === room.you &&
    !room.playing &&
    h(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": t("room.options"),
        "data-do": "options",
        onclick: options,
      },
      icon("gear"),
    );
  return h(
    "div",
    { class: "plain-page", key: "room" },
    h(
      "header",
      { class: "page-top" },
      h(
        "button",
        {
          class: "icon-button",
          type: "button",
          "aria-label": t("room.leave"),
          "data-do": "leave",
          onclick: leaveRoom,
        },
        icon("back"),
      ),
      h("h1", null, roomTitle(room)),
      gear,
      helpIcon(),
      menuButton(),
    ),
    h(
      "div",
      { class: "page-body room-page" },
      h("div", { class: "about" }, lastNotice(room), kicker(room)),
      h(
        "div",
        { class: "round-table", role: "group", "aria-label": t("room.chairs") },
        cloth(room),
        room.chairs.map((_, seat) => chair(room, seat, own)),
      ),
      pairs(room, own),
      invite(room),
    ),
    actions(room, me),
  );
}

export const roomName = () => (state.frame ? roomTitle(state.frame.view.room) : t("room.title"));
