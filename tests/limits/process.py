"""`truco serve` as an operator runs it, and how much memory it takes."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE

from tests.server.fake_clock import FakeClock
from tests.server.house import House

KIB = 1024
MIB = 1024 * KIB


class Server:
    """A running process."""

    def __init__(self, pid: int, port: int, folder: Path) -> None:
        self.pid, self.port, self.folder = pid, port, folder

    @property
    def log(self) -> str:
        """What it has written to standard error."""
        return (self.folder / "log.txt").read_text()

    @asynccontextmanager
    async def house(self) -> AsyncIterator[House]:
        """The process as the other tests see their server; its clock is the real one."""
        house = House(None, None, self.port, FakeClock())  # type: ignore[arg-type]
        try:
            yield house
        finally:
            await house.leave()

    def rows(self) -> int:
        """All rows of all tables of its database."""
        with closing(sqlite3.connect(self.folder / "truco.db")) as database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return sum(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables)

    def memory(self) -> int:
        """Bytes that the process has in memory now."""
        return self._status("VmRSS")

    def peak(self) -> int:
        """The most bytes that it had since :meth:`forget_peak`."""
        return self._status("VmHWM")

    def forget_peak(self) -> int:
        """Begins to watch the peak anew; the answer is what there is now."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")
        return self.memory()

    def sockets(self) -> int:
        """How many sockets the process has open, those that listen too."""
        many = 0
        for one in Path(f"/proc/{self.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                many += one.readlink().name.startswith("socket:")
        return many

    def unsent(self) -> int:
        """Bytes that the system keeps for those who do not take them, as its tables of sockets say."""
        lines = Path(f"/proc/{self.pid}/net/tcp").read_text().splitlines()[1:]
        ours = [line.split() for line in lines]
        return sum(int(one[4].split(":")[0], 16) for one in ours if one[1].endswith(f":{self.port:04X}"))

    def _status(self, name: str) -> int:
        text = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(rf"^{name}:\s+(\d+) kB$", text, re.MULTILINE)
        assert found, text
        return int(found[1]) * KIB


@contextmanager
def serving(folder: Path, module: str = "truco", **settings: object) -> Iterator[Server]:
    """The process over the database in `folder`; a traceback in its log is a failure."""
    environment = {
        **os.environ,
        "TRUCO_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'truco.db'}",
        **{f"TRUCO_{name.upper()}": str(value) for name, value in settings.items()},
    }
    command = (sys.executable, "-m", module, "serve", "--port", "0")
    with (
        (folder / "log.txt").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            port = re.search(r"http://localhost:(\d+)", line)
            assert port is not None, (line, (folder / "log.txt").read_text())
            server = Server(process.pid, int(port[1]), folder)
            yield server
            assert process.poll() is None, server.log
            assert "Traceback" not in server.log, server.log
        finally:
            process.kill()
