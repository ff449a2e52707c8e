"""What a seated connection costs: `python -m tests.limits.memory [--tables 500] [--traced]`.

Starts `truco serve` as a process, seats four people at each table over loopback, deals, and tells by how much
the process has grown, for each of them: the table, its game, the socket and all else. `--traced` says which
files' objects that is; the process is larger then, by what the tracing takes.
"""

import argparse
import asyncio
import os
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import orjson

from tests.limits.process import KIB, Server, serving
from tests.limits.raw import PING, PONG, TEXT, frame, handshake

AT_ONCE = 20
"""Tables that gather at the same time."""

_SHOWN = 25

_PING = bytes([0x80 | PING, 4])
"""How a ping of the server's begins; no text of ours has these bytes."""

WIDE = {
    "requests_per_second": 100_000,
    "guests_per_minute": 1_000_000,
    "sockets_per_address": 100_000,
    "idle_seconds": 0,
}


class Line:
    """A socket of somebody who sits and reads."""

    def __init__(self) -> None:
        self.dealt = asyncio.Event()
        self.gone = False
        self._reading: asyncio.Task[None] | None = None

    async def open(self, port: int, room: str, token: str) -> None:
        """Comes to the table and goes on reading."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._writer.write(handshake(room, token))
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head.partition(b"\r\n")[0], head
        self._writer.write(frame(TEXT, b'{"type":"hello","protocol":1,"version":null}'))
        self._reading = asyncio.create_task(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        seen = b""
        while data := await reader.read(1 << 16):
            seen += data
            if b'"fact":"dealt"' in seen:
                self.dealt.set()
            at = seen.find(_PING)
            if at >= 0 and len(seen) >= at + 6:
                self._writer.write(frame(PONG, seen[at + 2 : at + 6]))
                seen = seen[at + 6 :]
            seen = seen[-20:]
        self.gone, self.last = True, seen

    async def ping(self) -> None:
        """A sign of life."""
        self._writer.write(frame(TEXT, b'{"type":"ping","t":1}'))

    async def close(self) -> None:
        self._writer.transport.abort()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)


class Crowd:
    """All the people, and the one client by which they ask."""

    def __init__(self, server: Server) -> None:
        self._server, self.lines = server, list[Line]()
        self._http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}/api/v1", timeout=60)

    async def seat(self, tables: int) -> None:
        for at in range(0, tables, AT_ONCE):
            await asyncio.gather(*(self._table() for _ in range(min(AT_ONCE, tables - at))))
            for line in self.lines:
                assert not line.gone, f"the server has closed it: {line.last!r}"
                await line.ping()

    async def _table(self) -> None:
        """Four people at a table, with the first hand dealt."""
        tokens = [(await self._ask("POST", "/guests", None, {"name": name}))["token"] for name in "ABCD"]
        room = (await self._ask("POST", "/rooms", tokens[0], {"name": "La mesa"}))["id"]
        for token in tokens[1:]:
            await self._ask("POST", f"/rooms/{room}/join", token)
        lines = [Line() for _ in tokens]
        for line, token in zip(lines, tokens, strict=True):
            await line.open(self._server.port, room, token)
        for token in tokens:
            await self._ask("PUT", f"/rooms/{room}/ready", token, {"ready": True})
        async with asyncio.timeout(60):
            for line in lines:
                await line.dealt.wait()
        self.lines += lines

    async def _ask(self, method: str, path: str, token: str | None, body: object = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = (await self._http.request(method, path, json=body, headers=headers)).raise_for_status()
        return orjson.loads(answer.content)

    async def leave(self) -> None:
        for line in self.lines:
            await line.close()
        await self._http.aclose()


async def measure(server: Server, tables: int) -> float:
    """Bytes for each of the people seated, by what the process grows."""
    crowd = Crowd(server)
    try:
        await crowd.seat(1)
        few, before = len(crowd.lines), server.memory()
        await crowd.seat(tables)
        await asyncio.sleep(1)
        return (server.memory() - before) / (len(crowd.lines) - few)
    finally:
        await crowd.leave()


async def trace(server: Server, tables: int) -> list[tuple[str, float]]:
    """Bytes for each of the people seated, by the files whose objects they are; the whole first."""
    crowd = Crowd(server)
    try:
        await crowd.seat(1)
        before = _told(server)
        few = len(crowd.lines)
        await crowd.seat(tables)
        after = _told(server)
        many = len(crowd.lines) - few
    finally:
        await crowd.leave()
    grown = [(name, (size - before.get(name, 0)) / many) for name, size in after.items()]
    return sorted(grown, key=lambda one: -one[1])[:_SHOWN]


def _told(server: Server) -> dict[str, int]:
    """What the traced process says of itself."""
    (server.folder / "log.txt").open("w").close()
    os.kill(server.pid, signal.SIGUSR1)
    until = time.monotonic() + 120
    while "traced end" not in server.log:
        assert time.monotonic() < until, "it says nothing"
        time.sleep(0.1)
    lines = server.log.partition("traced ")[2].partition("traced end")[0].splitlines()
    sizes = {"in all": int(lines[0])}
    for line in lines[1:]:
        found = re.fullmatch(r"(\d+) \d+ (.+)", line)
        if found:
            sizes[found[2]] = int(found[1])
    return sizes


def main() -> None:
    """Measures, and prints what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--traced", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        module = "tests.limits.traced" if given.traced else "truco"
        with serving(Path(folder), module, **WIDE) as server:
            if given.traced:
                for name, size in asyncio.run(trace(server, given.tables)):
                    print(f"{size / KIB:8.2f} KiB  {name}")
            else:
                grown = asyncio.run(measure(server, given.tables))
                print(f"{grown / 1000:.1f} kB for each of {4 * given.tables} seated connections")


if __name__ == "__main__":
    main()
