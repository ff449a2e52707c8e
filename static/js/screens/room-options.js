// What the host may change before a game: who may come, what becomes of the record, chairs, the end of the room.

import { h } from "../dom.js";
import { closeRoom, freeChair, setOptions } from "../flows.js";
import { t } from "../i18n/index.js";
import { ask, closeSheet, openSheet } from "../sheet.js";
import { state } from "../state.js";
import { roomChoices } from "./lobby-sheets.js";

/** @param {SubmitEvent} event */
function renamed(event) {
  event.preventDefault();
  const field = event.target instanceof HTMLFormElement ? event.target.elements.namedItem("room") : null;
  if (field instanceof HTMLInputElement && field.value.trim()) setOptions({ name: field.value.trim() });
  closeSheet("options");
}

function askClose() {
  closeSheet("options");
  ask(
    "close",
    t("room.close"),
    [t("room.close_ask")],
    [{ label: t("cancel") }, { label: t("room.close"), kind: "truco", act: closeRoom }],
  );
}

/** @param {import("../types.js").Member} member */
const freeButton = ({ id, name, seat }) =>
  seat !== null &&
  h(
    "button",
    {
      class: "button quiet",
      type: "button",
      key: id,
      "data-do": "free",
      "data-seat": seat,
      onclick: () => {
        closeSheet("options");
        freeChair(seat, id);
      },
    },
    t("room.free_chair", { name }),
  );

/** As the room is now; nothing for who may change nothing any more. */
function options() {
  const room = state.frame?.view.room;
  if (!room || room.playing || room.host !== room.you) return null;
  return [
    h(
      "form",
      { class: "sheet-form inline", novalidate: true, onsubmit: renamed },
      h("label", { for: "room-name" }, t("open.name")),
      h("input", {
        id: "room-name",
        name: "room",
        class: "field",
        value: room.name,
        maxlength: 24,
        autocomplete: "off",
      }),
      h("button", { class: "button", type: "submit" }, t("room.save")),
    ),
    ...roomChoices(room, setOptions),
    ...room.members.filter((member) => member.id !== room.you).map(freeButton),
    h(
      "button",
      { class: "button quiet danger", type: "button", key: "close", "data-do": "close", onclick: askClose },
      t("room.close"),
    ),
  ];
}

export function openOptions() {
  if (options()) openSheet({ name: "options", title: t("room.options"), body: options });
}
