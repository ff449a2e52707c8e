// The clock of a question is a match that burns: the wood shortens, the flame walks, beside it the seconds. It runs from
// the server's milliseconds. Each part is a box of its own, which moves without the page being laid out anew.
import { h, make, show, svg } from "../dom.js";
import { languageTag, t } from "../i18n/index.js";
import { still } from "../settings.js";
import { left, state } from "../state.js";

const FULL_MS = 10000;
const LATE = 3;

/** Milliseconds that a clock has left. @param {HTMLElement} clock */
const remaining = (clock) =>
  Math.max(0, Number(clock.getAttribute("stands") ?? Number(clock.getAttribute("ends")) - performance.now()));

/** Never 0 before the end. @param {number} ms */
const whole = (ms) => Math.max(0, Math.ceil(ms / 1000));

/** @param {string} kind @param {import("../dom.js").Child} shape */
const drawing = (kind, shape) =>
  make(svg("svg", { class: kind, viewBox: "0 0 200 26", preserveAspectRatio: "none" }, shape));

class MatchClock extends HTMLElement {
  static observedAttributes = ["ends", "stands"];

  /** @type {Animation[]} */
  burning = [];

  connectedCallback() {
    this.wood = drawing("wood", svg("rect", { x: 4, y: 10, width: 192, height: 6, rx: 1 }));
    this.ash = drawing("ash", svg("path", { d: "M4 13q16-3 32 0t32 0t32 0t32 0t32 0t32 0" }));
    const flame = svg(
      "svg",
      { class: "flame", viewBox: "0 0 22 30" },
      svg("path", {
        class: "f1",
        d: "M11 1c2 6 9 9 9 17a9 9 0 0 1-18 0c0-6 5-7 5-12 2 1 3 3 3 5 2-3 2-6 1-10z",
      }),
      svg("path", { class: "f2", d: "M11 14c1 3 4 4 4 8a4 4 0 0 1-8 0c0-3 3-4 4-8z" }),
    );
    this.walk = make(h("span", { class: "walk" }, flame));
    this.replaceChildren(this.ash, this.wood, this.walk);
    this.burn();
  }

  disconnectedCallback() {
    this.rest();
  }

  /** Nothing of it burns any more. */
  rest() {
    clearInterval(this.timer);
    for (const animation of this.burning) animation.cancel();
    this.burning = [];
  }

  attributeChangedCallback() {
    if (this.isConnected && this.wood) this.burn();
  }

  /** Starts from what is left; without motion it steps once a second. */
  burn() {
    this.rest();
    const standing = this.hasAttribute("stands");
    const part = () => Math.min(1, remaining(this) / FULL_MS);
    for (const { element, at } of this.parts()) {
      if (still() || standing) element.style.transform = at(part());
      else
        this.burning.push(
          element.animate([{ transform: at(part()) }, { transform: at(0) }], {
            duration: Math.max(1, part() * FULL_MS),
            fill: "forwards",
          }),
        );
    }
    if (still() && !standing)
      this.timer = setInterval(
        () =>
          this.parts().forEach(({ element, at }) => {
            element.style.transform = at(part());
          }),
        1000,
      );
  }

  /** @returns {{element: HTMLElement|SVGElement, at: (part: number) => string}[]} */
  parts() {
    if (!this.wood || !this.ash || !this.walk) return [];
    return [
      { element: this.wood, at: (part) => `scaleX(${part})` },
      { element: this.ash, at: (part) => `scaleX(${1 - part})` },
      { element: this.walk, at: (part) => `translateX(${2 + (1 - part) * 96}%)` },
    ];
  }
}
/** @type {ReturnType<typeof setInterval>|undefined} */
MatchClock.prototype.timer = undefined;
customElements.define("match-clock", MatchClock);

/**
 * The seconds are a strip of numbers behind a window, and another number is another place of it: a new text would lay
 * the page out anew. They count by themselves.
 */
class SecondsLeft extends HTMLElement {
  static observedAttributes = ["ends", "stands", "lang"];

  /** The first number of the strip. */
  most = -1;
  strip = make(h("span", { "aria-hidden": "true" }));

  connectedCallback() {
    this.count();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.count();
  }

  count() {
    clearTimeout(this.timer);
    const ms = remaining(this);
    this.tell(whole(ms));
    if (ms && !this.hasAttribute("stands")) this.timer = setTimeout(() => this.count(), (ms % 1000) + 1);
  }

  /** @param {number} n */
  tell(n) {
    if (n > this.most) this.write(n);
    this.strip.style.transform = `translateY(${n - this.most}em)`;
    this.setAttribute("aria-label", t("state.seconds", { n }));
  }

  /** All numbers down to none. @param {number} most */
  write(most) {
    this.most = most;
    const numbers = Array.from({ length: most + 1 }, (_, i) => most - i);
    show(
      this.strip,
      numbers.map((n) => h("span", { class: n <= LATE ? "late" : "" }, n)),
    );
    this.append(this.strip);
  }
}
/** @type {ReturnType<typeof setTimeout>|undefined} */
SecondsLeft.prototype.timer = undefined;
customElements.define("seconds-left", SecondsLeft);

/** When the next hand comes, in words: they are told while nothing moves. */
class NextHand extends SecondsLeft {
  /** @override @param {number} n */
  tell(n) {
    this.textContent = t("summary.next", { n });
  }
}
customElements.define("next-hand", NextHand);

/** @param {number} ms  until then, as the last frame said @param {boolean} standing */
export function nextHand(ms, standing) {
  const stands = standing || state.stoppedAt !== null ? Math.round(left(ms, standing)) : null;
  return h("next-hand", { ends: Math.round(state.receivedAt + ms), stands, lang: languageTag() });
}

/**
 * The match and its seconds.
 * @param {number} ends  when the question closes, by the page's clock in milliseconds
 * @param {number|null} stands  milliseconds left of a clock that does not run
 */
export function matchClock(ends, stands) {
  const clock = { ends: Math.round(ends), stands: stands === null ? null : Math.round(stands) };
  return [
    h("match-clock", { ...clock, "aria-hidden": "true" }),
    h("seconds-left", {
      ...clock,
      class: "seconds",
      role: "timer",
      "aria-label": t("state.seconds", { n: whole(stands ?? ends - performance.now()) }),
    }),
  ];
}
