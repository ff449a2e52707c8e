// Two live regions: what happens is said politely, what asks for an answer at once.
import { one } from "./dom.js";

/** @typedef {{text: string, loud?: boolean}} Sentence */

/** Says the sentences; those of one moment are joined. @param {Sentence[]} sentences */
export function say(sentences) {
  speak(
    "#voice-polite",
    sentences.filter((sentence) => !sentence.loud),
  );
  speak(
    "#voice-loud",
    sentences.filter((sentence) => sentence.loud),
  );
}

/** @param {string} region @param {Sentence[]} sentences */
function speak(region, sentences) {
  if (!sentences.length) return;
  const line = document.createElement("p"); // a new element each time, so that a repeated sentence is said again
  line.textContent = sentences.map((sentence) => sentence.text).join(" ");
  one(region).replaceChildren(line);
}

/** A modal dialog makes the rest of the page silent: the regions and the toasts live in it while it is open. @param {Element} home */
export function moveVoice(home) {
  home.append(one("#voices"));
}
