"""kill -9 of the real server, once at each of some sixty points between the socket and the last view.

A dry run records every line that one action passes; the points are chosen from that by a rule, so that new
code is killed in too.
"""

import asyncio
import json
import linecache
import os
import re
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiosqlite import core

from tests.faults.crash_people import Message, Person
from tests.faults.crash_processes import Server, Servers, Socket, open_servers
from tests.faults.crash_server import SOURCE, Point
from tests.faults.crash_witness import Witness
from tests.server.house import open_house, playing

SLOW = {"summary_seconds": "600", "idle_seconds": "0", "log_level": "warning"}
"""Nothing happens by itself but what a call waits for."""

HOW_MANY = {"card": 36, "call": 12, "deal": 16}
"""At how many points the server is killed on each way."""

AT_ONCE = 2

_WEIGHTY = re.compile(
    r"await |\.append\(|\.execute\(|commit\(|_write\(|\.send\(|set_result\(|_tell\(|tell\(|"
    r"self\.state = |self\._state = |_done\.add\(|function\(\)|\.put\("
)
"""A line that waits, writes, sends or changes the state."""

Hit = tuple[Point, int]


@dataclass(frozen=True)
class Scene:
    """A table in a database, who acts there, and what they do."""

    database: Path
    room: str
    people: tuple[tuple[str, str, str], ...]
    actor: int
    message: Message


@pytest.fixture
async def scenes(tmp_path: Path) -> dict[str, Scene]:
    """One deal, made by the server in this process, at three moments."""
    folder = tmp_path / "scenes"
    folder.mkdir()
    found: dict[str, Scene] = {}
    async with open_house(folder) as house:
        room, players = await playing(house)
        people = tuple((one.id, one.name, one.token) for one in players)
        cast = [Person(*one) for one in people]
        server = Server(house.port)
        sockets = [await _there(server, room, person) for person in cast]

        async def all_do(kind: str, how_many: int = 4) -> None:
            """As many as may do something of that kind do it."""
            for person, socket in zip(cast[:how_many], sockets, strict=False):
                if (message := person.option(kind)) is not None:
                    await socket.act(message)
                    await socket.until(lambda person=person: not person.pending)
                    await asyncio.gather(*(one.catch_up() for one in sockets))

        def keep(name: str, kind: str, word: str | None = None) -> None:
            actor, message = next(
                (at, message)
                for at, one in enumerate(cast)
                if (message := one.option(kind, word)) is not None
            )
            found[name] = Scene(folder / f"{name}.db", room, people, actor, message)
            with closing(sqlite3.connect(folder / "truco.db")) as database:
                database.execute("VACUUM INTO ?", (str(found[name].database),))

        keep("card", "play")
        keep("call", "call", "truco")
        while cast[0].option("continue") is None:
            await all_do("fold")
        await all_do("continue", 3)
        keep("deal", "continue")
    return found


async def _there(server: Server, room: str, person: Person) -> Socket:
    socket = await Socket.open(server, room, person)
    assert socket is not None, "the server has died"
    return socket


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    async with open_servers() as opened:
        yield opened


async def _record(servers: Servers, scene: Scene, folder: Path) -> list[Hit]:
    """All that the action passes on its way from the socket to the last view."""
    stage = Stage(servers, scene, folder)
    server = await stage.begin({"record": str(folder / "record")})
    await stage.act()
    await server.record()
    server.kill()
    await server.ended()
    return [(Point(*point), nth) for *point, nth in json.loads((folder / "record").read_text())]


