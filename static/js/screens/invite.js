// The room's invitation: its code, the link to copy or to hand to the device's share sheet, and a picture for a camera.
import { copy } from "../copy.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n/index.js";
import { routeHash } from "../router.js";
import { openSheet } from "../sheet.js";
import { roomTitle } from "../who.js";

/** @typedef {import("../types.js").RoomView} RoomView */

/** @param {string} code */
const link = (code) => location.href.replace(/#.*$/, "") + routeHash({ name: "invite", code });

/** @param {string} code */
const copyLink = (code) => copy(link(code), t("room.copied"));

/** Whether the device has a share sheet, which it shows to secure pages only. */
const canShare = () => "share" in navigator;

/** @param {RoomView} room @param {string} code */
async function share(room, code) {
  try {
    await navigator.share({ title: roomTitle(room), text: t("room.share_text"), url: link(code) });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "AbortError") copyLink(code); // AbortError: they thought better of it
  }
}

/** The invitation as a picture, for a telephone held next to this one. @param {RoomView} room */
function showQr(room) {
  openSheet({
    name: "qr",
    title: roomTitle(room),
    body: [
      h("img", {
        class: "qr",
        src: `/api/v1/rooms/${encodeURIComponent(room.id)}/qr.svg`,
        alt: t("room.qr_alt"),
        width: 280,
        height: 280,
      }),
      h("p", { class: "hint" }, t("room.qr_hint")),
    ],
  });
}

/** @param {RoomView} room */
const qrButton = (room) =>
  h(
    "button",
    { class: "button row", type: "button", "data-do": "qr", key: "qr", onclick: () => showQr(room) },
    icon("qr"),
    t("room.qr"),
  );

/** @param {string} code @param {boolean} small  beside the code, its name for those who hear it */
const copyButton = (code, small) =>
  h(
    "button",
    {
      class: `button row ${small ? "square" : ""}`,
      type: "button",
      "data-do": "copy",
      key: "copy",
      "aria-label": small ? t("room.copy") : null,
      onclick: () => copyLink(code),
    },
    icon("link"),
    !small && t("room.copy"),
  );

/** @param {RoomView} room @param {string} code */
const shareButton = (room, code) =>
  h(
    "button",
    {
      class: "button row",
      type: "button",
      "data-do": "share",
      key: "share",
      onclick: () => share(room, code),
    },
    icon("share"),
    t("room.share"),
  );

/** @param {RoomView} room */
export function invite(room) {
  const code = room.code;
  if (!code) return null;
  const shown = h("output", { "aria-label": t("room.code"), "aria-live": "off" }, code);
  const sharing = canShare();
  return h(
    "section",
    { class: "invite", "aria-labelledby": "invite-title" },
    h("h2", { id: "invite-title" }, t(room.chairs.includes(null) ? "room.invite" : "room.invite_full")),
    h(
      "div",
      { class: "code" },
      sharing ? h("div", { class: "beside" }, shown, copyButton(code, true)) : shown,
      h(
        "div",
        { class: "pair" },
        sharing ? shareButton(room, code) : copyButton(code, false),
        qrButton(room),
      ),
    ),
  );
}
