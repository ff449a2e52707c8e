"""One address that wants everything, and one socket that does not stop: what the others feel of it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from tests.limits.process import Server
from tests.limits.raw import handshake
from tests.server.house import Player, playing
from truco.protocol.codes import Close
from truco.server.sockets import HELLO

FLOOD = 500
"""Messages a second that the one socket sends."""


async def _flood(player: Player, room: str, closed: list[int]) -> None:
    """Sends for as long as it is let, and comes back when it is sent away."""
    while True:
        wire = await player.dial(room)
        with suppress(ConnectionClosed):
            await wire.hello()
            due = time.monotonic()
            while True:
                await wire.send(type="ping", t=1)
                due += 1 / FLOOD
                await asyncio.sleep(max(0, due - time.monotonic()))
        closed.append(await wire.closed())


async def _measure(ask: Callable[[], Awaitable[Any]], times: list[float]) -> None:
    """Asks again and again, eighteen times a second, and notes how long each answer takes."""
    while True:
        began = time.perf_counter()
        await ask()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(1 / 18)


def _wish(player: Player) -> Callable[[], Awaitable[Any]]:
    """An action that passes through the table and is refused there, since it is meant for no moment."""
    return lambda: player.wire.act("fold", ply=99)


async def test_the_others_do_not_feel_a_flood(plain: Server) -> None:
    """Scenario 21: throttled, then closed; the other three players' p99 stays under 100 ms."""
    async with plain.house() as house:
        room, (ana, *others) = await playing(house)
        closed: list[int] = []
        times: list[float] = []
        tasks = [asyncio.create_task(_measure(_wish(player), times)) for player in others]
        tasks.append(asyncio.create_task(_flood(ana, room, closed)))
        _, running = await asyncio.wait(tasks, timeout=4, return_when=asyncio.FIRST_EXCEPTION)
        assert len(running) == len(tasks), [task.exception() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(closed) > 3
        assert set(closed) == {Close.ABUSE}
        assert len(times) > 130
        assert sorted(times)[len(times) * 99 // 100] < 0.1


async def test_codes_that_are_guessed_leave_nothing_but_a_refusal(plain: Server) -> None:
    """Scenario 23: invite codes of 65 bits, guessed: limited by address, no row in the database."""
    async with plain.house() as house:
        ana, mallory = await house.guests("Ana", "Mallory")
        await ana.ask("POST", "/rooms", {"name": "Privada", "public": False})
        rows = plain.rows()
        body = {"code": "0000-0000-00000"}
        statuses = [(await mallory.api.post("/rooms/join", json=body)).status_code for _ in range(100)]
        assert statuses.count(404) <= 11
        assert set(statuses) == {404, 429}
        async with httpx.AsyncClient(base_url=f"{house.url}/api/v1") as stranger:
            for _ in range(20):
                await stranger.post("/shares/record", json=body)
        assert plain.rows() == rows


class Prober:
    """One of many sockets of an address, which a proxy on this machine names."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.status = 0
        self.seconds = 0.0
        """How long the server bore with it after the handshake."""

    async def probe(self, room: str, token: str | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(handshake(room, token, f"X-Forwarded-For: {self.address}"))
        head = await reader.readuntil(b"\r\n\r\n")
        self.status = int(head.split()[1])
        began = time.monotonic()
        with suppress(ConnectionResetError):
            await reader.read(1)  # the first that it says is a goodbye
        self.seconds = time.monotonic() - began
        writer.close()


async def test_two_thousand_sockets_of_one_address(plain: Server) -> None:
    """Scenario 23: 429 beyond 200, closed after five seconds without a hello, no row for a probe."""
    async with plain.house() as house:
        room, players = await playing(house)
        ana = next(player for player in players if player.wire.last["view"]["game"]["legal"])
        rows = plain.rows()
        async with asyncio.timeout(30):
            known = [Prober(plain.port, "203.0.113.9") for _ in range(200)]
            waiting = asyncio.gather(*(one.probe(room, ana.token) for one in known))
            await asyncio.sleep(1)
            strangers = [Prober(plain.port, "203.0.113.9") for _ in range(1800)]
            for at in range(0, len(strangers), 100):
                await asyncio.gather(*(one.probe(room, None) for one in strangers[at : at + 100]))
            await ana.wire.act("play", card=ana.wire.last["view"]["game"]["held"][0])
            await waiting
        assert {one.status for one in known} == {101}
        assert all(HELLO - 0.5 < one.seconds < HELLO + 2 for one in known)
        assert {one.status for one in strangers} == {429}
        assert plain.rows() == rows + 1, "the card"
        elsewhere = Prober(plain.port, "203.0.113.10")
        await elsewhere.probe(room, None)
        assert elsewhere.status == 101
