import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../../static/js/connection.js";

/** A world with a clock one moves by hand and sockets one answers by hand. */
class World {
  time = 0;
  timers = [];
  sockets = [];
  open = (url) => {
    const socket = {
      url,
      readyState: 0,
      sent: [],
      closed: false,
      send: (text) => socket.sent.push(JSON.parse(text)),
      close: () => {
        socket.closed = true;
      },
    };
    this.sockets.push(socket);
    return socket;
  };
  now = () => this.time;
  later = (action, ms) => this.timers.push({ at: this.time + ms, action });
  forget = (timer) => {
    if (timer) this.timers[timer - 1] = null;
  };
  chance = () => 0;

  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer && timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = due.at;
      this.timers[this.timers.indexOf(due)] = null;
      due.action();
    }
    this.time = end;
  }

  get socket() {
    return this.sockets.at(-1);
  }

  accept(version = 1) {
    this.socket.readyState = 1;
    this.socket.onopen();
    this.say({ type: "frame", version, view: {}, facts: [] });
  }

  say(message) {
    this.socket.onmessage({ data: JSON.stringify(message) });
  }

  cut(code = 1006) {
    this.socket.readyState = 3;
    this.socket.onclose({ code });
  }
}

function connected() {
  const world = new World();
  const heard = { frames: [], acked: [], refused: [], status: [], errors: [] };
  const connection = new Connection(
    "ws://x",
    {
      frame: (frame, first) => heard.frames.push([frame.version, first]),
      acked: (aid, dup) => heard.acked.push([aid, dup]),
      refused: (aid, code) => heard.refused.push([aid, code]),
      status: (status) => heard.status.push(status),
      error: (code) => heard.errors.push(code),
    },
    world,
  );
  connection.connect();
  return { world, connection, heard };
}

const WISH = { type: "play", hand: 1, ply: 0, card: "7o" };

test("it greets with the version last seen", () => {
  const { world } = connected();
  world.accept(17);
  assert.deepEqual(world.socket.sent[0], { type: "hello", protocol: 1, version: null });
  world.cut();
  world.pass(1000);
  world.accept(18);
  assert.deepEqual(world.socket.sent[0], { type: "hello", protocol: 1, version: 17 });
});

test("a wish without an ack is sent again with the same aid after the return", () => {
  const { world, connection, heard } = connected();
  world.accept();
  const aid = connection.send(WISH);
  assert.match(aid, /^[0-9a-f]{24}$/);
  world.cut();
  world.pass(1000);
  world.accept(2);
  assert.deepEqual(world.socket.sent.at(-1), { ...WISH, aid });
  world.say({ type: "frame", version: 3, view: {}, facts: [], ack: { aid, dup: true } });
  assert.deepEqual(heard.acked, [[aid, true]]);
  world.cut();
  world.pass(1000);
  world.accept(4);
  assert.equal(world.socket.sent.length, 1, "an acked wish is not sent again");
});

test("a wish made while away waits for the return", () => {
  const { world, connection } = connected();
  world.accept();
  world.cut();
  connection.send(WISH);
  world.pass(1000);
  world.accept(2);
  assert.equal(world.socket.sent.at(-1).card, "7o");
});

test("a refused wish is never repeated", () => {
  const { world, connection, heard } = connected();
  world.accept();
  const aid = connection.send(WISH);
  world.say({ type: "refused", aid, code: "not_your_turn", params: {} });
  assert.deepEqual(heard.refused, [[aid, "not_your_turn"]]);
  world.cut();
  world.pass(1000);
  world.accept(2);
  assert.equal(world.socket.sent.length, 1);
});

test("it pings every five seconds and gives a silent socket up after twelve", () => {
  const { world } = connected();
  world.accept();
  world.pass(5000);
  assert.equal(world.socket.sent.at(-1).type, "ping");
  world.say({ type: "pong", t: 0 });
  world.pass(11900);
  assert.equal(world.sockets.length, 1);
  world.pass(200);
  assert.equal(world.sockets.length, 2);
  assert.equal(world.sockets[0].closed, true);
});

test("bytes of a socket that was given up are not heard", () => {
  const { world, heard } = connected();
  world.accept();
  const old = world.socket;
  world.pass(12100);
  world.accept(5);
  assert.equal(old.onmessage, null);
  assert.deepEqual(heard.frames, [
    [1, true],
    [5, true],
  ]);
});

test("waits grow to five seconds and start anew after a frame", () => {
  const { world, heard } = connected();
  const waits = () =>
    heard.status.filter((status) => status.state === "waiting").map((status) => status.until);
  for (let i = 0; i < 8; i++) {
    world.cut();
    world.pass(heard.status.at(-1).until - world.time);
  }
  const long = waits();
  assert.equal(long[7] - long[6], 2500, "with no jitter half of five seconds");
  world.accept();
  world.cut();
  assert.equal(heard.status.at(-1).until - world.time, 200);
});

for (const [code, why] of [
  [4500, "replaced"],
  [4501, "token"],
  [4502, "protocol"],
  [4503, "abuse"],
  [4404, "gone"],
  [1007, "stopped"],
  [1008, "stopped"],
  [1009, "stopped"],
]) {
  test(`after ${code} it does not come back by itself`, () => {
    const { world, heard } = connected();
    world.accept();
    world.cut(code);
    assert.deepEqual(heard.status.at(-1), { state: "closed", why });
    world.pass(60000);
    assert.equal(world.sockets.length, 1);
  });
}

for (const code of [4001, 4003]) {
  test(`after ${code} it comes back, and says that the table moves`, () => {
    const { world, heard } = connected();
    world.accept();
    world.cut(code);
    assert.equal(heard.status.at(-1).moving, true);
    world.pass(1600);
    assert.equal(world.sockets.length, 2);
  });
}

test("a server that said it comes back is asked after short waits, for some time", () => {
  const { world, heard } = connected();
  world.accept();
  world.cut(4003);
  const waits = [];
  for (let i = 0; i < 13; i++) {
    waits.push(heard.status.at(-1).until - world.time);
    world.pass(waits.at(-1));
    world.cut(1006);
  }
  assert.deepEqual(waits, [...Array(12).fill(200), 200], "with no jitter");
  assert.equal(heard.status.at(-1).until - world.time, 400, "then they grow");
  world.accept();
  world.cut(1006);
  assert.equal(heard.status.at(-1).moving, false, "of this end nobody has said anything");
});

test("a server that sends everyone back at the entrance is asked less and less often", () => {
  const { world, heard } = connected();
  const waits = [];
  for (let i = 0; i < 6; i++) {
    world.cut(4003);
    waits.push(heard.status.at(-1).until - world.time);
    world.pass(waits.at(-1));
  }
  assert.deepEqual(
    waits,
    [200, 400, 800, 1600, 2500, 2500],
    "with no jitter half of twice as much each time",
  );
});

test("an older frame is not drawn", () => {
  const { world, heard } = connected();
  world.accept(10);
  world.say({ type: "frame", version: 9, view: {}, facts: [] });
  assert.deepEqual(heard.frames, [[10, true]]);
});

test("a probe that nobody answers opens a new socket", () => {
  const { world, connection } = connected();
  world.accept();
  connection.probe();
  world.pass(3100);
  assert.equal(world.sockets.length, 2);
});
