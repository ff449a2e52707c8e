"""Which tables run here, and where the others are."""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

from truco.protocol.codes import Close
from truco.server.clock import Clock, sleep
from truco.server.entries import row_of
from truco.server.far import FarRunner
from truco.server.lease import Lease
from truco.server.listing import SHOWN
from truco.server.runner import Runner
from truco.server.sleepers import Sleeper, Sleepers
from truco.server.together import Together
from truco.server.tokens import Tokens
from truco.store import AppendConflict, Door, RoomRow, Store, StoreUnavailable
from truco.store import Row as StoredRow
from truco.table.checkpoint import from_stored
from truco.table.clocks import Times
from truco.table.events import GameEnded
from truco.table.table import Chance, Step, Table

_AT_ONCE: Final = 50
"""Rooms that are taken and read back at a time: the others have their turn, and other nodes their share."""

_DOORS: Final = 500
"""Rooms whose members are read at a time."""

_LOCKED: Final = 5.0
"""Seconds in which a room that another node takes, or is frozen in writing to, must become free."""

_AGAIN: Final = 0.25
"""Seconds between two looks at such a room."""

_log = logging.getLogger(__name__)

Owner = Runner | FarRunner
"""What runs a room's table, here or on another node."""


class Others(Protocol):
    """The other nodes."""

    def at(self, room: str, node: str) -> FarRunner:
        """The runner of a room that another node owns."""
        ...

    def known(self, room: str) -> FarRunner | None:
        """The same, of a room whose owner is known already."""
        ...

    def forget(self, room: str) -> None:
        """The room's owner is another from now on."""
        ...

    def send_away(self) -> None:
        """Sends everyone here who is at a table there away, to come back soon (4003)."""
        ...


