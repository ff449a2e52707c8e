// One WebSocket to a room, kept alive: hello with the version last seen, pings, silence noticed, come back with growing waits.
// A wish stays in the outbox until it is acked or refused, and is sent again with the same `aid` after each return.

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Wish} Wish */
/** @typedef {import("./types.js").Params} Params */
/** @typedef {"replaced"|"token"|"protocol"|"abuse"|"gone"|"stopped"} Terminal  why it will not come back by itself */
/** @typedef {{state: "connecting"} | {state: "open"} | {state: "waiting", until: number, moving: boolean} | {state: "closed", why: Terminal}} Status */

/**
 * @typedef {object} Listener
 * @property {(frame: Frame, first: boolean) => void} frame  `first` on the first frame after a (re)connection
 * @property {(aid: string, dup: boolean) => void} acked
 * @property {(aid: string, code: string, params: Params, frame: Frame|null) => void} refused
 * @property {(status: Status) => void} status
 * @property {(code: string) => void} error  the server could not do something that no wish asked for
 */

/** Where the connection touches the world; tests pass their own. */
/**
 * @typedef {object} World
 * @property {(url: string) => WebSocket} open
 * @property {() => number} now  milliseconds, monotonic
 * @property {(action: () => void, ms: number) => number} later
 * @property {(timer: number) => void} forget
 * @property {() => number} chance  0 to 1
 */

const PROTOCOL = 1;
const PING_MS = 5000;
const SILENCE_MS = 12000;
const PROBE_MS = 3000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

/** @type {Record<number, Terminal>} */
export const TERMINAL = {
  4500: "replaced",
  4501: "token",
  4502: "protocol",
  4503: "abuse",
  4404: "gone",
  1007: "stopped",
  1008: "stopped",
  1009: "stopped",
};
const MOVING = new Set([4001, 4003, 1001, 1012]);
const PROMISED = 12; // tries after short waits, when the server has said that it comes back

/** A random name for a wish; works without a secure context. */
export function newAid() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {World} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  now: () => performance.now(),
  later: (action, ms) => setTimeout(action, ms),
  forget: (timer) => clearTimeout(timer),
  chance: () => Math.random(),
};

export class Connection {
  /** @param {string} url @param {Listener} listener @param {World} [world] */
  constructor(url, listener, world = BROWSER) {
    this.url = url;
    this.listener = listener;
    this.world = world;
    /** @type {Map<string, Wish>} */
    this.outbox = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|null} */
    this.version = null;
    this.greeted = false; // a frame came on this socket
    this.heard = 0; // when the last message came
    this.failures = 0;
    this.promised = 0; // of those tries, how many are left
    this.timer = 0; // the next ping, or the next try
    this.stopped = false;
  }

  connect() {
    this.world.forget(this.timer);
    this.drop();
    this.stopped = false;
    this.greeted = false;
    this.listener.status({ state: "connecting" });
    const socket = this.world.open(this.url);
    this.socket = socket;
    this.heard = this.world.now();
    socket.onopen = () => this.write({ type: "hello", protocol: PROTOCOL, version: this.version });
    socket.onmessage = (event) => this.read(event.data);
    socket.onclose = (event) => this.closed(event.code);
    this.tick();
  }

  /** Ends for good. */
  stop() {
    this.stopped = true;
    this.world.forget(this.timer);
    this.drop();
  }

  /** Lets go of the socket without waiting for its closing, which a dead network never answers. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  /** Sends a wish now, or after the next return. @param {Wish} wish @returns {string} its aid */
  send(wish) {
    const aid = newAid();
    this.outbox.set(aid, wish);
    if (this.greeted) this.write({ ...wish, aid });
    return aid;
  }

  /** The page woke up or the network is back: find out at once whether the line is alive. */
  probe() {
    if (this.stopped) return;
    if (!this.socket) return this.connect();
    this.write({ type: "ping", t: Math.round(this.world.now()) });
    const before = this.heard;
    this.world.forget(this.timer);
    this.timer = this.world.later(() => (this.heard === before ? this.connect() : this.tick()), PROBE_MS);
  }

  /** @param {object} message */
  write(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  tick() {
    this.timer = this.world.later(
      () => {
        if (this.world.now() - this.heard >= SILENCE_MS) return this.connect();
        if (this.greeted) this.write({ type: "ping", t: Math.round(this.world.now()) });
        this.tick();
      },
      Math.min(PING_MS, Math.max(100, this.heard + SILENCE_MS - this.world.now())),
    );
  }

  /** @param {string} text */
  read(text) {
    this.heard = this.world.now();
    const message = JSON.parse(text);
    if (message.type === "frame") {
      if (message.ack) this.outbox.delete(message.ack.aid);
      this.take(message);
      if (message.ack) this.listener.acked(message.ack.aid, message.ack.dup === true);
    } else if (message.type === "refused") {
      this.outbox.delete(message.aid);
      if (message.frame) this.take(message.frame);
      this.listener.refused(message.aid, message.code, message.params ?? {}, message.frame ?? null);
    } else if (message.type === "error") this.listener.error(message.code);
  }

  /** @param {Frame} frame */
  take(frame) {
    const first = !this.greeted;
    this.greeted = true;
    if (first) {
      this.failures = this.promised = 0;
      this.listener.status({ state: "open" });
    }
    if (first || this.version === null || frame.version >= this.version) {
      this.version = frame.version;
      this.listener.frame(frame, first);
    }
    if (first) for (const [aid, wish] of this.outbox) this.write({ ...wish, aid });
  }

  /** @param {number} code */
  closed(code) {
    this.world.forget(this.timer);
    this.socket = null;
    if (MOVING.has(code) && this.greeted) this.promised = PROMISED;
    this.greeted = false;
    const why = TERMINAL[code];
    if (why) {
      this.stopped = true;
      this.outbox.clear();
      return this.listener.status({ state: "closed", why });
    }
    const moving = this.promised > 0;
    // The first wait spreads all that were told at once; those after it only find out when.
    const most = this.promised === PROMISED ? 1500 : 700;
    const ms = moving ? 200 + (most - 200) * this.world.chance() : this.wait();
    if (moving) this.promised -= 1;
    else this.failures += 1;
    this.listener.status({ state: "waiting", until: this.world.now() + ms, moving });
    this.timer = this.world.later(() => this.connect(), ms);
  }

  wait() {
    const longest = Math.min(FIRST_WAIT_MS * 2 ** this.failures, LONGEST_WAIT_MS);
    return longest * (0.5 + this.world.chance() / 2);
  }
}
