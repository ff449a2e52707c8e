// Builds and reconciles elements. Everything on the screen is text nodes and elements made here: no markup is ever parsed.

/** @typedef {Node|string|number|null|undefined|false|ReadonlyArray<unknown>} Child  an array holds children again */
/** @typedef {Record<string, unknown> & {key?: string|number}} Props */

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = /** @type {const} */ ([
  "onclick",
  "onpointerdown",
  "onpointerup",
  "onpointermove",
  "onpointercancel",
  "onsubmit",
  "oninput",
  "onchange",
]);

/** Keys of elements, for lists whose order changes. @type {WeakMap<Node, string>} */
const keys = new WeakMap();

/** Elements that have handlers, which are few. @type {WeakSet<Element>} */
const handled = new WeakSet();

/**
 * An HTML element. Props that start with "on" are handlers, `key` names the element among its siblings,
 * true sets an empty attribute, null and false none; everything else is an attribute.
 * @template {string} T
 * @param {T} tag
 * @param {Props|null} [props]
 * @param {...Child} children
 * @returns {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === "key") keys.set(element, String(value));
    else if (name.startsWith("on")) {
      handled.add(element);
      Reflect.set(element, name, value);
    } else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  append(element, children);
  return /** @type {any} */ (element); // the tag's own type
}

/** @param {Element} parent @param {readonly unknown[]} children */
function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.append(child);
    else if (typeof child === "string" || typeof child === "number") parent.append(String(child));
  }
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 * @param {...Element} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Makes the children of `parent` look like `wanted`, keeping the elements that are there (and so focus, scroll and animations).
 * @param {Element} parent
 * @param {Child[]} wanted
 */
export function show(parent, wanted) {
  const list = h("div", null, wanted);
  reconcile(parent, [...list.childNodes]);
}

/** @param {Element} parent @param {Node[]} wanted */
function reconcile(parent, wanted) {
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const key = keys.get(node);
    if (key !== undefined) keyed.set(key, node);
  }
  const stay = new Set(wanted.flatMap((node) => keys.get(node) ?? []));
  for (const [key, node] of keyed) if (!stay.has(key)) parent.removeChild(node); // so that the others need not move
  /** @type {ChildNode|null} */
  let at = parent.firstChild;
  for (const next of wanted) {
    const key = keys.get(next);
    const old = key === undefined ? passable(at) : keyed.get(key);
    if (key !== undefined) keyed.delete(key);
    if (old && alike(old, next)) {
      at = place(parent, /** @type {ChildNode} */ (old), at);
      update(old, next);
    } else parent.insertBefore(next, at);
  }
  while (at) {
    const rest = at.nextSibling;
    at.remove();
    at = rest;
  }
}

/**
 * Puts a child before `at`, and says what stands behind it. A browser takes the focus from what is moved: where the
 * child holds it, the others are moved to the end instead, from where they are fetched when it is their turn.
 * @param {Element} parent @param {ChildNode} child @param {ChildNode|null} at
 */
function place(parent, child, at) {
  if (child !== at && child.contains(document.activeElement))
    for (let before = at; before && before !== child; ) {
      const next = before.nextSibling;
      parent.append(before);
      before = next;
    }
  else if (child !== at) {
    parent.insertBefore(child, at);
    return at;
  }
  return child.nextSibling;
}

/**
 * Sets what differs: a page reckons its styles or its layout anew even when it is told what it knows.
 * @template T @template {keyof T} K @param {T} target @param {K} name @param {T[K]} value
 */
export function put(target, name, value) {
  if (target[name] !== value) target[name] = value;
}

/** Takes over what stands in the page: elements with a `data-key` are what was drawn with that key. @param {Element} root */
export function adopt(root) {
  for (const element of root.querySelectorAll("[data-key]")) {
    keys.set(element, element.getAttribute("data-key") ?? "");
    element.removeAttribute("data-key");
  }
}

/** An element with a key may only stand for that key. @param {ChildNode|null} node */
const passable = (node) => (node && !keys.has(node) ? node : null);

/** @param {Node} a @param {Node} b */
const alike = (a, b) => a.nodeName === b.nodeName && keys.get(a) === keys.get(b);

/** Attributes that are the browser's or the reader's: what moves, and whether a disclosure is open. */
const THEIRS = ["style", "open"];

/** @param {Node} old @param {Node} next */
function update(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !THEIRS.includes(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (handled.has(old) || handled.has(next)) {
    handled.add(old);
    for (const name of HANDLERS) Reflect.set(old, name, Reflect.get(next, name));
  }
  if (!old.localName.includes("-")) reconcile(old, [...next.childNodes]); // a custom element draws itself
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M15 5l-7 7 7 7",
  plus: "M12 5v14M5 12h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  share: "M12 15V4M8 7.5l4-4 4 4M5 12v7h14v-7",
  check: "M4 13l5 5L20 6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  globe: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM3.5 9.5h17M3.5 14.5h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  said: "M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12.5h5",
  close: "M6 6l12 12M18 6L6 18",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3v.5M12 18.5v.1",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20v-2",
  gear: "M4 8h10M18 8h2M4 16h2M10 16h10M14 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM6 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/**
 * The one element that the page must have.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}
