// The rules behind a result, in a sheet over the table.
import { h } from "../dom.js";
import { t } from "../i18n/index.js";
import { openSheet } from "../sheet.js";
import { ruleLink } from "./rule.js";
import { learnTexts, th, thCode } from "./texts.js";

export const ready = learnTexts;

/** @param {string} sentence @param {string[]} rules */
export async function openWhy(sentence, rules) {
  await learnTexts();
  openSheet({
    name: "why",
    title: t("summary.why"),
    body: [
      h("p", { class: "why-sentence" }, sentence),
      rules.map((rule) =>
        h("p", { class: "why-rule" }, h("b", null, t("summary.rule", { rule })), " ", thCode(`rule.${rule}`)),
      ),
      h("p", null, ruleLink(rules[0], th("read.more"))),
    ],
  });
}
