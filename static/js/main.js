// Starts the page.
import { render, startDrawing } from "./app.js";
import { loadDeck } from "./deck.js";
import { routed, start } from "./flows.js";
import { learn } from "./i18n/index.js";
import { listen } from "./keys.js";
import { keepPage } from "./release.js";
import { applyTheme, settings } from "./settings.js";
import { changed, onChange } from "./state.js";

applyTheme();
onChange(render);
changed();
loadDeck().catch(() => setTimeout(() => loadDeck().catch(() => null), 2000));
addEventListener("hashchange", routed);
listen();
startDrawing();
learn(settings.language).then(start, start); // without the language: in Spanish
addEventListener("load", () => setTimeout(keepPage, 1000)); // the first load has the line to itself
