"""Rooms that nobody is in for now: kept in the store only, until somebody comes or their time is over."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from truco.rules.plain import to_plain
from truco.server.clock import Clock, Timer
from truco.server.runner import Runner
from truco.store import AppendConflict, Entry, RoomClosed, StoreUnavailable
from truco.store.clock import now_ms
from truco.table import events

_AGAIN = 30.0
"""Seconds until a closing that could not be written is tried again."""

Append = Callable[[Entry], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Sleeper:
    """A room that sleeps: where its journal ends, and when the room closes (seconds of our clock)."""

    room: str
    seq: int
    game: int | None
    epoch: int
    due: float

    @classmethod
    def of(cls, runner: Runner, due: float) -> "Sleeper":
        """What is to be known of a room while its table is not in memory."""
        table = runner.table
        return cls(table.room.id, table.seq, table.game_number, runner.epoch, due)

    @classmethod
    def unborn(cls, room: str, epoch: int) -> "Sleeper":
        """A room whose first entry was never written: the server was killed before anyone heard of it."""
        return cls(room, 0, None, epoch, 0.0)

    def closing(self) -> Entry:
        """The entry that closes the room."""
        facts = [to_plain(events.RoomClosed())]
        return Entry(
            self.room, self.seq + 1, self.game, None, None, facts, now_ms(), (RoomClosed(),), self.epoch
        )


class Sleepers:
    """The rooms that sleep. One timer for all."""

    def __init__(self, clock: Clock, append: Append) -> None:
        self._clock, self._append = clock, append
        self._rooms: dict[str, Sleeper] = {}
        self._timer: Timer | None = None
        self._closing: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[Sleeper]:
        return iter(tuple(self._rooms.values()))

    def __contains__(self, room: str) -> bool:
        return room in self._rooms

    def add(self, sleeper: Sleeper) -> None:
        """Lets a room sleep until it is due."""
        self._rooms[sleeper.room] = sleeper
        self._set(min(one.due for one in self._rooms.values()))

    def take(self, room: str) -> Sleeper | None:
        """Takes a room out, to be woken."""
        return self._rooms.pop(room, None)

    async def stop(self) -> None:
        """Closes no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._closing is not None:
            await self._closing

    def _set(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_at(when, self._ring)

    def _ring(self) -> None:
        if self._closing is None or self._closing.done():
            self._closing = asyncio.create_task(self._close_due())

    async def _close_due(self) -> None:
        now = self._clock.now()
        for sleeper in [one for one in self._rooms.values() if one.due <= now]:
            if self._rooms.pop(sleeper.room, None) is None:
                continue
            try:
                await self._append(sleeper.closing())
            except AppendConflict:
                pass  # another node owns it
            except StoreUnavailable:
                self._rooms[sleeper.room] = sleeper
                self._set(now + _AGAIN)
                return
        if self._rooms:
            self._set(min(one.due for one in self._rooms.values()))
