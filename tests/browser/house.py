"""The real server in the test's process: a thread and a loop of its own, and a clock that the test moves."""

import asyncio
import threading
from pathlib import Path

from tests.server.fake_clock import FakeClock
from truco import app
from truco.server import serving
from truco.settings import Settings
from truco.table.table import Chance

PATIENCE = 20
"""Real seconds that a test waits for the server before it fails."""


class House:
    """One server at one address with one database, which may be stopped and started again."""

    def __init__(self, database: Path, chance: Chance, **settings: int) -> None:
        values = {
            "database_url": f"sqlite+aiosqlite:///{database}",
            "requests_per_second": 500,
            **settings,
        }
        self.settings = Settings(**values)  # pyright: ignore[reportArgumentType, reportCallIssue]
        self._loop: asyncio.AbstractEventLoop | None = None
        self.clock = FakeClock()
        self.chance = chance
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        sockets = serving.listen("127.0.0.1", self.port)
        self.port = sockets[0].getsockname()[1]
        ready = threading.Event()
        built = app.build(self.settings, clock=self.clock, chance=self.chance)
        self._server = serving.Server(serving.configure(built, self.settings), built.state.leave, ready.set)

        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=sockets)

        self._thread = threading.Thread(target=lambda: asyncio.run(run()), name="server")
        self._thread.start()
        assert ready.wait(PATIENCE), "the server has not started"

    def stop(self) -> None:
        self._server.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server has not stopped"

    def restart(self) -> None:
        """The process goes and another comes, with nothing but the database."""
        self.stop()
        self.start()

    def wait(self, seconds: float) -> None:
        """Let the server's time pass."""
        assert self._loop is not None, "the server has started"
        done = asyncio.run_coroutine_threadsafe(self.clock.advance(seconds), self._loop)
        done.result(PATIENCE)