class Registry:
    """The runners by room. `changed` is called with a runner whenever its listing may look different."""

    def __init__(
        self, store: Store, clock: Clock, times: Times, chance: Chance, node: str, lease: Lease
    ) -> None:
        self.stopping = False
        self.changed: Callable[[Runner], None] = _ignore
        self.others: Others | None = None
        """None for a server that is alone: what is not here is nowhere."""
        self.patient_until = -math.inf
        """Until when rooms whose owner's lease is over are left to it, in seconds of the server's clock."""
        self.node = node
        self.tokens = Tokens(store.guests, self.knock)
        self._store, self._clock, self._times, self._chance, self._lease = store, clock, times, chance, lease
        self._runners: dict[str, Runner] = {}
        self._sleepers = Sleepers(clock, store.journal.append)
        self._found = Together(self._look_for, _AT_ONCE)
        self._unreadable: set[str] = set()
        self._forgotten: set[str] = set()
        """The rooms that are ours and do not run, as was seen when that was looked for last."""
        self._asking: asyncio.Task[None] | None = None
        self._taking = asyncio.Lock()
        """Held while rooms are taken and read back, so that none is taken twice."""

    def __iter__(self) -> Iterator[Runner]:
        return iter(tuple(self._runners.values()))

    def get(self, room: str) -> Runner | None:
        """The runner of a room whose table is in memory here."""
        return self._runners.get(room)

    async def awake(self, room: str) -> Runner | None:
        """The same, also of a table that sleeps here or should run here, and is woken.

        Raises StoreUnavailable.
        """
        if room not in self._runners:
            await self.find(room)
        return self._runners.get(room)

    async def find(self, room: str) -> Owner | None:
        """The runner of a room that is open; one that nobody runs is taken up here.

        Raises:
            StoreUnavailable: it cannot be said now, or not any more here; ask again in a moment.
        """
        runner = self._runners.get(room)
        if runner is not None:
            return runner
        if self.stopping:
            raise StoreUnavailable("the server is about to stop")
        far = self.others.known(room) if self.others else None
        if far is not None:
            return far
        if self.others is None and room not in self._sleepers:
            return None
        until = self._clock.now() + _LOCKED
        while room not in (answer := await self._found.ask(room)):
            if self._clock.now() >= until:
                raise StoreUnavailable("somebody else has the room in hand")
            await sleep(self._clock, _AGAIN)
        return answer[room]

    async def by_code(self, code: str) -> str | None:
        """The room that an invite leads to. Raises StoreUnavailable."""
        return await self._store.rooms.by_code(code)

    async def knock(self, room: str) -> None:
        """Makes a room's members known here, at one read for all of them. Raises StoreUnavailable."""
        if room not in self._runners and not self.stopping:
            await self.find(room)

    def shows(self, runner: Runner) -> bool:
        """Whether the lobby shows a room that runs here."""
        room = runner.room
        return room.public and not runner.broken and self._runners.get(room.id) is runner

    async def start(self) -> None:
        """Takes over all rooms that are open in the store, as the only server there is.

        Their games go on (B12.8). Raises StoreUnavailable.
        """
        rows = await self._store.rooms.take_over(self.node)
        for at in range(0, len(rows), _AT_ONCE):
            some = rows[at : at + _AT_ONCE]
            await self._learn([row.id for row in some])
            await self._run_again(some)
        if rows:
            _log.info("%d of %d open rooms go on", len(self._runners), len(rows))

    async def take_orphans(self) -> int:
        """Runs some rooms that nobody owns, and says how many those were. Raises StoreUnavailable."""
        async with self._taking:
            if not self._lease.holds:
                return 0  # they would be nobody's again at once
            rows = await self._store.rooms.take_orphans(self.node, _AT_ONCE)
            await self._learn([row.id for row in rows])
            await self._run_again(rows)
            return len(rows)

    async def stop(self) -> None:
        """Takes no more in, lets each table finish what is in hand, lets go of the rooms, says goodbye."""
        self.stopping = True
        await self._sleepers.stop()
        await asyncio.gather(*(runner.stop() for runner in self))
        if self.others is not None:
            mine = [(runner.room.id, runner.epoch) for runner in self]
            mine += [(sleeper.room, sleeper.epoch) for sleeper in self._sleepers]
            try:
                await self._store.rooms.let_go(mine)
            except StoreUnavailable:
                _log.warning("the store is away: the others take the tables when the lease is over")
            self.others.send_away()
        for runner in self:
            runner.send_away()

    async def lose_what_is_not_ours(self) -> None:
        """Ends what this node does not own any more. Raises StoreUnavailable."""
        # What comes while the store is asked is not in its answer.
        runners, asleep = tuple(self), frozenset(self._sleepers)
        owned = await self._store.rooms.owned(self.node)
        for runner in runners:
            if self._runners.get(runner.room.id) is runner and owned.get(runner.room.id) != runner.epoch:
                runner.lose()
        for sleeper in self._sleepers:
            if sleeper in asleep and owned.get(sleeper.room) != sleeper.epoch:
                self._sleepers.take(sleeper.room)

    async def run_what_is_ours(self) -> None:
        """Runs rooms that are this node's and were not run the last time either. Raises StoreUnavailable.

        The store may have given them although it said that it could not be asked.
        """
        if self.stopping or not self._lease.holds:
            return
        owned = await self._store.rooms.owned(self.node)
        idle = {room for room in owned if room not in self._runners and room not in self._sleepers}
        again, self._forgotten = idle & self._forgotten - self._unreadable, idle
        for room in sorted(again):
            with suppress(StoreUnavailable):  # another may have it in hand: the next look is soon
                await self.find(room)

    def run(self, table: Table, epoch: int, *, again: bool = False) -> Runner:
        """Runs a table that this node owns in `epoch`; `again` after a restart (B12.8)."""
        store = self._store
        runner = Runner(table, store.journal, self._clock, self._heard, store.rooms.stop, epoch, self._lease)
        before = self._runners.get(table.room.id)
        self._runners[table.room.id] = runner
        if before is not None:
            before.lose()  # the room was another node's meanwhile
        if self.others is not None:
            self.others.forget(table.room.id)
        runner.start(again=again)
        if again:
            self.changed(runner)  # what is in the lobby's list is in its news, also before anything happens
        return runner

    def expel(self, guest: str, code: Close) -> None:
        """Closes the guest's socket at any table that runs here."""
        self.tokens.forget(guest)
        for runner in self:
            runner.expel(guest, code)

    def doubt(self) -> None:
        """Tokens may have been replaced unheard: what is known of them is forgotten, and asked anew.

        Sockets that are open here with one of those are closed then, at one read for many rooms.
        """
        self.tokens.clear()
        if self._asking is not None:
            self._asking.cancel()
        self._asking = asyncio.create_task(self._ask_anew(sorted(self.tokens.rooms)))

    async def _ask_anew(self, rooms: Sequence[str]) -> None:
        for at in range(0, len(rooms), _DOORS):
            while not self.stopping:
                before = self.tokens.changes
                try:
                    await self._learn(rooms[at : at + _DOORS])
                    if before == self.tokens.changes:
                        break
                except StoreUnavailable:
                    await sleep(self._clock, _AGAIN)

    async def _look_for(self, rooms: Sequence[str]) -> Mapping[str, Owner | None]:
        """Where these rooms are; those that nobody runs are taken up here.

        One that another has in hand at this moment is missing in the answer. Raises StoreUnavailable.
        """
        async with self._taking:
            asleep = {room: sleeper for room in rooms if (sleeper := self._sleepers.take(room))}
            try:
                return await self._where(rooms, asleep)
            except StoreUnavailable:
                for room, sleeper in asleep.items():
                    if room not in self._runners:
                        self._sleepers.add(sleeper)
                raise

    async def _where(self, rooms: Sequence[str], asleep: Mapping[str, Sleeper]) -> Mapping[str, Owner | None]:
        found: dict[str, Owner | None] = {room: self._runners.get(room) for room in rooms}
        ours: list[RoomRow] = []
        free: list[str] = []
        for door in await self._learn([room for room, runner in found.items() if runner is None]):
            room = door.room.id
            if room in asleep and asleep[room].epoch == door.room.epoch:
                ours.append(door.room)
            elif self.others is None:
                _log.warning("room %s belongs to a server that this one does not know of", room)
            elif door.owner is not None and door.owner != self.node:
                found[room] = self.others.at(room, door.owner)
            elif room not in self._unreadable:
                free.append(room)
        patient = self._clock.now() < self.patient_until
        may_take = bool(free) and self._lease.holds
        taken = await self._store.rooms.take(free, self.node, patient=patient) if may_take else []
        await self._run_again([*ours, *taken])
        mine = [*free, *(row.id for row in ours)]
        found |= {room: self._runners.get(room) for room in mine}
        # Another has it in hand, or has it by now.
        passed_by = {room for room in mine if found[room] is None and room not in self._unreadable}
        return {room: owner for room, owner in found.items() if room not in passed_by}

    async def _learn(self, rooms: Sequence[str]) -> Sequence[Door]:
        """Reads the doors of rooms; their members' tokens are known here then. Raises StoreUnavailable."""
        before = self.tokens.changes
        doors = await self._store.rooms.doors(rooms) if rooms else []
        for door in doors:
            self.tokens.learn(door.guests, before)
        return doors

    async def _run_again(self, rows: Sequence[RoomRow]) -> None:
        """Runs rooms that the store has given to this node. Raises StoreUnavailable."""
        tails = await self._store.journal.tails(rows) if rows else {}
        for row in rows:
            if row.id in tails:
                await self._recover(row, tails[row.id])
            else:
                self._give_up(row.id, "an entry of its journal is broken")

    async def _recover(self, row: RoomRow, tail: Iterable[StoredRow]) -> None:
        """Runs one room again; one that cannot be read is left where it is, and the others go on."""
        try:
            since = from_stored(row.checkpoint)
            stored = list(tail)
            if since is None and row.checkpoint_seq:
                stored = await self._store.journal.read(row.id)
            if since is None and not stored:
                await self._store.journal.append(Sleeper.unborn(row.id, row.epoch).closing())
                return
            table = Table.recover(map(row_of, stored), self._times, self._chance, since)
        except StoreUnavailable:
            raise
        except AppendConflict:
            return  # another node owns it by now
        except Exception as error:
            self._give_up(row.id, type(error).__name__)
            return
        self.run(table, row.epoch, again=True)
        await asyncio.sleep(0)  # the others have their turn between two tables

    def _give_up(self, room: str, why: str) -> None:
        """A room that cannot be read back is left where it is, and not taken up here again."""
        self._unreadable.add(room)
        _log.error("room %s cannot be read back: %s", room, why)

    def _heard(self, runner: Runner, step: Step) -> None:
        """Keeps the books after a step."""
        room = runner.room
        if runner.broken or runner.gone:
            if runner.gone and self._runners.get(room.id) is runner:
                del self._runners[room.id]
            self.changed(runner)
            return
        if SHOWN.isdisjoint(map(type, step.facts)):
            return
        if any(isinstance(fact, GameEnded) for fact in step.facts):
            runner.waiting_since = self._clock.now()
        if room.closed:
            self._runners.pop(room.id, None)
        elif (due := runner.fall_asleep()) is not None:
            self._runners.pop(room.id, None)
            self._sleepers.add(Sleeper.of(runner, due))
        self.changed(runner)


def _ignore(_: Runner) -> None:
    """Nobody follows yet."""
