"""One life of the server inside a test: it ends at a chosen step, and from then on nothing of it runs.

That is what a killed process looks like from outside. Each task that the server starts is wrapped, and each
of its resumptions is counted as a step; so is each message, once before it leaves and once after.
"""

import asyncio
import contextlib
import inspect
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from tests.server.fake_clock import FakeClock
from truco import table

SOURCE: Final = Path(table.__file__).parents[1]

_WITHOUT_REST: Final = 20_000
"""Looks after which a server that finds no rest fails the test."""

_PATIENCE: Final = 10
"""Real seconds for which the database may take its time."""


class Killed(BaseException):
    """The process has just died; raised through the server so that the step at hand goes no further."""


class Line(NamedTuple):
    """A line of the server."""

    file: str
    function: str
    line: int


class Step(NamedTuple):
    """Where the server stood: "resumed" there, or about to "send", or having "sent" the nth message in a row.

    `lines` are all that were under way, the innermost first.
    """

    kind: str
    nth: int
    lines: tuple[Line, ...]


Cut = Callable[[Step, int], bool]
"""Whether the process dies at this step, which is the nth of its life."""

_LIFE: ContextVar["Life | None"] = ContextVar("life", default=None)


class Life:
    """A process's life from its start until `cut` says that it is over, or it is killed."""

    def __init__(self, cut: Cut) -> None:
        self._cut = cut
        self._context = copy_context()
        self._context.run(_LIFE.set, self)
        self._mortals: list[tuple[Mortal, asyncio.Task[Any]]] = []
        self._ghost = asyncio.Event()
        self._moved = asyncio.Event()
        self._in_a_row = 0
        self.dead = False
        self.count = 0
        self.seen: set[Step] = set()
        self.last: Step | None = None
        """Where it was cut."""

    def spawn(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Starts a task of the server."""
        return asyncio.get_running_loop().create_task(coroutine, context=self._context.copy())

    def passing(self, kind: str, lines: tuple[Line, ...]) -> None:
        """Counts a step. Raises Killed when the process dies here, or is dead."""
        self._moved.set()
        if self._ghost.is_set():
            self.count += 1
            if kind != "resumed":
                raise OSError("nobody hears a ghost")
            return
        if self.dead:
            raise Killed
        if not lines:
            return
        self.count += 1
        self._in_a_row = 0 if kind == "resumed" else self._in_a_row + (kind == "send")
        step = Step(kind, min(self._in_a_row, 4), lines)
        self.seen.add(step)
        if self._cut(step, self.count):
            self.last = step
            self.dead = True
            raise Killed

    def sending(self, kind: str) -> None:
        """The same, from inside of a send."""
        self.passing(kind, calling())

    def guarded(self, call: Callable[[], None]) -> Callable[[], None]:
        """A call back of the server that does nothing once it is dead."""
        context = copy_context()

        def ring() -> None:
            if not self.dead:
                with contextlib.suppress(Killed):
                    context.run(call)

        return ring

    def keep(self, mortal: "Mortal", task: asyncio.Task[Any]) -> None:
        self._mortals.append((mortal, task))

    def sleep(self) -> Generator[Any, None, Any]:
        """What a task of a dead process does until it is a ghost."""
        return self._ghost.wait().__await__()

    @property
    def busy(self) -> bool:
        """Whether a task waits for the database."""
        return any(mortal.stores and not task.done() for mortal, task in self._mortals)

    async def settle(self) -> None:
        """Returns when the server has done all it can, or is dead."""
        for _ in range(_WITHOUT_REST):
            before = self.count
            self._moved.clear()
            for _ in range(3):
                await asyncio.sleep(0)
            if self.dead and not self._ghost.is_set():
                return
            if self.count == before:
                if not self.busy:
                    return
                await self.moves()
        raise AssertionError("the server finds no rest")

    async def moves(self) -> None:
        """Returns when something of the server goes on, or it is dead."""
        async with asyncio.timeout(_PATIENCE):
            await self._moved.wait()

    def kill(self) -> None:
        """Kills it at rest."""
        self.dead = True

    async def bury(self, close: Coroutine[Any, Any, None] | None) -> list[BaseException]:
        """Clears a dead process away; the answer is what went wrong while it lived.

        What it left must be in safety by now: its ghost wakes up, with nobody to speak to, so that `close`
        can let go of threads and files in an orderly way.
        """
        assert self.dead
        faults = [fault for _, task in self._mortals if (fault := _fault(task)) is not None]
        self._ghost.set()
        await self.settle()
        if close is not None:
            await self.spawn(close)
        tasks = [task for _, task in self._mortals]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return faults


def _fault(task: asyncio.Task[Any]) -> BaseException | None:
    return task.exception() if task.done() and not task.cancelled() else None


class Mortal(Coroutine[Any, Any, Any]):
    """A coroutine of the server that stands still once its process is dead."""

    def __init__(self, inner: Coroutine[Any, Any, Any], life: Life) -> None:
        self._inner, self._life = inner, life
        self._lines = waiting(inner)
        self._asleep: Generator[Any, None, Any] | None = None
        self._on: Callable[[], Any] = _nothing
        self.__name__ = getattr(inner, "__name__", "mortal")
        self.__qualname__ = getattr(inner, "__qualname__", "mortal")

    @property
    def stores(self) -> bool:
        """Whether it waits for the database, and not for something to write."""
        line = self._lines[0] if self._lines else None
        return line is not None and line.file.startswith("store/") and line.function != "Writer._run"

    def send(self, value: Any, /) -> Any:
        if self._asleep is not None:
            return self._sleep()
        return self._go(lambda: self._inner.send(value))

    def throw(self, *error: Any) -> Any:
        if self._asleep is not None:
            # Only a test that fails calls the dead off.
            self._asleep.close()
            raise asyncio.CancelledError
        return self._go(lambda: self._inner.throw(*error))

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        raise AssertionError("a task drives it")

    def _go(self, on: Callable[[], Any]) -> Any:
        try:
            self._life.passing("resumed", self._lines)
        except Killed:
            return self._fall_asleep(on)
        try:
            waits = on()
        except Killed:
            return self._fall_asleep(_end)
        self._lines = waiting(self._inner)
        return waits

    def _fall_asleep(self, on: Callable[[], Any]) -> Any:
        self._on, self._asleep = on, self._life.sleep()
        return self._sleep()

    def _sleep(self) -> Any:
        """Waits for the process to be a ghost; then goes on where it stood."""
        assert self._asleep is not None
        try:
            return next(self._asleep)
        except StopIteration:
            self._asleep = None
            return self._go(self._on)


def _nothing() -> None:
    pass


def _end() -> None:
    """What becomes of a coroutine that died in the middle of its step."""
    raise asyncio.CancelledError


def factory(
    loop: asyncio.AbstractEventLoop, coroutine: Any, *, context: Context | None = None, **more: Any
) -> asyncio.Task[Any]:
    """A task factory that makes the server's tasks mortal, and no others."""
    life = (context if context is not None else copy_context()).get(_LIFE)
    if life is None:
        return asyncio.Task(coroutine, loop=loop, context=context, **more)
    mortal = Mortal(coroutine, life)
    task = asyncio.Task(mortal, loop=loop, context=context, **more)
    life.keep(mortal, task)
    return task


class LifeClock(FakeClock):
    """A clock moved by hand, which rings nobody who is dead."""

    def __init__(self, life: Life) -> None:
        super().__init__()
        self._life = life

    def call_at(self, when: float, call: Callable[[], None]) -> Any:
        return super().call_at(when, self._life.guarded(call))

    async def settle(self) -> None:
        await self._life.settle()


_names: dict[CodeType, str | None] = {}


def _line(frame: FrameType) -> Line | None:
    """The line that a frame is at, if it is the server's."""
    code = frame.f_code
    if code not in _names:
        path = Path(code.co_filename)
        _names[code] = path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else None
    file = _names[code]
    return None if file is None else Line(file, code.co_qualname, frame.f_lineno)


def waiting(coroutine: Any) -> tuple[Line, ...]:
    """The lines of the server at which a coroutine waits, the innermost first."""
    lines: list[Line] = []
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if frame is not None and (line := _line(frame)) is not None:
            lines.append(line)
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
    return tuple(reversed(lines))


def calling() -> tuple[Line, ...]:
    """The lines of the server that called, the innermost first."""
    lines: list[Line] = []
    frame = inspect.currentframe()
    while frame is not None:
        if (line := _line(frame)) is not None:
            lines.append(line)
        frame = frame.f_back
    return tuple(lines)
