"""The real server on a free port, in the test's own loop, and people who use it."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.fake_clock import FakeClock
from truco import app
from truco.protocol import schema
from truco.rules.cards import Card
from truco.rules.fair import SECRET_BYTES, Key
from truco.server import serving
from truco.settings import Settings
from truco.table.table import Chance

Message = dict[str, Any]
PATIENCE = 10
"""Real seconds that a test waits for the server before it fails."""


class SeededChance:
    """The same shuffles in each run; seat 3 deals first, so that seat 0 is mano."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def secret(self) -> str:
        return "5e" * SECRET_BYTES

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        return self._random.sample(cards, len(cards))

    def dealer(self, seats: int, key: Key | None) -> int:
        return seats - 1


class House:
    """A running server."""

    def __init__(self, app: FastAPI, server: serving.Server, port: int, clock: FakeClock) -> None:
        self.app, self.server, self.port, self.clock = app, server, port, clock
        self.players: list[Player] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def visitor(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"{self.url}/api/v1", headers=headers, timeout=PATIENCE)

    async def guest(self, name: str) -> "Player":
        async with self.visitor() as visitor:
            made = (await visitor.post("/guests", json={"name": name})).raise_for_status().json()
        player = Player(self, made["id"], made["name"], made["token"])
        self.players.append(player)
        return player

    async def guests(self, *names: str) -> list["Player"]:
        return [await self.guest(name) for name in names]

    async def leave(self) -> None:
        for player in self.players:
            await player.close()


