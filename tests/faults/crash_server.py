"""`truco serve` in processes of its own that kill themselves with SIGKILL at a given point of the code.

`python -m tests.faults.crash_server` imports the server once and then starts one process for each order that
it reads, so that a start costs next to nothing. An order is a line of JSON: the `tag` that stands before each
line that comes back, the `environment`, and either a `point` and which hit of it kills, or `after` how many
lines of the server. What is hit counts from the signal SIGUSR1 on; SIGUSR2 writes down to `record` all that
was hit.
"""

import contextlib
import gc
import json
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from aiosqlite import core

from truco import __main__ as command
from truco import app, settings, table
from truco.server import serving

SOURCE = Path(table.__file__).parents[1]

TRACED = (
    "protocol/inbound.py",
    "server/sockets.py",
    "server/inbox.py",
    "server/runner.py",
    "server/audience.py",
    "server/connection.py",
    "server/entries.py",
    "store/journal.py",
    "store/writer.py",
    "table/table.py",
)
"""Where an action passes from the socket to the last view, beside the thread of the database."""

Trace = Callable[[FrameType, str, Any], Any]


class Point(NamedTuple):
    """A line before it runs ("line"), or one that waited and goes on ("resumed")."""

    kind: str
    file: str
    function: str
    line: int


class Tracer:
    """Counts what is hit, and kills this process when it is time."""

    def __init__(self, order: dict[str, Any], say: Callable[[str], object]) -> None:
        self._point = Point(*order["point"]) if order.get("point") else None
        self._nth: int = order.get("nth", 1)
        self._after: int | None = order.get("after")
        self._record: str | None = order.get("record")
        self._say = say
        self._armed = False
        self._hits: Counter[Point] = Counter()
        self._order: list[tuple[Point, int]] = []
        self._files: dict[CodeType, str | None] = {}

    def install(self) -> None:
        """Waits for the signals. The thread of the database can be followed from its start only."""
        signal.signal(signal.SIGUSR1, self._arm)
        signal.signal(signal.SIGUSR2, self._write)
        threading.settrace(self._thread_begins)

    def _arm(self, *_: Any) -> None:
        self._armed = True
        sys.settrace(self._call)
        self._say("armed")

    def _write(self, *_: Any) -> None:
        sys.settrace(None)
        self._armed = False
        if self._record is not None:
            Path(self._record).write_text(json.dumps([(*point, nth) for point, nth in self._order]))
        self._say("recorded")

    def _call(self, frame: FrameType, event: str, _: Any) -> Trace | None:
        """A function is called, or goes on after it waited."""
        file = self._file(frame.f_code)
        if file is None or event != "call":
            return None
        if frame.f_lineno != frame.f_code.co_firstlineno:
            self._hit("resumed", file, frame)
        return self._line

    def _line(self, frame: FrameType, event: str, _: Any) -> Trace:
        if event == "line" and self._armed:
            self._hit("line", self._file(frame.f_code) or "", frame)
        return self._line

    def _thread_begins(self, frame: FrameType, _event: str, _: Any) -> Trace | None:
        return self._line if self._file(frame.f_code) == "aiosqlite" else None

    def _hit(self, kind: str, file: str, frame: FrameType) -> None:
        point = Point(kind, file, frame.f_code.co_qualname, frame.f_lineno)
        self._hits[point] += 1
        self._order.append((point, self._hits[point]))
        if self._after is not None:
            self._after -= 1
        if self._after == 0 or (point == self._point and self._hits[point] == self._nth):
            os.kill(os.getpid(), signal.SIGKILL)

    def _file(self, code: CodeType) -> str | None:
        if code not in self._files:
            path = Path(code.co_filename)
            name = path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else ""
            if name in TRACED:
                self._files[code] = name
            else:
                thread = code.co_name == "_connection_worker_thread" and code.co_filename == core.__file__
                self._files[code] = "aiosqlite" if thread else None
        return self._files[code]


class _Tagged:
    """Standard output, with the tag of the process before each line."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def write(self, text: str) -> int:
        for line in text.splitlines():
            os.write(1, f"{self._tag} {line}\n".encode())
        return len(text)

    def flush(self) -> None:
        pass


def _serve(order: dict[str, Any]) -> None:
    """The new process: the command that an operator starts, with a tracer in it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    out = _Tagged(order["tag"])
    sys.stdout = out  # type: ignore[assignment]
    os.environ.update(order["environment"])
    Tracer(order, out.write).install()
    status = 1
    try:
        status = command.main(["serve", "--port", "0"])
    finally:
        os._exit(status)


def main() -> None:
    """Starts a process for each order, tells of the end of each, and ends them all when the orders end."""
    assert app and settings and serving, "imported here, so that no process has to"
    running: dict[int, str] = {}

    def reap(*_: Any) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                os.write(1, f"{running.pop(ended[0])} ended {ended[1]}\n".encode())

    signal.signal(signal.SIGCHLD, reap)
    gc.freeze()
    os.write(1, b"- here\n")
    for line in sys.stdin:
        order = json.loads(line)
        with _held(signal.SIGCHLD):
            pid = os.fork()
            if pid == 0:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
                _serve(order)
            running[pid] = order["tag"]
            os.write(1, f"{order['tag']} pid {pid}\n".encode())
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def _held(number: int) -> Any:
    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})


if __name__ == "__main__":
    main()
