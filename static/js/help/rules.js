// The rules, by their numbers.
import { h } from "../dom.js";
import { state } from "../state.js";
import { ruleLink } from "./rule.js";
import { ruleNumbers, th, thCode } from "./texts.js";

/** The chapter of a rule: "B5" of "B5.3". @param {string} rule */
const chapterOf = (rule) => rule.split(".")[0];

/** @param {string} rule @param {string} wanted */
const line = (rule, wanted) =>
  h(
    "li",
    { id: `rule-${rule}`, tabindex: "-1", class: rule === wanted ? "wanted" : null },
    h("b", null, rule),
    h("span", null, thCode(`rule.${rule}`)),
  );

export function rulesPart() {
  const wanted = state.route.name === "help" ? state.route.rule : "";
  const numbers = ruleNumbers();
  const chapters = [...new Set(numbers.map(chapterOf))];
  return [
    h(
      "section",
      { "aria-labelledby": "rules-title" },
      h("h2", { id: "rules-title" }, th("rules.title")),
      h(
        "nav",
        { class: "chapters", "aria-label": th("rules.index") },
        chapters.map((chapter) => ruleLink(chapter, thCode(`section.${chapter}`))),
      ),
      chapters.map((chapter) => {
        const own = numbers.filter((rule) => chapterOf(rule) === chapter);
        const titled = own.includes(chapter) ? {} : { id: `rule-${chapter}`, tabindex: "-1" };
        return h(
          "section",
          { class: "chapter", key: chapter },
          h("h3", titled, h("span", null, chapter), " ", thCode(`section.${chapter}`)),
          h(
            "ul",
            null,
            own.map((rule) => line(rule, wanted)),
          ),
        );
      }),
    ),
  ];
}
