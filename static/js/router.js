// The address after the #, both ways. Codes of invites live there so that they reach no server log.

/** @typedef {{name: "home"} | {name: "lobby"} | {name: "room", id: string} | {name: "invite", code: string} | {name: "share", code: string} | {name: "help", tab: HelpTab, rule: string}} Route */

/** The parts of "how to play", in their order. */
export const HELP_TABS = /** @type {const} */ (["order", "who", "tanto", "calls", "glossary", "rules"]);
/** @typedef {typeof HELP_TABS[number]} HelpTab */

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [, first = "", second = "", third = ""] = hash.replace(/^#/, "").split("/");
  const value = decoded(second);
  if (first === "lobby") return { name: "lobby" };
  if (first === "room" && value) return { name: "room", id: value };
  if (first === "i" && value) return { name: "invite", code: value };
  if (first === "s" && value) return { name: "share", code: value };
  if (first === "help")
    return {
      name: "help",
      tab: HELP_TABS.find((tab) => tab === value) ?? HELP_TABS[0],
      rule: decoded(third),
    };
  return { name: "home" };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a broken escape
  }
}

/** @param {Route} route */
export function routeHash(route) {
  switch (route.name) {
    case "home":
      return "#/";
    case "lobby":
      return "#/lobby";
    case "room":
      return `#/room/${encodeURIComponent(route.id)}`;
    case "invite":
      return `#/i/${encodeURIComponent(route.code)}`;
    case "share":
      return `#/s/${encodeURIComponent(route.code)}`;
    case "help":
      return `#/help/${route.tab}${route.rule && `/${encodeURIComponent(route.rule)}`}`;
  }
}
