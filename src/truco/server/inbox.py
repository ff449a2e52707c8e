"""The inbox of a table: what waits to be done, in the order in which it came, and the wait for more."""

import asyncio
from collections import deque
from dataclasses import dataclass

from truco.protocol.codes import Close
from truco.server.clock import Clock, Timer
from truco.server.outlet import Outlet
from truco.table.table import Step
from truco.table.wishes import Wish


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """A wish.

    Of a socket, with the aid that its acknowledgement names, or of REST, with a future for the answer.
    """

    guest: str
    wish: Wish
    aid: str | None = None
    connection: Outlet | None = None
    answer: asyncio.Future[Step] | None = None

    def succeed(self, step: Step) -> None:
        """Lets REST know that it is done, and durable."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(step)

    def fail(self, error: Exception) -> None:
        """Lets REST know that nothing comes of it, or that nobody can say."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


@dataclass(frozen=True, slots=True, eq=False)
class Attach:
    """A socket that said hello, and the last version it has seen.

    `again` when it was at the table before: it is not to take the place of another that came meanwhile.
    """

    connection: Outlet
    version: int | None
    again: bool


@dataclass(frozen=True, slots=True, eq=False)
class Detach:
    """A socket that is gone, or was given up."""

    connection: Outlet


@dataclass(frozen=True, slots=True, eq=False)
class Expel:
    """A guest whose sockets are to be closed, those that came before this."""

    guest: str
    code: Close


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Whether everyone at the table can be reached."""

    everyone: bool


Item = Ask | Attach | Detach | Expel | Reach


class Inbox:
    """A queue with one reader, who also waits for a moment of the clock.

    No task and, as a rule, no timer for each item.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._items: deque[Item] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._alarm: tuple[float, Timer] | None = None

    def __len__(self) -> int:
        return len(self._items)

    @property
    def resting(self) -> bool:
        """Whether the reader waits, and for nothing that is here."""
        return not self._items and self._waiter is not None and not self._waiter.done()

    def put(self, item: Item) -> None:
        """Adds an item and wakes the reader."""
        self._items.append(item)
        self.wake()

    def take(self) -> Item:
        """The oldest item. Raises IndexError when there is none."""
        return self._items.popleft()

    async def wait(self, until: float | None) -> None:
        """Returns when there is an item, at `until`, or when woken; now and then for nothing."""
        if self._items:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        self._set_alarm(until)
        await self._waiter

    def wake(self) -> None:
        """Lets the reader look up."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def fail(self, error: Exception) -> None:
        """Answers the wishes of REST that wait here; what sockets asked stays."""
        kept = [item for item in self._items if not (isinstance(item, Ask) and item.answer)]
        for item in self._items:
            if isinstance(item, Ask):
                item.fail(error)
        self._items = deque(kept)

    def close(self) -> list[Outlet]:
        """Forgets what waits, and the alarm; the answer are the sockets that were about to come in."""
        arriving = [item.connection for item in self._items if isinstance(item, Attach)]
        self._items.clear()
        if self._alarm is not None:
            self._alarm[1].cancel()
            self._alarm = None
        return arriving

    def _set_alarm(self, until: float | None) -> None:
        """An alarm that rings no later than `until`.

        One that rings too early costs less than one moved for each item.
        """
        if until is None or (self._alarm is not None and self._alarm[0] <= until):
            return
        if self._alarm is not None:
            self._alarm[1].cancel()
        self._alarm = (until, self._clock.call_at(until, self._ring))

    def _ring(self) -> None:
        self._alarm = None
        self.wake()
