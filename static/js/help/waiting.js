// What stands where an answer is awaited, or did not come.
import { h } from "../dom.js";
import { askAgain } from "./asked.js";
import { th } from "./texts.js";

/** @param {"asking"|"failed"} which */
export const waitingFor = (which) =>
  which === "asking"
    ? h("p", { class: "hint", key: "asking" }, th("loading"))
    : h(
        "p",
        { class: "hint wrong", key: "failed" },
        th("failed"),
        " ",
        h("button", { class: "rule", type: "button", onclick: askAgain }, th("again")),
      );
