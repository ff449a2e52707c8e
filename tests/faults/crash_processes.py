"""Real servers, each in its own process, and players on real sockets."""

import asyncio
import itertools
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.faults.crash_people import Message, Person

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 20
"""Real seconds that anything may take before the test fails."""


class Servers:
    """Starts servers; see `crash_server`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._tags = itertools.count(1)
        self._servers: dict[str, Server] = {}
        self._reading = asyncio.create_task(self._read())

    async def start(self, database: Path, settings: Mapping[str, str], **order: Any) -> "Server":
        """A process that is about to listen; what is ordered is told in `crash_server`."""
        tag = f"s{next(self._tags)}"
        environment = {"TRUCO_DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
        environment |= {f"TRUCO_{name.upper()}": value for name, value in settings.items()}
        server = self._servers[tag] = Server()
        assert self._process.stdin is not None
        line = json.dumps({"tag": tag, "environment": environment, **order})
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        return server

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            tag, _, text = line.decode().strip().partition(" ")
            if tag in self._servers:
                self._servers[tag].hears(text)

    async def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        await self._reading


class Server:
    """One process."""

    def __init__(self, port: int = 0) -> None:
        self.pid, self.port = 0, port
        self.status: int | None = None
        """How it ended, in the form of `os.waitpid`."""
        self._listens, self._armed, self._recorded, self._ended = (asyncio.Event() for _ in range(4))

    def hears(self, text: str) -> None:
        """One line that it says, or that is said of it."""
        word, _, value = text.partition(" ")
        if word == "pid":
            self.pid = int(value)
        elif word == "ended":
            self.status = int(value)
            for event in (self._listens, self._armed, self._recorded, self._ended):
                event.set()
        elif word in ("armed", "recorded"):
            (self._armed if word == "armed" else self._recorded).set()
        elif (found := re.search(r"http://localhost:(\d+)", text)) is not None:
            self.port = int(found[1])
            self._listens.set()

    @property
    def dead(self) -> bool:
        return self.status is not None

    async def listens(self) -> bool:
        """Waits until it does; False when it died before."""
        return await self._wait(self._listens)

    async def arm(self) -> bool:
        """From now on it counts what it passes."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGUSR1)
        return await self._wait(self._armed)

    async def record(self) -> None:
        """It writes down what it has passed."""
        os.kill(self.pid, signal.SIGUSR2)
        assert await self._wait(self._recorded), "the server died"

    def kill(self) -> None:
        """kill -9"""
        if not self.dead:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def ended(self) -> int:
        """Waits for its end; how that came about."""
        await self._wait(self._ended)
        assert self.status is not None
        return self.status

    async def _wait(self, event: asyncio.Event) -> bool:
        async with asyncio.timeout(PATIENCE):
            await event.wait()
        return not self.dead


@asynccontextmanager
async def open_servers() -> AsyncIterator[Servers]:
    """Where servers come from; those that still run at the end are killed."""
    command = (sys.executable, "-m", "tests.faults.crash_server")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT)
    assert process.stdout is not None
    async with asyncio.timeout(3 * PATIENCE):
        line = await process.stdout.readline()
    assert line == b"- here\n", line
    servers = Servers(process)
    try:
        yield servers
    finally:
        await servers.close()


class Socket:
    """A person's socket to a real server."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        self._person, self._socket = person, socket
        self._pong, self._heard = asyncio.Event(), asyncio.Event()
        self._reading = asyncio.create_task(self._read())
        self.closed = False

    @classmethod
    async def open(cls, server: Server, room: str, person: Person) -> "Socket | None":
        """A socket that has said hello and was shown the table; None when the server dies of it."""
        try:
            socket = await connect(
                f"ws://127.0.0.1:{server.port}/api/v1/rooms/{room}/socket",
                additional_headers={"authorization": f"Bearer {person.token}"},
                ping_interval=None,
                proxy=None,
                open_timeout=PATIENCE,
            )
        except (OSError, EOFError, InvalidMessage, ConnectionClosed):
            return None
        person.arrives()
        opened = cls(person, socket)
        await opened.say(orjson.dumps({"type": "hello", "protocol": 1, "version": person.version}).decode())
        await opened.until(lambda: not person.fresh)
        return opened

    async def act(self, message: Message) -> None:
        """Sends an action; it may get lost."""
        await self.say(self._person.acts(message))

    async def say(self, text: str) -> None:
        with suppress(ConnectionClosed):
            await self._socket.send(text)

    async def until(self, wanted: Any) -> bool:
        """Waits until that is so; False when the socket is closed before."""
        async with asyncio.timeout(PATIENCE):
            while not (wanted() or self.closed):
                self._heard.clear()
                await self._heard.wait()
        return bool(wanted())

    async def catch_up(self) -> None:
        """Waits until everything that was sent so far has arrived."""
        self._pong.clear()
        await self.say('{"type":"ping","t":0}')
        await self.until(self._pong.is_set)

    async def drop(self) -> None:
        """Loses the connection without a goodbye."""
        self._socket.transport.abort()
        await self._reading

    async def close(self) -> None:
        await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                if text.startswith('{"type":"pong"'):
                    self._pong.set()
                else:
                    self._person.hears(text)
                self._heard.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._heard.set()