class Player:
    """A guest with a REST client and, once connected, a socket."""

    def __init__(self, house: House, id: str, name: str, token: str) -> None:
        self.house, self.id, self.name, self.token = house, id, name, token
        self.api = house.visitor(authorization=f"Bearer {token}")
        self.wires: list[Wire] = []

    @property
    def wire(self) -> "Wire":
        return self.wires[-1]

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.api.request(method, path, json=body)
        assert answer.is_success, (method, path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def problem(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        answer = await self.api.request(method, path, json=body)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        assert answer.json()["status"] == answer.status_code
        return answer.status_code, answer.json()["code"]

    async def dial(self, room: str, **options: Any) -> "Wire":
        """A socket that has not said hello."""
        headers = options.pop("headers", {"authorization": f"Bearer {self.token}"})
        url = f"ws://127.0.0.1:{self.house.port}/api/v1/rooms/{room}/socket"
        options = {"max_size": None, "max_queue": None, "ping_interval": None, "proxy": None, **options}
        wire = Wire(await connect(url, additional_headers=headers, **options))
        self.wires.append(wire)
        return wire

    async def connect(self, room: str, version: int | None = None) -> "Wire":
        """A socket that has said hello and has its first frame."""
        wire = await self.dial(room)
        await wire.hello(version)
        await wire.frame()
        return wire

    async def close(self) -> None:
        await self.api.aclose()
        for wire in self.wires:
            await wire.close()


class Wire:
    """The client's end of a socket; every message that arrives is held against the schema."""

    _aids = itertools.count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: Message = {}

    async def send(self, **message: Any) -> None:
        await self.socket.send(orjson.dumps(message).decode())

    async def hello(self, version: int | None = None) -> None:
        await self.send(type="hello", protocol=1, version=version)

    async def receive(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        message = orjson.loads(text)
        schema.outbound_type().validate_json(text, strict=False)
        if message["type"] == "frame":
            self.last = message
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while not wanted(message := await self.receive()):
            pass
        return message

    async def frame(self, wanted: Callable[[Message], bool] = lambda _: True) -> Message:
        return await self.until(lambda message: message["type"] == "frame" and wanted(message))

    async def fact(self, name: str) -> Message:
        """The next frame that tells of this fact."""
        return await self.frame(lambda frame: name in [fact["fact"] for fact in frame["facts"]])

    async def act(self, kind: str, **fields: Any) -> Message:
        """Sends an action for the moment of the last frame; the answer is its ack's frame or the refusal."""
        game = self.last["view"]["game"]
        moment = (
            {"question": game["question"] and game["question"]["id"]}
            if kind == "vote"
            else {"ply": game["ply"]}
        )
        if kind == "continue":
            moment = {}
        message = {"type": kind, "aid": f"a{next(self._aids)}", "hand": game["hand"], **moment, **fields}
        await self.send(**message)
        return await self.answer(message["aid"])

    async def answer(self, aid: str) -> Message:
        return await self.until(lambda message: (message.get("ack") or message).get("aid") == aid)

    async def closed(self) -> int:
        """The code with which the server closes, after whatever else it says."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def drop(self) -> None:
        """Loses the connection without a goodbye."""
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def close(self) -> None:
        await self.socket.close()


@asynccontextmanager
async def open_house(
    folder: Path,
    clock: FakeClock | None = None,
    seed: int = 1,
    chance: Chance | None = None,
    **settings: Any,
) -> AsyncIterator[House]:
    """The server over the database in `folder`, its limits wide unless a test sets them."""
    clock = clock or FakeClock()
    wide: dict[str, Any] = {
        "requests_per_second": 1000,
        "guests_per_minute": 1000,
        "messages_per_second": 1000,
    }
    chosen = Settings(database_url=f"sqlite+aiosqlite:///{folder / 'truco.db'}", **(wide | settings))
    application = app.build(chosen, clock=clock, chance=chance or SeededChance(seed))
    sockets = serving.listen("127.0.0.1", 0)
    started = asyncio.Event()
    server = serving.Server(serving.configure(application, chosen), application.state.leave, started.set)
    # serve() would take the process's signals.
    running = asyncio.create_task(server._serve(sockets))
    house = House(application, server, sockets[0].getsockname()[1], clock)
    try:
        await asyncio.wait(
            {running, asyncio.ensure_future(started.wait())}, return_when=asyncio.FIRST_COMPLETED
        )
        registry = application.state.house.registry
        clock.busy = lambda: any(not runner.resting for runner in registry)
        yield house
    finally:
        await house.leave()
        server.stop()
        await running


async def seated(house: House, *names: str) -> tuple[str, list[Player]]:
    """A room with these players on its chairs and connected."""
    players = await house.guests(*(names or ("Ana", "Beto", "Caro", "Dani")))
    room = (await players[0].ask("POST", "/rooms", {"name": "La mesa"}))["id"]
    await sit_down(room, players)
    return room, players


async def playing(house: House, *names: str) -> tuple[str, list[Player]]:
    """The same, in the first hand of a game; seat 0 is mano and on turn."""
    room, players = await seated(house, *names)
    await begin(room, players)
    return room, players


async def sit_down(room: str, players: Sequence[Player]) -> None:
    """The host's guests join, and all connect."""
    for player in players[1:]:
        await player.ask("POST", f"/rooms/{room}/join")
    for player in players:
        await player.connect(room)


async def begin(room: str, players: Sequence[Player]) -> None:
    """All are ready, and have seen the deal."""
    for player in players:
        await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    for player in players:
        await player.wire.fact("dealt")


async def play_out(house: House, players: Sequence[Player]) -> Message:
    """Plays until the game is over, calling whatever can be called; the last frame of seat 0."""
    while (game := players[0].wire.last["view"]["game"])["over"] is None:
        if game["result"] is not None:
            for player in players:
                frame = await player.wire.act("continue")
                await _hear(players, player, frame)
            continue
        actor = next(player for player in players if may_act(player.wire.last["view"]["game"]))
        kind, fields = choice(actor.wire.last["view"]["game"]["legal"])
        frame = await actor.wire.act(kind, **fields)
        assert frame["type"] == "frame", frame
        await _hear(players, actor, frame)
    return players[0].wire.last


def may_act(game: Message) -> bool:
    """Something is open to the seat that it has not said yet."""
    voted = game["question"] is not None and game["question"]["votes"].get(str(game["seat"])) == "quiero"
    return bool(game["legal"]) and not voted


def choice(legal: list[Message]) -> tuple[str, dict[str, str]]:
    """A raise before a quiero, a call before a card."""
    votes = [one["word"] for one in legal if one["do"] == "vote"]
    if votes:
        return "vote", {"word": "quiero"}
    calls = [one["word"] for one in legal if one["do"] == "call"]
    if calls:
        return "call", {"word": calls[-1]}
    return "play", {"card": next(one["card"] for one in legal if one["do"] == "play")}


async def _hear(players: Sequence[Player], actor: Player, frame: Message) -> None:
    """Lets the others have the frame that the actor got, if they get one."""
    hidden = all(fact["fact"] == "vote_cast" for fact in frame["facts"])
    side = frame["view"]["game"]["side"]
    for player in players:
        if player is not actor and not (hidden and player.wire.last["view"]["game"]["side"] != side):
            await player.wire.frame()
