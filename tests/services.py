"""PostgreSQL and Redis of the tests' own: on free ports, in folders of their own, without data at the start.

A service is stopped, killed, frozen and started again at will. However the tests end, a guard (a process that
waits until the tests' end of a pipe is gone) kills the service with all its children and removes its folder.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NO_POSTGRES = "no PostgreSQL found: install one (Debian, Ubuntu: `sudo apt-get install postgresql`)"
NO_REDIS = "no Redis found: install one (Debian, Ubuntu: `sudo apt-get install redis-server`)"
_PATIENCE_S = 60.0


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, which are on the PATH of few systems; None when there is none."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda program: int(program.parts[-3]), default=None)
    return newest.parent if newest else None


def find_redis() -> str | None:
    """Redis's program, or None when there is none."""
    return shutil.which("redis-server")


class Service:
    """A server in a folder and on a port of its own. `close` it, and nothing is left."""

    def __init__(self, user: str | None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="truco-"))
        self.port = _free_port()
        self._user = user
        if user is not None:
            shutil.chown(self.folder, user, user)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = subprocess.Popen(
            [sys.executable, __file__, str(self.folder)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def command(self) -> list[str]:
        """What starts the server in the foreground."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether the server takes work now."""
        raise NotImplementedError

    def start(self) -> None:
        """Start the server unless it runs; return when it answers."""
        if self._process is not None:
            return
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=self._user,
                group=self._user,
                extra_groups=None if self._user is None else [],
            )
        (self.folder / "pid").write_text(str(self._process.pid))
        end = time.monotonic() + _PATIENCE_S
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError((self.folder / "log").read_text(errors="replace")[-2_000:])
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server as its operator would, though without waiting for its clients."""
        process = self._gone()
        process.send_signal(signal.SIGINT)
        process.wait(_PATIENCE_S)

    def kill(self) -> None:
        """Kill the server and all its children at once, as a power cut does."""
        process = self._gone()
        _kill(process.pid)
        process.wait(_PATIENCE_S)

    def freeze(self) -> None:
        """Let the server stand still: its connections stay open, and nothing answers."""
        assert self._process is not None
        for pid in _family(self._process.pid):
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server go on."""
        if self._process is not None:
            for pid in _family(self._process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def restore(self) -> None:
        """Let the server run and answer, whatever was done to it."""
        self.thaw()
        self.start()

    def close(self) -> None:
        """End the server for good and remove its folder."""
        self._guard.communicate()
        if self._process is not None:
            self._process.wait(_PATIENCE_S)

    def _gone(self) -> subprocess.Popen[bytes]:
        process, self._process = self._process, None
        assert process is not None, "the service does not run"
        return process


class Postgres(Service):
    """A PostgreSQL with databases that hold nothing, or what a template holds.

    Without `fsync` it is fast, and loses nothing to a process killed, only to a power cut.
    """

    def __init__(self, programs: Path, *, fsync: bool = False) -> None:
        # The server refuses to run as root.
        super().__init__("postgres" if os.geteuid() == 0 else None)
        self._programs = programs
        self._fsync = fsync
        self._numbers = count(1)
        options = ["-U", "truco", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
        subprocess.run(
            [str(programs / "initdb"), "-D", str(self.folder / "data"), *options],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
        )

    def command(self) -> list[str]:
        """The server, listening on the loopback address only."""
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "shared_buffers": "64MB",
            "fsync": "on" if self._fsync else "off",
            "full_page_writes": "on" if self._fsync else "off",
        }
        flags = [flag for name, value in options.items() for flag in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *flags]

    def answers(self) -> bool:
        """Whether it lets a client in."""
        ask = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ask, check=False).returncode == 0

    def url(self, database: str) -> str:
        """The address of one database, as TRUCO_DATABASE_URL takes it."""
        return f"postgresql+asyncpg://truco@127.0.0.1:{self.port}/{database}"

    def create(self, template: str = "template0", name: str | None = None) -> str:
        """Make a database like `template`; its name."""
        name = name or f"test_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """Remove a database, whoever still uses it."""
        self.sql(f"DROP DATABASE {database} WITH (FORCE)")

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement; what it answers, one line for each row."""
        ask = [self._programs / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", self.port]
        done = subprocess.run(
            [*map(str, ask), "-U", "truco", "-d", database, "-c", statement],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()


class Redis(Service):
    """A Redis that keeps nothing: it restarts empty."""

    def __init__(self, program: str) -> None:
        super().__init__(None)
        self._program = program

    def command(self) -> list[str]:
        """The server, listening on the loopback address only."""
        listen = ["--bind", "127.0.0.1", "--port", str(self.port)]
        return [self._program, *listen, "--save", "", "--appendonly", "no", "--dir", str(self.folder)]

    def answers(self) -> bool:
        """Whether it answers a ping."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _family(pid: int) -> Iterator[int]:
    """The process and all its descendants; children of PostgreSQL are in sessions of their own."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from _family(int(child))


def _kill(pid: int) -> None:
    family = list(_family(pid))
    for each in family:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    for each in family[1:]:
        while _runs(each):
            time.sleep(0.005)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _stand_guard(folder: Path) -> None:
    """Wait for the tests' end, then end the service and remove its folder."""
    sys.stdin.read()
    with suppress(OSError, ValueError):
        pid = int((folder / "pid").read_text())
        if Path(f"/proc/{pid}/cwd").resolve() in (
            folder,
            folder / "data",
        ):  # the number may be another's by now
            _kill(pid)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _stand_guard(Path(sys.argv[1]).resolve())