def _choose(hits: list[Hit], many: int) -> list[Hit]:
    """Points where the server waits, writes, sends or changes the state, evenly over the whole way."""
    last = {
        file: max(at for at, (point, _) in enumerate(hits) if point.file == file) for file in ("aiosqlite",)
    }
    assert last["aiosqlite"] > 0, "the action was written"
    weighty = [hit for hit in hits if hit[0].kind == "resumed" or _WEIGHTY.search(_text(hit[0]))]
    assert len(weighty) >= many, f"only {len(weighty)} points"
    return [weighty[at * (len(weighty) - 1) // (many - 1)] for at in range(many)]


def _text(point: Point) -> str:
    file = core.__file__ if point.file == "aiosqlite" else str(SOURCE / point.file)
    return linecache.getline(file, point.line)


class Stage:
    """A scene played by a real server in a folder of its own, until it dies, and what comes after."""

    def __init__(self, servers: Servers, scene: Scene, folder: Path) -> None:
        self._servers, self._scene = servers, scene
        self._database = folder / "truco.db"
        folder.mkdir()
        shutil.copyfile(scene.database, self._database)
        self.cast = [Person(*one) for one in scene.people]
        self.actor = self.cast[scene.actor]
        self.witness = Witness(scene.room, self.cast)
        self._sockets: list[Socket] = []

    async def begin(self, order: dict[str, Any]) -> Server:
        """The server starts, the four come, and from now on it counts what it passes."""
        server = await self._come(order)
        assert await server.arm()
        return server

    async def act(self) -> None:
        """The action, and all that comes of it, or the server's death."""
        socket = self._sockets[self._scene.actor]
        before = self.actor.version
        await socket.act(self._scene.message)
        for person, one in zip(self.cast, self._sockets, strict=True):
            await one.until(lambda person=person: person.version != before)

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))
        self.witness.inspect(self._database)

    async def come_back(self) -> Server:
        """Another server; the four see what the journal says, and an open call begins again (B12.8)."""
        server = await self._come({})
        for person in self.cast:
            clock = person.view["game"]["clocks"]["question"]
            assert clock is None or 9_000 < clock <= 10_000, clock
        return server

    async def ask_again(self) -> str:
        """The action once more, with the same aid; whether it was there, or is done now."""
        aid, socket = self._scene.message["aid"], self._sockets[self._scene.actor]
        there = self.witness.holds(self.actor, aid)
        assert there or aid not in self.actor.acked
        await socket.say(self.actor.acts(self._scene.message))
        assert await socket.until(lambda: aid in (self.actor.dups if there else self.actor.acked))
        await asyncio.gather(*(one.catch_up() for one in self._sockets))
        assert (aid in self.actor.dups) is there
        return "dup" if there else "fresh"

    async def _come(self, order: dict[str, Any]) -> Server:
        server = await self._servers.start(self._database, SLOW, **order)
        assert await server.listens()
        self._sockets = [await _there(server, self._scene.room, person) for person in self.cast]
        return server


async def _kill_at(servers: Servers, scene: Scene, hit: Hit, folder: Path) -> str:
    """One kill and what became of the action. Fails when anything was lost or doubled."""
    point, nth = hit
    stage = Stage(servers, scene, folder)
    server = await stage.begin({"point": point, "nth": nth})
    await stage.act()
    assert os.WTERMSIG(await server.ended()) == signal.SIGKILL, f"the server did not come to {hit}"
    acked = not stage.actor.pending
    await stage.leave()
    seen = "by all" if len({person.version for person in stage.cast}) == 1 else "by some"
    server = await stage.come_back()
    if acked:
        assert stage.witness.holds(stage.actor, scene.message["aid"])
    outcome = await stage.ask_again()
    server.kill()
    await server.ended()
    await stage.leave()
    assert len({person.version for person in stage.cast}) == 1, "all four have seen the same history"
    return f"acked, seen {seen}" if acked else outcome


@pytest.mark.timeout(240)
async def test_kill_9_at_any_point_of_an_action_loses_and_doubles_nothing(
    scenes: dict[str, Scene], servers: Servers, tmp_path: Path
) -> None:
    """Scenarios 24 and 12, with real processes: a card, a call and a deal."""
    turn = asyncio.Semaphore(AT_ONCE)
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []

    async def kill(name: str, at: int, hit: Hit) -> None:
        async with turn:
            try:
                outcome = await _kill_at(servers, scenes[name], hit, tmp_path / f"{name}-{at}")
            except (AssertionError, TimeoutError) as error:
                wrong.append(f"{name}, {hit}: {type(error).__name__} {error}")
            else:
                outcomes[f"{name}: {outcome}"] += 1

    for name, many in HOW_MANY.items():
        hits = _choose(await _record(servers, scenes[name], tmp_path / name), many)
        await asyncio.gather(*(kill(name, at, hit) for at, hit in enumerate(hits)))
    print(f"\n{sum(outcomes.values())} kills: {dict(outcomes)}")
    assert not wrong, "\n".join(wrong)
    for outcome in ("fresh", "dup", "acked, seen by some"):
        assert any(outcome in what for what in outcomes), f"no kill ended as {outcome}"
    assert outcomes["deal: fresh"] and outcomes["deal: dup"], "kills before and after the deal was written"
