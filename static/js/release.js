// Which release of the page this is, and whether the server has another by now. The service worker keeps the page for the time without a network.
import { t } from "./i18n/index.js";
import { ask } from "./sheet.js";
import { state } from "./state.js";

const HEADER = "truco-version";

/** Another release was seen; it is said when no hand is under way. */
let newer = false;

const own = () => document.querySelector("meta[name=version]")?.getAttribute("content") ?? "";

/** Whenever the server is reached anew: which release has it? It may have been away for a newer one. */
export async function checkRelease() {
  const answer = await fetch("./", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const theirs = answer?.ok ? answer.headers.get(HEADER) : null;
  if (theirs && own() && theirs !== own()) newer = true;
  sayRelease();
}

/** Offers the new release, but to nobody who is in the middle of a game. */
export function sayRelease() {
  const game = state.frame?.view.game;
  if (!newer || (game && !game.over)) return;
  newer = false;
  const reload = { label: t("net.protocol_go"), kind: "truco", act: () => location.reload() };
  ask("release", t("net.protocol"), [], [reload, { label: t("net.later") }]);
}

/** Lets the browser keep the page, where it may: on https, and on this machine. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("sw.js").catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: performance.getEntriesByType("resource").map(({ name }) => name) });
}
