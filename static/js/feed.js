// The lobby's live list of rooms: server-sent events, taken up again by itself.

/** @typedef {import("./types.js").Listing} Listing */

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;

/** @param {Listing} room @returns {Listing} */
const dated = (room) => ({ ...room, since: performance.now() - room.waiting_seconds * 1000 });

export class RoomFeed {
  /** @param {(rooms: Listing[], live: boolean) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Listing>} */
    this.rooms = new Map();
    /** @type {EventSource|null} */
    this.source = null;
    this.wait = FIRST_WAIT_MS;
    this.timer = 0;
  }

  start() {
    this.stop();
    const source = new EventSource("/api/v1/rooms/events");
    this.source = source;
    source.addEventListener("rooms", (event) => {
      this.wait = FIRST_WAIT_MS;
      /** @type {Listing[]} */
      const rooms = JSON.parse(event.data);
      this.rooms = new Map(rooms.map((room) => [room.id, dated(room)]));
      this.tell(true);
    });
    source.addEventListener("room", (event) => {
      /** @type {Listing} */
      const room = JSON.parse(event.data);
      this.rooms.set(room.id, dated(room));
      this.tell(true);
    });
    source.addEventListener("gone", (event) => {
      const gone = JSON.parse(event.data);
      this.rooms.delete(gone.id ?? gone);
      this.tell(true);
    });
    source.onerror = () => {
      this.tell(false);
      if (source.readyState === EventSource.CLOSED) this.again(); // the browser gave up: a status that is no stream
    };
  }

  again() {
    this.timer = setTimeout(() => this.start(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  /** @param {boolean} live */
  tell(live) {
    this.changed([...this.rooms.values()], live);
  }

  stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}
