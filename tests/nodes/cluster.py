"""Servers in processes of their own, on one PostgreSQL database and one Redis, as an operator runs them."""

import asyncio
import itertools
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server.fake_clock import FakeClock
from tests.server.house import House, Message, Player, begin, choice, may_act, sit_down

NAMES = ("Ana", "Beto", "Caro", "Dani")

WIDE = {
    "TRUCO_REQUESTS_PER_SECOND": "10000",
    "TRUCO_GUESTS_PER_MINUTE": "10000",
    "TRUCO_MESSAGES_PER_SECOND": "1000",
    "TRUCO_SOCKETS_PER_ADDRESS": "10000",
}


class Line(Protocol):
    """A way to Redis."""

    @property
    def url(self) -> str: ...


class Node:
    """One server process, seen as the other tests see their server; its clock is the real one."""

    def __init__(self, process: Process, port: int, log: Path) -> None:
        self.process, self.log = process, log
        self.house = House(None, None, port, FakeClock())  # type: ignore[arg-type]

    def kill(self) -> None:
        self.process.kill()

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), 30)

    async def says(self, status: str) -> None:
        """Returns when /readyz says this."""
        async with asyncio.timeout(5), httpx.AsyncClient(base_url=self.house.url) as client:
            while (await client.get("/readyz")).json()["status"] != status:
                await asyncio.sleep(0.05)

    async def rooms(self) -> Message:
        """The lobby."""
        async with self.house.visitor() as visitor:
            return (await visitor.get("/rooms")).raise_for_status().json()

    def here(self, player: Player) -> Player:
        """The same guest at this node."""
        moved = Player(self.house, player.id, player.name, player.token)
        self.house.players.append(moved)
        return moved


class Cluster:
    """Nodes that come and go."""

    def __init__(self, database_url: str, redis_url: str | None, folder: Path, **settings: str) -> None:
        self._environment = {
            **os.environ,
            **WIDE,
            "TRUCO_DATABASE_URL": database_url,
            **({"TRUCO_REDIS_URL": redis_url} if redis_url else {}),
            **settings,
        }
        self._folder = folder
        self._numbers = itertools.count()
        self.nodes: list[Node] = []
        self.forgiven: list[str] = []
        """What a line of a log says that is marked as an error, and is none of the test."""

    async def start(self) -> Node:
        log = self._folder / f"node-{next(self._numbers)}.log"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "truco", "serve", "--port", "0"),
                env=self._environment,
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=errors,
            )
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        port = re.search(r"http://localhost:(\d+)", line)
        assert port is not None, (line, log.read_text())
        node = Node(process, int(port[1]), log)
        self.nodes.append(node)
        return node

    async def close(self) -> None:
        for node in self.nodes:
            await node.house.leave()
            with suppress(ProcessLookupError):
                node.thaw()
                node.kill()
            await node.process.wait()


@asynccontextmanager
async def cluster(
    database_url: str, redis: Line | None, folder: Path, nodes: int = 2, **settings: str
) -> AsyncIterator[Cluster]:
    """So many nodes that know of each other."""
    opened = Cluster(database_url, redis.url if redis else None, folder, **settings)
    try:
        await asyncio.gather(*(opened.start() for _ in range(nodes)))
        yield opened
    finally:
        await opened.close()
        for node in opened.nodes:
            text = node.log.read_text()
            lines = [line for line in text.splitlines() if not any(one in line for one in opened.forgiven)]
            assert "Traceback" not in text, text
            assert not [line for line in lines if " ERROR " in line], text


async def table(nodes: Sequence[Node], names: Sequence[str] = NAMES) -> tuple[str, list[Player]]:
    """A game whose room was opened at the first node, with players dealt out to the nodes in turn."""
    players = [await nodes[at % len(nodes)].house.guest(name) for at, name in enumerate(names)]
    room = (await players[0].ask("POST", "/rooms", {"name": "La mesa"}))["id"]
    await sit_down(room, players)
    await begin(room, players)
    return room, players


def turn(players: Sequence[Player]) -> Player:
    """Whose turn it is."""
    return next(player for player in players if player.wire.last["view"]["game"]["legal"])


async def play(players: Sequence[Player]) -> Message:
    """The player on turn plays a card; all have seen it then."""
    actor = turn(players)
    frame = await actor.wire.act("play", card=actor.wire.last["view"]["game"]["held"][0])
    assert frame["type"] == "frame", frame
    for player in players:
        if player is not actor:
            await player.wire.fact("card_played")
    return frame


def same(players: Sequence[Player]) -> list[Message]:
    """What all see is the same; the rounds on the table."""
    rounds = [player.wire.last["view"]["game"]["rounds"] for player in players]
    assert all(one == rounds[0] for one in rounds)
    return rounds[0]


async def connected(player: Player, room: str, version: int | None = None) -> None:
    """Comes in as soon as somebody runs the room."""
    async with asyncio.timeout(20):
        while True:
            wire = await player.dial(room)
            try:
                await wire.hello(version)
                await wire.frame()
                return
            except ConnectionClosed:
                await asyncio.sleep(0.1)


async def play_out(players: Sequence[Player]) -> None:
    """Plays until the game is over, as everybody has seen; links may be made anew meanwhile."""
    while (game := players[0].wire.last["view"]["game"])["over"] is None:
        if game["result"] is not None:
            for player in players:
                await _catch_up(players, await player.wire.act("continue"))
            continue
        actor = next(player for player in players if may_act(player.wire.last["view"]["game"]))
        kind, fields = choice(actor.wire.last["view"]["game"]["legal"])
        await _catch_up(players, await actor.wire.act(kind, **fields))


async def _catch_up(players: Sequence[Player], frame: Message) -> None:
    """Lets everyone see what this frame shows to all."""
    assert frame["type"] == "frame", frame
    for player in players:
        while _public(player.wire.last) != _public(frame):
            await player.wire.frame()


def _public(frame: Message) -> tuple[object, ...]:
    game = frame["view"]["game"]
    question = game["question"] and game["question"]["id"]
    return (
        game["hand"],
        game["ply"],
        question,
        game["result"],
        game["score"],
        game["over"],
        game["continued"],
    )
