// The first screen: a name, and in.

import { h } from "../dom.js";
import { comeIn } from "../flows.js";
import { helpButton } from "../howto.js";
import { LANGUAGE_NAMES, t } from "../i18n/index.js";
import { chooseLanguage } from "../language.js";
import { settings } from "../settings.js";
import { state } from "../state.js";
import { brand, fan } from "./parts.js";

/** @param {SubmitEvent} event */
function submitted(event) {
  event.preventDefault();
  const field = event.target instanceof HTMLFormElement ? event.target.elements.namedItem("name") : null;
  if (field instanceof HTMLInputElement) comeIn(field.value);
}

function nameForm() {
  const problem = state.nameProblem;
  return h(
    "form",
    { class: "name-form", onsubmit: submitted, novalidate: true },
    h("label", { for: "name" }, t("landing.name")),
    h("input", {
      id: "name",
      name: "name",
      class: "field",
      maxlength: 40,
      autocomplete: "nickname",
      autocapitalize: "words",
      spellcheck: "false",
      "aria-describedby": "name-hint",
      "aria-invalid": problem ? "true" : null,
    }),
    h(
      "p",
      { class: problem ? "hint wrong" : "hint", id: "name-hint", role: problem ? "alert" : null },
      problem || t("landing.hint"),
    ),
    h(
      "button",
      {
        class: "button truco big",
        type: "submit",
        "data-do": "enter",
        "aria-disabled": state.busy ? "true" : null,
      },
      state.busy ? t("moment") : t("landing.enter"),
    ),
  );
}

const languages = () =>
  h(
    "p",
    { class: "langs" },
    LANGUAGE_NAMES.map(([code, name]) =>
      h(
        "button",
        {
          type: "button",
          lang: code,
          "aria-pressed": String(settings.language === code),
          onclick: () => chooseLanguage(code),
        },
        name,
      ),
    ),
  );

export function landingScreen() {
  const invited = state.route.name === "invite";
  return h(
    "div",
    { class: "plain-page", key: "landing" },
    h(
      "div",
      { class: "page-body land" },
      fan(["7o", "1b", "1e", "7e"]),
      brand(),
      h("h1", null, t("landing.title")),
      h("p", null, t(invited ? "landing.invited" : "landing.line")),
      nameForm(),
      h("p", { class: "to-help" }, helpButton("rule")),
      languages(),
    ),
  );
}
