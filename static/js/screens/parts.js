// What several screens share: the bar on top, a fan of cards, a name's field.
import { h, icon } from "../dom.js";
import { t } from "../i18n/index.js";
import { openMenu } from "../menu.js";

/** @typedef {import("../dom.js").Child} Child */

export const menuButton = () =>
  h(
    "button",
    { class: "icon-button", type: "button", "aria-label": t("menu"), "data-do": "menu", onclick: openMenu },
    icon("menu"),
  );

/** @param {Child[]} left @param {Child[]} [right] */
export const pageTop = (left, right = []) => h("header", { class: "page-top" }, left, right, menuButton());

export const brand = () =>
  h("span", { class: "brand" }, h("span", { class: "logo", "aria-hidden": "true" }), t("brand"));

/** @param {string[]} cards @param {string} [kind] */
export const fan = (cards, kind = "") =>
  h(
    "div",
    { class: `fan ${kind}`, "aria-hidden": "true" },
    cards.map((code) => h("truco-card", { code })),
  );

/** Where a seat is drawn round the small and the large plan, anticlockwise from below; others share the rim. */
export const CORNERS = ["s", "e", "n", "w"];
