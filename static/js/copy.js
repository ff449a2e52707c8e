// Copies text. Without a secure context there is no clipboard interface: the old command, or the text to copy by hand.
import { h, make } from "./dom.js";
import { t } from "./i18n/index.js";
import { openSheet } from "./sheet.js";
import { toast } from "./toast.js";

/** @param {string} text @param {string} done  said when it went well */
export async function copy(text, done) {
  if ((await toClipboard(text)) || byCommand(text)) return toast(done);
  const field = make(
    h("input", {
      class: "field",
      readonly: true,
      value: text,
      "aria-label": t("room.copy_by_hand"),
      "data-focus": true,
    }),
  );
  openSheet({ name: "copy", title: t("room.copy_by_hand"), body: [field] });
  field.select();
}

/** @param {string} text */
async function toClipboard(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** @param {string} text */
function byCommand(text) {
  const field = make(h("textarea", { class: "hidden-text", readonly: true }));
  field.value = text;
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
