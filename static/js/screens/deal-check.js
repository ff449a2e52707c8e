// "Was it dealt fairly?": a finished game's hands dealt anew, here, and held against what this page was promised.
import { h } from "../dom.js";
import { canVerify, verify } from "../fair.js";
import { list, t } from "../i18n/index.js";
import { promised } from "../promises.js";
import { changed } from "../state.js";
import { tr } from "./replay-texts.js";

/** @typedef {import("../fair.js").Deal} Deal */
/** @typedef {import("../fair.js").DealtHand} DealtHand */

/** What was found of which deal. @type {{of: Deal|null, verdict: import("../fair.js").Verdict|null}} */
const found = { of: null, verdict: null };

/** @param {Deal} deal @param {DealtHand[]} hands */
async function check(deal, hands) {
  Object.assign(found, { of: deal, verdict: null });
  changed();
  const verdict = await verify({ deal, hands });
  if (found.of === deal) found.verdict = verdict;
  changed();
}

/** What is not as it was promised. @param {import("../fair.js").Verdict} verdict */
function wrong({ promise, dealer, hands }) {
  const numbers = hands.flatMap((right, i) => (right ? [] : [String(i + 1)]));
  return [
    !promise && tr("deal.wrong_secret"),
    !dealer && tr("deal.wrong_dealer"),
    numbers.length > 0 && tr("deal.wrong_hands", { hands: list(numbers) }),
  ].filter((line) => line !== false);
}

/** What this page knows of the promise by itself. @param {Deal} deal */
function known({ commitment, nonces }) {
  const own = promised(commitment);
  if (!own) return tr("deal.not_here");
  return tr(nonces.includes(own.nonce) ? "deal.here" : "deal.not_mine");
}

/** @param {Deal} deal */
function answer(deal) {
  if (!found.verdict) return h("p", null, t("moment"));
  const faults = wrong(found.verdict);
  return [
    h(
      "p",
      { class: faults.length ? "unfair" : "fair" },
      h("b", null, tr(faults.length ? "deal.unfair" : "deal.fair")),
    ),
    faults.map((line) => h("p", null, line)),
    h("p", { class: "hint" }, known(deal)),
  ];
}

/** @param {{deal?: Deal, hands: DealtHand[]}} record */
export function dealCheck({ deal, hands }) {
  const asked = deal !== undefined && found.of === deal;
  return h(
    "section",
    { class: "deal-check", "aria-labelledby": "deal-title" },
    h("h2", { id: "deal-title" }, tr("deal.title")),
    !deal && h("p", { class: "hint" }, tr("deal.none")),
    deal && !canVerify() && h("p", { class: "hint" }, tr("deal.insecure")),
    deal &&
      canVerify() && [
        !asked && h("p", { class: "hint" }, tr("deal.line")),
        !asked &&
          h(
            "button",
            {
              class: "button",
              type: "button",
              "data-do": "verify",
              onclick: () => check(deal, hands),
            },
            tr("deal.check"),
          ),
        h("div", { role: "status" }, asked && answer(deal)),
      ],
  );
}
