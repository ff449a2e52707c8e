// One's own face carried to a free chair. A tap on the chair does the same, and is the way of the keyboard.
import { sit } from "../flows.js";
import { changed } from "../state.js";

/** A finger that moves less still taps. */
const SLOP_PX = 8;

/** @typedef {{face: HTMLElement, pointer: number, x: number, y: number, moved: boolean, over: number|null}} Drag */
/** The drag under way: whose face, where it began, and the free chair below it. @type {Drag|null} */
let drag = null;

/** True while the own face is in the air. */
export const carried = () => drag?.moved ?? false;

/** The free chair that it would be put on, or null. */
export const chairBelow = () => drag?.over ?? null;

/** @param {number} x @param {number} y @returns {number|null} */
function freeChairAt(x, y) {
  const chair = document
    .elementsFromPoint(x, y)
    .find((element) => element.matches(".chair.free, .chair.free *"));
  const seat = chair?.closest(".chair")?.getAttribute("data-seat");
  return seat === null || seat === undefined ? null : Number(seat);
}

/** @param {PointerEvent} event */
function began(event) {
  if (!(event.currentTarget instanceof HTMLElement) || event.button !== 0) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  drag = {
    face: event.currentTarget,
    pointer: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    moved: false,
    over: null,
  };
}

/** @param {PointerEvent} event */
function moved(event) {
  if (drag?.pointer !== event.pointerId || !(event.currentTarget instanceof HTMLElement)) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < SLOP_PX) return;
  event.currentTarget.style.translate = `${dx}px ${dy}px`;
  const over = freeChairAt(event.clientX, event.clientY);
  if (drag.moved && over === drag.over) return;
  Object.assign(drag, { moved: true, over });
  changed();
}

/** @param {PointerEvent} event */
function ended(event) {
  if (drag?.pointer !== event.pointerId || !(event.currentTarget instanceof HTMLElement)) return;
  const to = event.type === "pointerup" ? drag.over : null;
  drag = null;
  event.currentTarget.style.translate = "";
  if (to !== null) sit(to);
  changed();
}

/** The face has left its chair in the air, or a game has begun: it hears no end, and is put down. @param {PointerEvent} event */
function lost(event) {
  if (drag?.pointer !== event.pointerId) return;
  drag.face.style.translate = "";
  drag = null;
  changed();
}
document.addEventListener("lostpointercapture", lost);

/** What the own face listens to. */
export const carrying = {
  onpointerdown: began,
  onpointermove: moved,
  onpointerup: ended,
  onpointercancel: ended,
};
