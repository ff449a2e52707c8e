// Before anything is drawn: the chosen colours, and whether the first screen that stands in the page is the one to
// see. It is a newcomer's, in Spanish, so that a name can be typed before any module has come.
(() => {
  /** @type {{theme?: string, language?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("truco.settings") ?? "null") ?? {};
  } catch {
    // storage is off, or somebody wrote nonsense there
  }
  const { dataset } = document.documentElement;
  if (chosen.theme === "light" || chosen.theme === "dark") dataset.theme = chosen.theme;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const language = chosen.language ?? spoken.find((tag) => ["es", "en", "pt"].includes(tag)) ?? "es";
  const known = document.cookie.includes("truco_known=1");
  addEventListener("submit", (event) => {
    event.preventDefault();
    dataset.entered = ""; // the page's own script comes in for them, as soon as it is there
  });
  if (known || language !== "es" || !["", "#", "#/"].includes(location.hash)) dataset.wait = "";
})();
