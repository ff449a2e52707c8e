// What is said of the connection: a line over the table while it is away, a sheet when it will not come back by itself.
import { h } from "./dom.js";
import { t } from "./i18n/index.js";
import { takeBack } from "./session.js";
import { ask, closeSheet, sheetOpen } from "./sheet.js";
import { state } from "./state.js";
import { say } from "./voice.js";

const QUIET_MS = 700;
let awaySince = 0;

/** What was last said of it aloud: the line counts seconds, the voice does not. @type {""|"moving"|"lost"} */
let told = "";

/** @param {""|"moving"|"lost"} what @param {string} text */
function tell(what, text) {
  if (told === what) return;
  told = what;
  say([{ text, loud: what !== "" }]);
}

/** The line, or nothing. */
export function netLine() {
  const status = state.status;
  if (!state.room || status.state === "open" || status.state === "closed") {
    awaySince = 0;
    if (told && status.state === "open") tell("", t("net.back"));
    return null;
  }
  awaySince ||= performance.now();
  if (!state.frame || performance.now() - awaySince < QUIET_MS) return null; // the first opening, or a blink
  const moving = status.state === "waiting" && status.moving;
  tell(moving ? "moving" : "lost", t(moving ? "net.moving" : "net.trying"));
  if (moving) return bar(t("net.moving"));
  const seconds = status.state === "waiting" ? Math.ceil((status.until - performance.now()) / 1000) : 0;
  return bar(seconds > 0 ? t("net.lost", { n: seconds }) : t("net.trying"));
}

/** @param {string} text */
const bar = (text) => h("p", { class: "net" }, text);

/** Opens or closes the sheet of a connection that ended for good. */
export function netSheet() {
  const status = state.status;
  const why = state.room && status.state === "closed" ? status.why : null;
  if (why === null || why === "gone" || why === "token")
    return sheetOpen("net") ? closeSheet("net") : undefined;
  if (sheetOpen("net")) return;
  const reload = { label: t("net.protocol_go"), kind: "truco", act: () => location.reload() };
  if (why === "replaced")
    ask("net", t("net.replaced"), [], [{ label: t("net.replaced_go"), kind: "truco", act: takeBack }], false);
  else ask("net", t(`net.${why}`), [], [reload], false);
}
