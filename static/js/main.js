// Starts the page.
import { render, startDrawing } from "./app.js";
import { loadDeck } from "./deck.js";
import { routed, start } from "./flows.js";
import { listen } from "./keys.js";
import { applyTheme } from "./settings.js";
import { changed, onChange } from "./state.js";

applyTheme();
onChange(render);
changed();
loadDeck().catch(() => setTimeout(() => loadDeck().catch(() => null), 2000));
addEventListener("hashchange", routed);
listen();
startDrawing();
start();
