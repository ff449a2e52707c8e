"""Which tables run here, and where the others are."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

from truco.protocol.codes import Close
from truco.server.clock import Clock
from truco.server.entries import row_of
from truco.server.far import FarRunner
from truco.server.lease import Lease
from truco.server.listing import SHOWN
from truco.server.runner import Runner
from truco.server.sleepers import Sleeper, Sleepers
from truco.server.tokens import Tokens
from truco.store import Door, RoomRow, Store, StoreUnavailable
from truco.store import Row as StoredRow
from truco.table.checkpoint import from_stored
from truco.table.clocks import Times
from truco.table.events import GameEnded
from truco.table.table import Chance, Step, Table

_AT_ONCE: Final = 50
"""Rooms that are read from the store at a time."""

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


class Registry:
    """The runners by room. `changed` is called with a runner whenever its listing may look different."""

    def __init__(
        self, store: Store, clock: Clock, times: Times, chance: Chance, node: str, lease: Lease
    ) -> None:
        self.stopping = False
        self.changed: Callable[[Runner], None] = _ignore
        self.others: Others | None = None
        """None for a server that is alone: what is not here is nowhere."""
        self.node = node
        self.tokens = Tokens(store.guests, self.knock)
        self._store, self._clock, self._times, self._chance, self._lease = store, clock, times, chance, lease
        self._runners: dict[str, Runner] = {}
        self._sleepers = Sleepers(clock, store.journal.append)
        self._finding: dict[str, asyncio.Task[Owner | None]] = {}

    def __iter__(self) -> Iterator[Runner]:
        return iter(tuple(self._runners.values()))

    def get(self, room: str) -> Runner | None:
        """The runner of a room whose table is in memory here."""
        return self._runners.get(room)

    async def find(self, room: str) -> Owner | None:
        """The runner of a room that is open; one that nobody runs is taken up here.

        Raises:
            StoreUnavailable: it cannot be said now; ask again in a moment.
        """
        runner = self._runners.get(room)
        if runner is not None or self.stopping:
            return runner
        far = self.others.known(room) if self.others else None
        return far or await self._once(room)

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
        await self.take_up(rows)
        if rows:
            _log.info("%d of %d open rooms go on", len(self._runners), len(rows))

    async def take_up(self, rows: Sequence[RoomRow]) -> None:
        """Runs rooms that the store has just given to this node. Raises StoreUnavailable."""
        for at in range(0, len(rows), _AT_ONCE):
            some = rows[at : at + _AT_ONCE]
            before = self.tokens.changes
            for door in await self._store.rooms.doors([row.id for row in some]):
                self.tokens.learn(door.guests, before)
            tails = await self._store.journal.tails(some)
            for row in some:
                await self._recover(row, tails[row.id])

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
        for runner in self:
            runner.send_away()

    def lose_all_but(self, owned: Callable[[str], int | None]) -> None:
        """Ends what this node does not own any more; `owned` tells a room's epoch if it is ours."""
        for runner in self:
            if owned(runner.room.id) != runner.epoch:
                runner.lose()
        for sleeper in self._sleepers:
            if owned(sleeper.room) != sleeper.epoch:
                self._sleepers.take(sleeper.room)

    def run(self, table: Table, epoch: int, *, again: bool = False) -> Runner:
        """Runs a table that this node owns in `epoch`; `again` after a restart (B12.8)."""
        store = self._store
        runner = Runner(table, store.journal, self._clock, self._heard, store.rooms.stop, epoch, self._lease)
        self._runners[table.room.id] = runner
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

    async def _once(self, room: str) -> Owner | None:
        """However many ask for a room at once, it is looked for once."""
        finding = self._finding.get(room)
        if finding is None:
            finding = self._finding[room] = asyncio.create_task(self._look_for(room))
            finding.add_done_callback(lambda _: self._finding.pop(room, None))
        return await asyncio.shield(finding)

    async def _look_for(self, room: str) -> Owner | None:
        sleeper = self._sleepers.take(room)
        if sleeper is not None:
            return await self._wake(sleeper)
        if self.others is None:
            return None
        before = self.tokens.changes
        door = await self._store.rooms.door(room)
        if door is None:
            return None
        self.tokens.learn(door.guests, before)
        if door.owner is not None and door.owner != self.node:
            return self.others.at(room, door.owner)
        return await self._take(door)

    async def _take(self, door: Door) -> Runner | None:
        """Owns a room that nobody runs."""
        row = await self._store.rooms.take(door.room.id, self.node)
        if row is None:
            raise StoreUnavailable("another node takes the room at this moment")
        return await self._run_again(row)

    async def _wake(self, sleeper: Sleeper) -> Runner | None:
        try:
            door = await self._store.rooms.door(sleeper.room)
            if door is None or door.room.epoch != sleeper.epoch:
                return None
            return await self._run_again(door.room)
        except StoreUnavailable:
            self._sleepers.add(sleeper)
            raise

    async def _run_again(self, row: RoomRow) -> Runner | None:
        """Runs one room that is this node's. Raises StoreUnavailable."""
        tails = await self._store.journal.tails([row])
        await self._recover(row, tails[row.id])
        return self._runners.get(row.id)

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
        except Exception as error:
            _log.error("room %s cannot be read back: %s", row.id, type(error).__name__)
            return
        self.run(table, row.epoch, again=True)
        await asyncio.sleep(0)  # the others have their turn between two tables

    def _heard(self, runner: Runner, step: Step) -> None:
        """Keeps the books after a step."""
        room = runner.room
        if runner.broken or runner.gone:
            if runner.gone:
                self._runners.pop(room.id, None)
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
