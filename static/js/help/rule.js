// A rule's text and the link that leads to it.
import { h } from "../dom.js";
import { openHelp } from "../howto.js";
import { routeHash } from "../router.js";
import { th, thCode } from "./texts.js";

/** @param {string} rule  its number @param {string} [text] */
export const ruleLink = (rule, text = th("read.link", { rule })) =>
  h(
    "a",
    {
      class: "rule-link",
      href: routeHash({ name: "help", tab: "rules", rule }),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openHelp("rules", rule);
      },
    },
    text,
  );

/** A rule as a line: its number, which leads to it, and its text. @param {string} rule */
export const ruleLine = (rule) => h("li", null, ruleLink(rule, rule), " ", thCode(`rule.${rule}`));
