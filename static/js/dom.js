// Describes elements, builds them, and makes the page look like a new description. The descriptions are compared, not the
// page: it is touched only where they differ. Everything on it is text and elements made here: no markup is ever parsed.

/** @typedef {VNode|VText|ChildNode|string|number|null|undefined|false|ReadonlyArray<unknown>} Child  an array holds children again */
/** @typedef {Record<string, unknown> & {key?: string|number}} Props */
/** @typedef {VNode|VText|ChildNode} Part  a child that is there; nodes that exist stay what they are */

const SVG = "http://www.w3.org/2000/svg";

/** A text, and the node that shows it. */
class VText {
  /** @type {ChildNode|null} */
  node = null;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * An element, and the node that shows it.
 * @template {Element} [E=Element]
 */
class VNode {
  /** @type {E|null} */
  node = null;

  /** @param {string} tag @param {Props} props @param {Part[]} parts @param {boolean} drawn  of SVG */
  constructor(tag, props, parts, drawn) {
    this.tag = tag;
    this.props = props;
    this.parts = parts;
    this.drawn = drawn;
  }

  /** Names it among its siblings, for lists whose order changes. */
  get key() {
    return this.props.key === undefined ? null : String(this.props.key);
  }
}

/**
 * An HTML element. Props that start with "on" are handlers, `key` names the element among its siblings,
 * true sets an empty attribute, null and false none; everything else is an attribute.
 * @template {string} T
 * @param {T} tag
 * @param {Props|null} [props]
 * @param {...Child} children
 * @returns {VNode<T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement>}
 */
export const h = (tag, props, ...children) => new VNode(tag, props ?? {}, partsOf(children), false);

/**
 * An SVG element.
 * @param {string} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {VNode<SVGElement>}
 */
export const svg = (tag, props, ...children) => new VNode(tag, props, partsOf(children), true);

/** @param {readonly unknown[]} children @param {Part[]} parts */
function partsOf(children, parts = []) {
  for (const child of children) {
    if (Array.isArray(child)) partsOf(child, parts);
    else if (child instanceof VNode || child instanceof VText) parts.push(child);
    else if (child instanceof Element || child instanceof Text) parts.push(child);
    else if (typeof child === "string" || typeof child === "number") parts.push(new VText(String(child)));
  }
  return parts;
}

/**
 * Builds what is described, once.
 * @template {Element} E
 * @param {VNode<E>} wanted
 * @returns {E}
 */
export function make(wanted) {
  const { tag, props, parts, drawn } = wanted;
  /** @type {any} */ // the tag's own type
  const element = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  wanted.node = element;
  for (const name in props) set(element, name, props[name]);
  element.append(...parts.map(build));
  return element;
}

/** @param {Part} part @returns {ChildNode} */
function build(part) {
  if (part instanceof VNode) return make(part);
  if (part instanceof VText) {
    part.node = document.createTextNode(part.text);
    return part.node;
  }
  return part;
}

/** @param {Part} part */
const nodeOf = (part) =>
  part instanceof VNode || part instanceof VText ? /** @type {ChildNode} */ (part.node) : part;

/** @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) Reflect.set(element, name, value ?? null);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** What was drawn last. @type {WeakMap<Element, Part[]>} */
const shown = new WeakMap();

/**
 * Makes the children of `parent` look like `wanted`, keeping the elements that are there (and so focus, scroll and animations).
 * What stands in the page before anything was drawn is taken over.
 * @param {Element} parent
 * @param {Child[]} wanted
 */
export function show(parent, wanted) {
  const parts = partsOf(wanted);
  reconcile(parent, shown.get(parent) ?? read(parent), parts);
  shown.set(parent, parts);
}

/** What stands in an element; a custom element draws itself. @param {Element} parent @returns {Part[]} */
function read(parent) {
  if (parent.localName.includes("-")) return [];
  return [...parent.childNodes].map((node) => {
    if (node instanceof Text) return Object.assign(new VText(node.data), { node });
    if (!(node instanceof Element)) return node;
    const props = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    const { "data-key": key, ...rest } = props;
    node.removeAttribute("data-key");
    const drawn = node.namespaceURI === SVG;
    return Object.assign(new VNode(node.localName, key ? { ...rest, key } : rest, read(node), drawn), {
      node,
    });
  });
}

/** @param {Element} parent @param {Part[]} old @param {Part[]} wanted */
function reconcile(parent, old, wanted) {
  if (
    old.length === wanted.length &&
    old.every((part, at) => alike(part, wanted[at]) && keyOf(part) === keyOf(wanted[at]))
  )
    old.forEach((part, at) => {
      update(part, wanted[at]);
    });
  else arrange(parent, old, wanted);
}

/** Takes away, moves, puts in. @param {Element} parent @param {Part[]} old @param {Part[]} wanted */
function arrange(parent, old, wanted) {
  const kept = match(old, wanted);
  const stay = new Set(kept);
  old.forEach((part, at) => {
    if (!stay.has(at)) nodeOf(part).remove();
  });
  const still = unmoved(old, kept);
  /** @type {ChildNode|null} */
  let before = null;
  wanted.forEach((part, i) => {
    const was = old[kept[i]];
    const node = was ? update(was, part) : build(part);
    if (!still[i]) parent.insertBefore(node, before ? before.nextSibling : parent.firstChild);
    before = node;
  });
}

/**
 * Which of the old children each wanted one goes on from, -1 for none: the one of its key, or else the next of its kind
 * among those without.
 * @param {Part[]} old @param {Part[]} wanted
 */
function match(old, wanted) {
  /** @type {Map<string, number>} */
  const keyed = new Map();
  old.forEach((part, at) => {
    const key = keyOf(part);
    if (key !== null) keyed.set(key, at);
  });
  let next = 0;
  return wanted.map((part) => {
    const key = keyOf(part);
    if (key === null) {
      const at = old.findIndex((one, at) => at >= next && keyOf(one) === null && alike(one, part));
      if (at >= 0) next = at + 1;
      return at;
    }
    const at = keyed.get(key);
    keyed.delete(key);
    return at !== undefined && alike(old[at], part) ? at : -1;
  });
}

/** @param {Part} part */
const keyOf = (part) => (part instanceof VNode ? part.key : null);

/** @param {Part} a @param {Part} b */
function alike(a, b) {
  if (a instanceof VNode) return b instanceof VNode && a.tag === b.tag;
  return a instanceof VText ? b instanceof VText : a === b;
}

/**
 * Which of the kept children stay where they are while the others are put between them. A browser takes the focus from what
 * is moved: what holds it stays.
 * @param {Part[]} old @param {number[]} kept
 */
function unmoved(old, kept) {
  const moves = kept.filter((at) => at >= 0).some((at, i, all) => i > 0 && at < all[i - 1]);
  const held = moves
    ? kept.find((at) => at >= 0 && nodeOf(old[at]).contains(document.activeElement))
    : undefined;
  let last = -1;
  let limit = held ?? Infinity;
  return kept.map((at) => {
    if (at === held) limit = Infinity;
    const stays = at > last && at <= limit;
    if (stays) last = at;
    return stays;
  });
}

/** Makes what shows one description show another of its kind. @param {Part} was @param {Part} wanted @returns {ChildNode} */
function update(was, wanted) {
  if (was instanceof VNode && wanted instanceof VNode && was.node) {
    wanted.node = was.node;
    if (was !== wanted) change(was.node, was, wanted);
  } else if (was instanceof VText && wanted instanceof VText && was.node) {
    wanted.node = was.node;
    if (was.text !== wanted.text) was.node.nodeValue = wanted.text;
  }
  return nodeOf(was);
}

/** @param {Element} element @param {VNode} was @param {VNode} wanted */
function change(element, was, wanted) {
  for (const name in was.props) if (!(name in wanted.props)) set(element, name, null);
  for (const name in wanted.props)
    if (was.props[name] !== wanted.props[name]) set(element, name, wanted.props[name]);
  reconcile(element, was.parts, wanted.parts);
}

/**
 * Sets what differs: a page reckons its styles or its layout anew even when it is told what it knows.
 * @template T @template {keyof T} K @param {T} target @param {K} name @param {T[K]} value
 */
export function put(target, name, value) {
  if (target[name] !== value) target[name] = value;
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
