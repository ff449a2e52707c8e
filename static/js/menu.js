// The menu: language, colours, how a card is played, keys, and the way out.

import { h } from "./dom.js";
import { leaveRoom } from "./flows.js";
import { helpButton } from "./howto.js";
import { LANGUAGE_NAMES, t } from "./i18n/index.js";
import { chooseLanguage } from "./language.js";
import { hearing } from "./senses.js";
import { changeSettings, settings } from "./settings.js";
import { ask, choice, closeSheet, openSheet } from "./sheet.js";
import { changed, state } from "./state.js";

/** @param {Partial<import("./settings.js").Settings>} change */
function set(change) {
  changeSettings(change);
  changed();
}

/** @param {string} label @param {boolean} now @param {(on: boolean) => void} act */
const onOff = (label, now, act) =>
  choice(
    label,
    now ? "on" : "off",
    [
      ["on", t("menu.on")],
      ["off", t("menu.off")],
    ],
    (chosen) => act(chosen === "on"),
  );

/** @returns {import("./dom.js").Child[]} */
function choices() {
  return [
    choice(t("menu.language"), settings.language, LANGUAGE_NAMES, (language) =>
      chooseLanguage(language).then((done) => done && openAgain()),
    ),
    choice(
      t("menu.theme"),
      settings.theme,
      [
        ["system", t("menu.theme_system")],
        ["light", t("menu.theme_light")],
        ["dark", t("menu.theme_dark")],
      ],
      (theme) => set({ theme }),
    ),
    choice(
      t("menu.play"),
      settings.oneTap ? "one" : "two",
      [
        ["two", t("menu.two_taps")],
        ["one", t("menu.one_tap")],
      ],
      (taps) => set({ oneTap: taps === "one" }),
    ),
    onOff(t("menu.sound"), settings.sound, (sound) => {
      set({ sound });
      if (sound) hearing();
    }),
    "vibrate" in navigator && onOff(t("menu.vibrate"), settings.vibrate, (vibrate) => set({ vibrate })),
    onOff(t("menu.keys"), settings.keys, (keys) => set({ keys })),
    h("p", { class: "hint" }, t("menu.keys_list")),
  ];
}

/** The way out of the game or of the room, when one is in any. */
function wayOut() {
  const view = state.frame?.view;
  if (!state.room || !view) return null;
  const seated = view.game && !view.game.over && view.game.seat !== null;
  return h(
    "button",
    {
      class: "button quiet danger",
      type: "button",
      "data-do": "leave",
      onclick: seated ? askLeaveGame : leaveRoom,
    },
    t(seated ? "menu.leave_game" : "menu.leave_room"),
  );
}

export function askLeaveGame() {
  closeSheet("menu");
  ask(
    "leave",
    t("menu.leave_game"),
    [t("menu.leave_game_ask")],
    [{ label: t("menu.stay") }, { label: t("menu.leave_game_go"), kind: "truco", act: leaveRoom }],
  );
}

/** In the words of another language; the focus stays where that was chosen. */
function openAgain() {
  openMenu();
  const chosen = document.querySelector(".sheet-menu[open] input:checked");
  if (chosen instanceof HTMLElement) chosen.focus();
}

export function openMenu() {
  const body = () => [state.route.name !== "help" && helpButton(), ...choices(), wayOut()];
  openSheet({ name: "menu", title: t("menu"), body });
}
