// Changes the language of the page.
import { learn, t } from "./i18n/index.js";
import { learnParts } from "./i18n/later.js";
import { changeSettings } from "./settings.js";
import { changed } from "./state.js";
import { toast } from "./toast.js";

/** @param {import("./settings.js").Language} language @returns {Promise<boolean>}  whether it could be had */
export async function chooseLanguage(language) {
  try {
    await Promise.all([learn(language), learnParts(language)]);
  } catch {
    toast(t("problem.network"));
    return false;
  }
  changeSettings({ language });
  changed();
  return true;
}
