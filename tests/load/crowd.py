"""People who play by themselves at many tables, and come back as the page does."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson

from tests.load.line import Line

_MOVING = (1001, 1012, 4001, 4003)
_FOR_GOOD = (1008, 1009, 4404, 4500, 4501, 4502, 4503)


@dataclass
class Log:
    """What all of them saw."""

    acked: dict[str, str] = field(default_factory=dict)
    """The aids that were acknowledged, with the room."""
    dup: int = 0
    ack: list[float] = field(default_factory=list)
    """Seconds from sending an action to its ack."""
    last_view: list[float] = field(default_factory=list)
    """Seconds from sending an action that all may see until the last of the four had it."""
    back: list[float] = field(default_factory=list)
    """Seconds from the end of a socket to the first frame on the next."""
    refused: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    received: int = 0
    """Bytes from the server."""

    def clear(self) -> None:
        """Counts anew; what was acknowledged is kept."""
        for one in (self.ack, self.last_view, self.back, self.refused, self.errors, self.closed, self.facts):
            one.clear()
        self.received = self.dup = 0


class Crowd:
    """All of them. Who has to come back tries any of `servers` (URLs); `think` seconds on average."""

    def __init__(self, servers: Sequence[str], think: float, seed: int = 1) -> None:
        self.servers = list(servers)
        self.think = think
        self.chance = random.Random(seed)
        self.log = Log()
        self.people: list[Person] = []
        self.stopped = False
        self.aids = itertools.count()
        self._http = httpx.AsyncClient(timeout=30)
        self._tasks: set[asyncio.Task[None]] = set()

    def sit(self, room: str, tokens: Sequence[str], *, at: Sequence[int]) -> None:
        """Four who have chairs in a room; each begins at the server of this number."""
        table = Table(room)
        for token, server in zip(tokens, at, strict=True):
            self.people.append(Person(self, table, token, self.servers[server]))

    async def come(self) -> None:
        """Returns when all have a first frame."""
        for at in range(0, len(self.people), 100):
            for person in self.people[at : at + 100]:
                person.connect()
            async with asyncio.timeout(60):
                for person in self.people[at : at + 100]:
                    await person.here.wait()

    async def all_here(self) -> None:
        """Returns when everyone is connected."""
        for person in self.people:
            await person.here.wait()

    async def rest(self) -> None:
        """Lets nobody begin anything more; returns when every action sent has its answer."""
        self.stopped = True
        async with asyncio.timeout(30):
            while any(person.outbox for person in self.people):
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """Ends all sockets."""
        self.stopped = True
        for person in self.people:
            person.leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._http.aclose()

    def ready(self, person: "Person") -> None:
        """Says over REST that one wants the next game."""
        self.do(self._ready(person))

    def do(self, work: Any) -> None:
        """Runs something beside."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ready(self, person: "Person") -> None:
        headers = {"authorization": f"Bearer {person.token}"}
        for _ in range(20):
            url = f"{person.server}/api/v1/rooms/{person.table.room}/ready"
            try:
                answer = await self._http.put(url, json={"ready": True}, headers=headers)
                if answer.status_code < 500:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.5)


class Table:
    """What four people share: when an action was sent, and who has seen it."""

    def __init__(self, room: str) -> None:
        self.room = room
        self._sent: tuple[tuple[int, int], float] | None = None
        self._seen = 0

    def sends(self, moment: tuple[int, int]) -> None:
        """Someone plays, calls or folds in this turn."""
        self._sent, self._seen = (moment, time.monotonic()), 0

    def sees(self, moment: tuple[int, int]) -> float | None:
        """One has a view of a later turn: seconds since it was sent, for the last of the four."""
        if self._sent is None or moment <= self._sent[0]:
            return None
        self._seen += 1
        if self._seen < 4:
            return None
        took = time.monotonic() - self._sent[1]
        self._sent = None
        return took


