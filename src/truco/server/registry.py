"""Which tables run here, and which guest is in which room."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from truco.protocol.codes import Close
from truco.server.clock import Clock
from truco.server.entries import entry_of, room_row, row_of
from truco.server.errors import Problem
from truco.server.identity import new_code, new_id
from truco.server.listing import SHOWN
from truco.server.names import skeleton
from truco.server.runner import Runner
from truco.server.sleepers import Sleeper, Sleepers
from truco.store import Guest, RoomRow, Store, StoreUnavailable
from truco.store import Row as StoredRow
from truco.store.clock import now_ms
from truco.table.clocks import Times
from truco.table.events import GameEnded, MemberJoined, MemberLeft, RoomOpened
from truco.table.refused import Refused
from truco.table.table import Chance, Step, Table
from truco.table.wishes import Join, Records

_AT_ONCE: Final = 16
"""Rooms that are read from the store at a time."""

_log = logging.getLogger(__name__)


class Registry:
    """The runners by room. `changed` is called with a runner whenever its listing may look different."""

    def __init__(self, store: Store, clock: Clock, times: Times, chance: Chance) -> None:
        self.stopping = False
        self.changed: Callable[[Runner], None] = _ignore
        self._store, self._clock, self._times, self._chance = store, clock, times, chance
        self._runners: dict[str, Runner] = {}
        self._codes: dict[str, str] = {}
        self._where: dict[str, str] = {}
        self._sleepers = Sleepers(clock, store.journal.append, self._closed)
        self._waking = asyncio.Lock()

    def __iter__(self) -> Iterator[Runner]:
        return iter(tuple(self._runners.values()))

    def get(self, room: str) -> Runner | None:
        """The runner of a room whose table is in memory."""
        return self._runners.get(room)

    async def find(self, room: str) -> Runner | None:
        """The runner of a room that is open; one that sleeps is woken. Raises StoreUnavailable."""
        runner = self._runners.get(room)
        if runner is not None or self.stopping:
            return runner
        async with self._waking:
            sleeper = self._sleepers.take(room)
            if sleeper is not None:
                try:
                    stored = await self._store.journal.read(room)
                    self._run(self._table(stored), sleeper.epoch, again=True)
                except StoreUnavailable:
                    self._sleepers.add(sleeper)
                    raise
            return self._runners.get(room)

    async def by_code(self, code: str) -> Runner | None:
        """The runner of the room that an invite leads to. Raises StoreUnavailable."""
        return await self.find(self._codes.get(code, ""))

    def public(self) -> list[Runner]:
        """The rooms that the lobby shows."""
        return [runner for runner in self if self.shows(runner)]

    def shows(self, runner: Runner) -> bool:
        """Whether the lobby shows a room."""
        room = runner.room
        return room.public and not runner.broken and self._runners.get(room.id) is runner

    def room_of(self, guest: str) -> str | None:
        """The room that a guest is a member of. One whose table broke holds nobody."""
        room = self._where.get(guest)
        runner = self._runners.get(room) if room is not None else None
        return None if runner is not None and runner.broken else room

    async def start(self) -> None:
        """Takes over all rooms that are open in the store.

        Their games go on (B12.8). Raises StoreUnavailable.
        """
        rows = await self._store.rooms.take_over()
        gate = asyncio.Semaphore(_AT_ONCE)

        async def recover(row: RoomRow) -> None:
            async with gate:
                await self._recover(row)

        await asyncio.gather(*map(recover, rows))
        if rows:
            _log.info("%d of %d open rooms go on", len(self._runners), len(rows))

    async def stop(self) -> None:
        """Takes no more in, lets each table finish what is in hand, and sends everyone away for a moment."""
        self.stopping = True
        await self._sleepers.stop()
        await asyncio.gather(*(runner.stop() for runner in self))

    async def open(self, host: Guest, name: str, *, public: bool, records: Records, rules: str) -> Runner:
        """Opens a room with its host on the first chair.

        Raises:
            Problem: the guest is elsewhere, or the server stops.
            StoreUnavailable: nothing is opened.
        """
        self._claim(host.id, None)
        fact = RoomOpened(new_id(), name, public, records, rules, new_code())
        table, step = Table.open(fact, self._times, self._chance)
        self._where[host.id] = fact.room
        try:
            await self._store.rooms.add(room_row(table, now_ms()))
            await self._store.journal.append(entry_of(table, step, 1))
            runner = self._run(table, 1)
            await runner.ask(host.id, Join(host.name, skeleton(host.name), sit=True))
        finally:
            self._settle(host.id, fact.room)
        return runner

    async def join(self, runner: Runner, guest: Guest) -> None:
        """Makes the guest a member, on the first free chair. One who is a member already stays one.

        Raises:
            Problem: the guest is elsewhere, or the server stops.
            Refused: no chair is free, or a name like theirs is there.
            StoreUnavailable: nobody can say whether it was done.
        """
        room = runner.room
        if room.member(guest.id) is not None:
            return
        self._claim(guest.id, room.id)
        self._where[guest.id] = room.id
        try:
            await runner.ask(guest.id, Join(guest.name, skeleton(guest.name), sit=True))
        except Refused as refused:
            if refused.code != "already_member":  # by another request of theirs, at the same time
                raise
        finally:
            self._settle(guest.id, room.id)

    def expel(self, guest: str, code: Close) -> None:
        """Closes the guest's socket, wherever it is."""
        for runner in self:
            runner.expel(guest, code)

    def _claim(self, guest: str, room: str | None) -> None:
        """A guest is in one room at a time; two requests at once do not get them into two."""
        if self.stopping:
            raise Problem(503, "stopping", wait=5)
        elsewhere = self.room_of(guest)
        if elsewhere is not None and elsewhere != room:
            raise Problem(409, "elsewhere", room=elsewhere)

    def _settle(self, guest: str, room: str) -> None:
        """Forgets a claim of which nothing came."""
        runner = self._runners.get(room)
        if self._where.get(guest) == room and (runner is None or runner.room.member(guest) is None):
            del self._where[guest]

    async def _recover(self, row: RoomRow) -> None:
        """Reads one room back; one that cannot be read is left where it is, and the others go on."""
        try:
            stored = await self._store.journal.read(row.id)
            if not stored:
                await self._store.journal.append(Sleeper.unborn(row.id, row.code, row.epoch).closing())
                return
            table = self._table(stored)
        except Exception as error:
            _log.error("room %s cannot be read back: %s", row.id, type(error).__name__)
            return
        for member in table.room.members:
            self._where[member.id] = row.id
        self._run(table, row.epoch, again=True)

    def _table(self, stored: Iterable[StoredRow]) -> Table:
        """The table that a room's journal tells of."""
        return Table.recover(map(row_of, stored), self._times, self._chance)

    def _run(self, table: Table, epoch: int, *, again: bool = False) -> Runner:
        runner = Runner(table, self._store.journal, self._clock, self._heard, epoch)
        self._runners[table.room.id] = runner
        self._codes[table.room.code] = table.room.id
        runner.start(again=again)
        if again:
            self.changed(runner)  # what is in the lobby's list is in its news, also before anything happens
        return runner

    def _heard(self, runner: Runner, step: Step) -> None:
        """Keeps the books of who is where after a step."""
        if runner.broken:
            self.changed(runner)
            return
        if SHOWN.isdisjoint(map(type, step.facts)):
            return
        room = runner.room
        for fact in step.facts:
            if isinstance(fact, MemberJoined):
                self._where[fact.member] = room.id
            elif isinstance(fact, MemberLeft):
                self._forget(fact.member, room.id)
            elif isinstance(fact, GameEnded):
                runner.waiting_since = self._clock.now()
        if room.closed:
            self._runners.pop(room.id, None)
            self._gone(room.id, room.code)
        elif (due := runner.fall_asleep()) is not None:
            self._runners.pop(room.id, None)
            self._sleepers.add(Sleeper.of(runner, due))
        self.changed(runner)

    def _closed(self, sleeper: Sleeper) -> None:
        self._gone(sleeper.room, sleeper.code)

    def _gone(self, room: str, code: str) -> None:
        """A room is closed: whoever was a member is free."""
        self._codes.pop(code, None)
        for guest in [guest for guest, where in self._where.items() if where == room]:
            del self._where[guest]

    def _forget(self, guest: str, room: str) -> None:
        if self._where.get(guest) == room:
            del self._where[guest]


def _ignore(_: Runner) -> None:
    """Nobody follows yet."""
