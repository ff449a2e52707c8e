"""A long campaign of kill -9 while tables play: `python -m tests.faults.campaign --kills 1000 --minutes 60`.

Half of the kills come at a random moment, half at a random line of the server. After each the journal is held
against all that anyone was told. Ends by itself, with status 1 when anything was lost or doubled.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx

from tests.faults.crash_people import Person
from tests.faults.crash_processes import PATIENCE, Server, Servers, Socket, open_servers
from tests.faults.crash_witness import Witness

TABLES = 4

NAMES = ("Ana", "Beto", "Caro", "Dani")

SETTINGS = {
    "summary_seconds": "1",
    "log_level": "error",
    "guests_per_minute": "1000",
    "requests_per_second": "1000",
    "messages_per_second": "1000",
}

LONGEST = 0.8
"""Seconds from the first of them at the table to a kill at a random moment, at most."""

LINES = 30_000
"""Lines of the server to a kill at a random line, at most."""


class Table:
    """One room, its players and its witness, through all lives of the server."""

    def __init__(self, room: str, people: list[Person], seed: int) -> None:
        self.room, self.people = room, people
        self.witness = Witness(room, people)
        self._chance = random.Random(seed)
        self._port = 0

    async def play(self, server: Server, tally: Counter[str]) -> None:
        """All four come, ask again what nobody answered, and play until the server is dead."""
        self._port = server.port
        sockets = await asyncio.gather(*(Socket.open(server, self.room, person) for person in self.people))
        pairs = [(person, socket) for person, socket in zip(self.people, sockets, strict=True) if socket]
        if len(pairs) == len(self.people):
            for person, socket in pairs:
                tally.update(await self._ask_again(person, socket))
        await asyncio.gather(*(self._take_part(person, socket, server) for person, socket in pairs))

    async def _ask_again(self, person: Person, socket: Socket) -> list[str]:
        answers: list[str] = []
        for aid, message in list(person.pending.items()):
            await socket.act(message)
            if await socket.until(lambda aid=aid: aid not in person.pending):
                answers.append("dup" if aid in person.dups else "fresh" if aid in person.acked else "refused")
        return answers

    async def _take_part(self, person: Person, socket: Socket | None, server: Server) -> None:
        """Does now and then what one may, until the server is dead; now and then the line breaks."""
        async with httpx.AsyncClient(timeout=PATIENCE) as web:
            while socket is not None and not (socket.closed or server.dead):
                if self._chance.random() < 0.01:
                    await socket.drop()
                    socket = await Socket.open(server, self.room, person)
                    if socket is not None:
                        await self._ask_again(person, socket)
                    continue
                await self._do(person, socket, web)
        if socket is not None:
            await socket.close()

    async def _do(self, person: Person, socket: Socket, web: httpx.AsyncClient) -> None:
        if person.game is None:
            await self._get_ready(person, web)
            await asyncio.sleep(0.02)
            return
        message, version = person.chooses(self._chance), person.version
        if message is None:
            await socket.until(lambda: person.version != version)
            return
        await asyncio.sleep(self._chance.random() * 0.01)
        if person.may(message):
            await socket.act(message)
            if self._chance.random() < 0.8:
                await socket.until(lambda: message["aid"] not in person.pending)

    async def _get_ready(self, person: Person, web: httpx.AsyncClient) -> None:
        room = f"http://127.0.0.1:{self._port}/api/v1/rooms/{self.room}"
        who = {"authorization": f"Bearer {person.token}"}
        chairs = person.view["room"]["chairs"]
        with suppress(httpx.HTTPError):
            if person.seat is None and None in chairs:
                await web.put(f"{room}/chair", json={"seat": chairs.index(None)}, headers=who)
            elif not person.ready:
                answer = await web.put(f"{room}/ready", json={"ready": True}, headers=who)
                person.told_ready |= answer.is_success


class Campaign:
    """Kill after kill."""

    def __init__(self, servers: Servers, database: Path, seed: int) -> None:
        self.tally: Counter[str] = Counter()
        self.faults: list[str] = []
        self._servers, self._database, self._chance = servers, database, random.Random(seed)
        self._tables: list[Table] = []

    async def open(self) -> None:
        """Rooms whose chairs are taken."""
        server = await self._servers.start(self._database, SETTINGS)
        assert await server.listens()
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}/api/v1", timeout=PATIENCE
        ) as web:
            for _ in range(TABLES):
                self._tables.append(await _room(web, self._chance.randrange(2**32)))
        server.kill()
        await server.ended()
        self._inspect()

    async def kill(self) -> None:
        """One life of the server, its end by SIGKILL, and the look at what is left."""
        at_line = self._chance.random() < 0.5
        server = await self._servers.start(
            self._database, SETTINGS, after=self._chance.randrange(1, LINES) if at_line else None
        )
        assert await server.listens()
        if at_line and self._chance.random() < 0.5:
            await server.arm()
        playing = asyncio.gather(*(table.play(server, self.tally) for table in self._tables))
        killing = asyncio.create_task(self._end(server, at_line=at_line))
        await playing
        await killing
        self.tally["kills"] += 1
        self.tally["at a line" if at_line else "at a moment"] += 1
        self._inspect()

    async def _end(self, server: Server, *, at_line: bool) -> None:
        await asyncio.sleep(self._chance.random() * LONGEST)
        if at_line and not server.dead:
            await server.arm()
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * LONGEST):
                    await server.ended()
        server.kill()
        await server.ended()

    def _inspect(self) -> None:
        for table in self._tables:
            try:
                table.witness.inspect(self._database)
            except AssertionError as fault:
                self.faults.append(f"{table.room}: {fault}")

    def __str__(self) -> str:
        people = [(table.witness, person) for table in self._tables for person in table.people]
        amiss = [witness.amiss(person) for witness, person in people]
        counts = self.tally
        return (
            f"{counts['kills']} kills ({counts['at a line']} at a line, {counts['at a moment']} at a time), "
            f"{sum(len(person.acked) for _, person in people)} actions acked, "
            f"{counts['dup'] + counts['fresh'] + counts['refused']} asked again "
            f"({counts['dup']} were there, {counts['fresh']} done then, {counts['refused']} refused), "
            f"{sum(table.witness.checked['frames'] for table in self._tables)} frames compared, "
            f"{sum(len(lost) for lost, _ in amiss)} lost, {sum(len(doubled) for _, doubled in amiss)} doubled"
        )


async def _room(web: httpx.AsyncClient, seed: int) -> Table:
    people: list[Person] = []
    room = ""
    for name in NAMES:
        guest = (await web.post("/guests", json={"name": name})).raise_for_status().json()
        web.cookies.clear()
        people.append(Person(guest["id"], guest["name"], guest["token"]))
        who = {"authorization": f"Bearer {guest['token']}"}
        if room:
            (await web.post(f"/rooms/{room}/join", headers=who)).raise_for_status()
        else:
            room = (
                (await web.post("/rooms", json={"name": "La mesa"}, headers=who))
                .raise_for_status()
                .json()["id"]
            )
    return Table(room, people, seed)


async def run(kills: int, minutes: float, seed: int) -> int:
    """The campaign; its exit status."""
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        async with open_servers() as servers:
            campaign = Campaign(servers, Path(folder) / "truco.db", seed)
            await campaign.open()
            while campaign.tally["kills"] < kills and time.monotonic() < end and not campaign.faults:
                await campaign.kill()
                if campaign.tally["kills"] % 50 == 0:
                    print(campaign, flush=True)
            print(campaign)
    for fault in campaign.faults:
        print(fault)
    return 1 if campaign.faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how many kills, at most")
    parser.add_argument("--minutes", type=float, default=60, help="how long, at most")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    return asyncio.run(run(asked.kills, asked.minutes, asked.seed))


if __name__ == "__main__":
    sys.exit(main())
