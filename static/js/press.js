// When a press began: one that began before its button was there does not count.

/** A click follows within this time after the finger, or the key, went up. */
const CLICK_MS = 500;

/** When the finger, or the key, went down and up: a press that began before its button was there does not count. */
const held = { down: 0, up: 0 };
for (const name of ["pointerdown", "keydown"])
  addEventListener(name, () => Object.assign(held, { down: performance.now(), up: Infinity }), true);
for (const name of ["pointerup", "pointercancel", "keyup"])
  addEventListener(name, () => Object.assign(held, { up: performance.now() }), true);
addEventListener("blur", () => Object.assign(held, { up: 0 })); // the window is left: nobody tells when the key goes up

/** When the click of this moment began; one that no finger and no key made, as a screen reader's, begins now. */
export function began() {
  const now = performance.now();
  return now - held.up < CLICK_MS ? held.down : now;
}
