// The clock of a question is a match that burns: the wood shortens, the flame walks. It runs from the server's milliseconds.
import { h, svg } from "../dom.js";
import { still } from "../settings.js";

const FULL_MS = 10000;

class MatchClock extends HTMLElement {
  static observedAttributes = ["ends"];

  connectedCallback() {
    this.wood = svg("rect", { class: "wood", x: 4, y: 10, width: 192, height: 6, rx: 1 });
    this.ash = svg("path", { class: "ash", d: "M4 13q16-3 32 0t32 0t32 0t32 0t32 0t32 0" });
    const flame = svg(
      "svg",
      { class: "flame", viewBox: "0 0 22 30" },
      svg("path", {
        class: "f1",
        d: "M11 1c2 6 9 9 9 17a9 9 0 0 1-18 0c0-6 5-7 5-12 2 1 3 3 3 5 2-3 2-6 1-10z",
      }),
      svg("path", { class: "f2", d: "M11 14c1 3 4 4 4 8a4 4 0 0 1-8 0c0-3 3-4 4-8z" }),
    );
    this.walk = h("span", { class: "walk" });
    this.walk.append(flame);
    this.replaceChildren(
      svg("svg", { viewBox: "0 0 200 26", preserveAspectRatio: "none" }, this.ash, this.wood),
      this.walk,
    );
    this.burn();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  attributeChangedCallback() {
    if (this.isConnected && this.wood) this.burn();
  }

  /** Starts from what is left; without motion it steps once a second. */
  burn() {
    clearInterval(this.timer);
    const ends = Number(this.getAttribute("ends"));
    const standing = this.hasAttribute("standing");
    const part = () => Math.min(1, Math.max(0, (ends - performance.now()) / FULL_MS));
    for (const { element, at } of this.parts()) {
      element.getAnimations().forEach((animation) => animation.cancel());
      if (still() || standing) element.style.transform = at(part());
      else
        element.animate([{ transform: at(part()) }, { transform: at(0) }], {
          duration: Math.max(1, part() * FULL_MS),
          fill: "forwards",
        });
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

/** @param {number} ends  when the question closes, by the page's clock in milliseconds @param {boolean} standing */
export const matchClock = (ends, standing) =>
  h("match-clock", { ends: Math.round(ends), standing, "aria-hidden": "true" });