class Person:
    """One of them."""

    def __init__(self, crowd: Crowd, table: Table, token: str, server: str) -> None:
        self.table, self.token, self.server = table, token, server
        self.outbox: dict[str, tuple[bytes, float]] = {}
        self.here = asyncio.Event()
        self.version: int | None = None
        self.code: int | None = None
        """With which the last socket was closed."""
        self._crowd = crowd
        self._line: Line | None = None
        self._acted: object = None
        self._moment = (0, 0)
        self._failures = self._promised = 0
        self._gone: float | None = None

    def connect(self) -> None:
        """Opens a socket."""
        if not self._crowd.stopped or self.outbox:
            self._crowd.do(self._connect())

    def leave(self) -> None:
        """Ends the socket for good."""
        line, self._line = self._line, None
        if line is not None:
            line.end()

    async def _connect(self) -> None:
        url = httpx.URL(self.server)
        line = self._line = Line(self, self.table.room, self.token)
        try:
            await asyncio.get_running_loop().create_connection(lambda: line, url.host, url.port or 80)
        except OSError:
            self.closed(0)

    def opened(self) -> None:
        """The server has let it in."""
        self._say({"type": "hello", "protocol": 1, "version": self.version})

    def closed(self, code: int) -> None:
        """It is over; the next one is at any server, after as long as the page waits."""
        if self._line is None:
            return
        log, self._line = self._crowd.log, None
        log.closed[code] += 1
        self.code = code
        if code in _MOVING and self.here.is_set():
            self._promised = 12
        self.here.clear()
        if self._gone is None:
            self._gone = time.monotonic()
        if code in _FOR_GOOD:
            return
        chance = self._crowd.chance.random()
        if self._promised > 0:
            wait = 0.2 + (1.3 if self._promised == 12 else 0.5) * chance
            self._promised -= 1
        else:
            wait = min(0.4 * 2**self._failures, 5) * (0.5 + chance / 2)
            self._failures += 1
        self.server = self._crowd.chance.choice(self._crowd.servers)
        asyncio.get_running_loop().call_later(wait, self.connect)

    def read(self, text: bytes) -> None:
        """A message of the server's."""
        log = self._crowd.log
        log.received += len(text)
        message = orjson.loads(text)
        match message["type"]:
            case "frame":
                self._frame(message)
            case "refused":
                log.refused[message["code"]] += 1
                self.outbox.pop(message["aid"], None)
                self._acted = None
                if message.get("frame"):
                    self._frame(message["frame"])
            case "error":
                log.errors[message["code"]] += 1

    def _frame(self, frame: dict[str, Any]) -> None:
        log = self._crowd.log
        first = not self.here.is_set()
        if (ack := frame.get("ack")) is not None:
            _, sent = self.outbox.pop(ack["aid"])
            assert ack["aid"] not in log.acked, "acknowledged twice"
            log.acked[ack["aid"]] = self.table.room
            log.dup += ack["dup"]
            log.ack.append(time.monotonic() - sent)
        assert self.version is None or frame["version"] >= self.version, "a version went back"
        self.version = frame["version"]
        log.facts.update(fact["fact"] for fact in frame["facts"])
        if first:
            self.here.set()
            self._failures, self._promised, self._acted = 0, 0, None
            if self._gone is not None:
                log.back.append(time.monotonic() - self._gone)
                self._gone = None
            for sent, _ in self.outbox.values():
                self._write(sent)
        self._decide(frame["view"])

    def _decide(self, view: dict[str, Any]) -> None:
        game = view["game"]
        if game is None or game["over"] is not None:
            if self._acted != ("ready", game and game["id"]) and not self._crowd.stopped:
                self._acted = "ready", game and game["id"]
                self._crowd.ready(self)
            return
        moment = game["hand"], game["ply"]
        if moment != self._moment:
            self._moment = moment
            took = self.table.sees(moment)
            if took is not None:
                self._crowd.log.last_view.append(took)
        question = game["question"] and game["question"]["id"]
        wish = self._wish(game)
        if wish is None or self._acted == (*moment, question, wish["type"]):
            return
        self._acted = (*moment, question, wish["type"])
        if self._crowd.think:
            wait = self._crowd.chance.uniform(0, 2 * self._crowd.think)
            asyncio.get_running_loop().call_later(wait, self._act, wish, self._acted)
        else:
            self._act(wish, self._acted)

    def _wish(self, game: dict[str, Any]) -> dict[str, Any] | None:
        """What it wants to do now: partners answer alike, so that no clock has to run out."""
        hand, question = game["hand"], game["question"]
        if game["result"] is not None:
            done = game["seat"] in game["continued"]
            return None if done else {"type": "continue", "hand": hand}
        words = sorted(one["word"] for one in game["legal"] if one["do"] == "vote")
        if words:
            word = random.Random(f"{self.table.room} {game['id']} {hand} {question['id']}").choice(words)
            return {"type": "vote", "hand": hand, "question": question["id"], "word": word}
        at = {"hand": hand, "ply": game["ply"]}
        cards = [one["card"] for one in game["legal"] if one["do"] == "play"]
        calls = [one["word"] for one in game["legal"] if one["do"] == "call"] if cards else []
        if calls and self._crowd.chance.random() < 0.1:
            return {"type": "call", **at, "word": self._crowd.chance.choice(calls)}
        return {"type": "play", **at, "card": self._crowd.chance.choice(cards)} if cards else None

    def _act(self, wish: dict[str, Any], when: object) -> None:
        if self._crowd.stopped or self._acted != when or not self.here.is_set():
            return
        aid = f"a{next(self._crowd.aids)}"
        text = orjson.dumps({**wish, "aid": aid})
        self.outbox[aid] = text, time.monotonic()
        if "ply" in wish:
            self.table.sends((wish["hand"], wish["ply"]))
        self._write(text)

    def _say(self, message: dict[str, Any]) -> None:
        self._write(orjson.dumps(message))

    def _write(self, text: bytes) -> None:
        if self._line is not None:
            self._line.say(text)


def percentile(values: Sequence[float], part: float) -> float:
    """Of seconds, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]
