"""The task that owns a table: one inbox, one order of things, and nothing said before it is written down."""

import asyncio
import logging
import math
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Literal, Protocol

from truco.protocol.codes import Close
from truco.protocol.inbound import Wished, wish
from truco.server.audience import Audience, error
from truco.server.clock import Clock, sleep
from truco.server.entries import entry_of
from truco.server.errors import TableError
from truco.server.inbox import Ask, Attach, Detach, Expel, Inbox, Item, Reach
from truco.server.lease import Lease
from truco.server.listing import listed
from truco.server.outlet import Outlet
from truco.store import AppendConflict, Entry, StoreUnavailable
from truco.table.refused import Refused
from truco.table.room import Room
from truco.table.table import Step, Table
from truco.table.wishes import Wish

TURNS: Final = 3
"""Turns of the event loop in which sockets hand over what is readable, before a time-out counts (B9.3)."""

MOST_WAITING: Final = 256
"""Wishes of sockets that may wait in one inbox."""

RETRY: Final = 0.25
"""Seconds between two tries to write while the store is away."""

TROUBLE: Final = 5.0
"""Seconds of that after which those who wait are told."""

WAKEFUL: Final = 60.0
"""Seconds: a table that closes sooner does not fall asleep."""

Frost = Literal["store", "lease", "reach"]
"""Why clocks stand still: nothing can be written, the table may be another's, not everyone can be reached."""

_log = logging.getLogger(__name__)


class Journal(Protocol):
    """Where entries become durable."""

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is durable; raises StoreUnavailable or AppendConflict."""
        ...


class Runner:
    """Runs one table, which this node owns in `epoch` while `lease` holds.

    `heard` is called after each step that was written and told, and when the table breaks or is lost;
    `condemned` before one that broke is given up.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        heard: Callable[["Runner", Step], None],
        condemned: Callable[[str, int], Awaitable[None]],
        epoch: int,
        lease: Lease,
    ) -> None:
        self.table = table
        self.state = table.state
        """The table as far as it is durable: what others than its own task may look at."""
        self.audience = Audience(table, clock)
        self.broken = False
        self.gone = False
        """Whether the room belongs to another node now."""
        self.waiting_since = clock.now()
        """When the room began to wait for its next game, in seconds of the server's clock."""
        self.epoch = epoch
        self._journal, self._clock, self._heard = journal, clock, heard
        self._condemned, self._lease = condemned, lease
        self._inbox = Inbox(clock)
        self._in_hand: Ask | None = None
        self._arriving: Outlet | None = None
        """Who comes in at this moment, and is not yet of the audience."""
        self._stuck = self._in_trouble = False
        self._frost: set[Frost] = set()
        self._to_show = False
        self._stepped_at = clock.now()
        self._over = False
        self._task: asyncio.Task[None] | None = None

    @property
    def room(self) -> Room:
        """The room as far as it is durable."""
        return self.state.room

    def start(self, *, again: bool = False) -> None:
        """Begins to run, in the current event loop; `again` after a restart (B12.8)."""
        self._task = asyncio.create_task(self._run(again), name=f"table {self.table.room.id}")

    async def look(self, guest: str | None) -> dict[str, Any]:
        """The room as this guest is shown it over REST."""
        return listed(self.state, self.waiting(), guest)

    def waiting(self) -> float:
        """Seconds for which the room has waited for a game."""
        return self._clock.now() - self.waiting_since

    async def ask(self, guest: str, wish: Wish) -> dict[str, Any]:
        """The room after a wish, once that is durable.

        Raises:
            Refused: the table does not do it, and nothing has changed.
            StoreUnavailable: it cannot be written just now (it may be later), or the server is about to stop.
            TableError: this table has stopped.
        """
        if self.broken:
            raise TableError
        if self._over or self._in_trouble:
            raise StoreUnavailable
        answer: asyncio.Future[Step] = asyncio.get_running_loop().create_future()
        self._inbox.put(Ask(guest, wish, answer=answer))
        await answer
        return await self.look(guest)

    def wish(self, connection: Outlet, message: Wished) -> bool:
        """Takes a socket's wish; False when too many wait already."""
        if len(self._inbox) >= MOST_WAITING:
            return False
        if not self._over:
            self._inbox.put(Ask(connection.guest, wish(message), message.aid, connection))
        return True

    def attach(self, connection: Outlet, version: int | None, *, again: bool = False) -> None:
        """A socket has said hello; the one that its guest had before is closed.

        One that was here before and comes `again` gives way to any other of its guest's.
        """
        if self.broken:
            connection.say(error("table_error"))
            connection.close(Close.INTERNAL)
        elif self.gone:
            connection.move()
        elif self._over:
            connection.close(Close.RESTART)
        else:
            self._inbox.put(Attach(connection, version, again))

    def detach(self, connection: Outlet) -> None:
        """A socket is gone, or given up."""
        if not self._over:
            self._inbox.put(Detach(connection))

    def expel(self, guest: str, code: Close) -> None:
        """Closes the socket of a guest; the table hears of it as of any that is lost."""
        if not self._over:
            self._inbox.put(Expel(guest, code))

    def reach(self, *, everyone: bool) -> None:
        """Whether all who are at the table can be reached; the clocks stand still while they cannot.

        What those do who can be reached counts all the same.
        """
        if not self._over:
            self._inbox.put(Reach(everyone))

    def look_up(self) -> None:
        """The lease has run out: the table stands still, though nothing happens at it."""
        self._inbox.wake()

    @property
    def resting(self) -> bool:
        """Whether nothing waits to be done, or nothing can be done before the next try to write."""
        return self._over or self._stuck or self._inbox.resting

    def fall_asleep(self) -> float | None:
        """Ends a table that nobody is at, and of which nothing is wanted but that it closes some time.

        The answer is when that is, in seconds of the server's clock; None while the table has to go on.
        """
        when = self.table.closing
        if when is None or self._inbox or len(self.audience) or when - self._clock.now() <= WAKEFUL:
            return None
        self._over = True
        return when

    async def stop(self) -> None:
        """Finishes what is in hand; nothing is written after that."""
        self._over = True
        self._inbox.wake()
        if self._task is not None:
            await self._task

    def send_away(self) -> None:
        """Sends everyone away who comes back soon (4003)."""
        self.audience.close(Close.RESTART)

    def lose(self) -> None:
        """The room belongs to another node: the table ends here, and who is at it looks for it there."""
        self.gone = self._over = True
        self._inbox.wake()
        self._heard(self, Step(()))
        self.audience.move()

    async def _run(self, again: bool) -> None:
        """Until the room closes, or something breaks: that stops this table alone."""
        end: Exception = StoreUnavailable("the table has stopped")
        try:
            if again:
                await self._commit(self.table.reopen(self._clock.now()), None)
            while not self._over:
                await self._go_on()
        except StoreUnavailable:
            pass  # it is away while the server stops: what was not written was not acknowledged
        except AppendConflict:
            end = self._lose()
        except Exception as bug:  # the one place where a bug ends: it stops this table alone
            # Frames and type only: an exception's text may name a card.
            frames = "".join(traceback.format_tb(bug.__traceback__))
            _log.error("room %s: %s stops the table\n%s", self.table.room.id, type(bug).__name__, frames)
            await self._condemn()
            end = self._break()
        finally:
            self._over = True
            self._fail(end)
            for connection in (*self._inbox.close(), *((self._arriving,) if self._arriving else ())):
                connection.move() if self.gone else connection.close(Close.RESTART)

    async def _go_on(self) -> None:
        """Does the next thing, or waits for one; nothing while the table may be another's."""
        if not self._lease.holds:
            await self._hold_still()
            return
        if self._to_show:
            self._show()
        when = self.table.next_deadline
        if when is not None and self._clock.now() >= when:
            await self._deadline(when)
        elif self._inbox:
            await self._take(self._inbox.take(), self._clock.now())
        else:
            await self._inbox.wait(when)

    async def _hold_still(self) -> None:
        """Stands still until the database has promised the table to this node again, or it is gone.

        The clocks lose nothing of the time since the database was last heard of.
        """
        self._freeze("lease", max(self._lease.renewed_at, self._stepped_at))
        self._show()
        trouble = self._clock.call_at(self._clock.now() + TROUBLE, self._trouble)
        self._stuck = True
        while not (self._lease.holds or self._over):
            await sleep(self._clock, RETRY)
        self._stuck = self._in_trouble = False
        trouble.cancel()
        self._thaw("lease")

    def _freeze(self, why: Frost, since: float) -> None:
        """The clocks stand still, for one reason more."""
        self._frost.add(why)
        self.table.freeze(since)
        self._to_show = True

    def _thaw(self, why: Frost) -> None:
        """The clocks run on, unless there is another reason."""
        self._frost.discard(why)
        if not self._frost:
            self.table.thaw(self._clock.now())
        self._to_show = True

    def _show(self) -> None:
        """Shows everyone how the clocks stand. Only while all that the table has done is durable."""
        self._to_show = False
        for connection in self.audience:
            connection.frame(self.table.frame(connection.guest, self._clock.now(), ()))

    async def _deadline(self, when: float) -> None:
        """A deadline is due: what was readable by now counts as before it, then it runs out (B9.3)."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for _ in range(len(self._inbox)):
            if self._over:
                return
            await self._take(self._inbox.take(), math.nextafter(when, -math.inf))
        await self._commit(self.table.tick(self._clock.now()), None)

    async def _take(self, item: Item, now: float) -> None:
        match item:
            case Ask():
                await self._request(item, now)
            case Attach():
                await self._arrive(item, now)
            case Detach(connection):
                if self.audience.has(connection):
                    await self._depart(connection.guest, now)
            case Reach(everyone):
                self._thaw("reach") if everyone else self._freeze("reach", now)
            case Expel(guest, code):
                connection = self.audience.of(guest)
                if connection is not None:
                    connection.close(code)
                    await self._depart(guest, now)

    async def _request(self, asked: Ask, now: float) -> None:
        if asked.connection is not None and not self.audience.has(asked.connection):
            return  # of a socket that was replaced
        self._in_hand = asked
        try:
            step = self.table.request(asked.guest, asked.wish, now, asked.aid)
        except Refused as refused:
            asked.fail(refused)
            self.audience.refuse(asked, refused)
        else:
            await self._commit(step, asked)
            asked.succeed(step)
        self._in_hand = None

    async def _arrive(self, arrival: Attach, now: float) -> None:
        """A guest's new socket. The table does not hear that it took the place of another."""
        connection, guest = arrival.connection, arrival.connection.guest
        if connection.closing:
            return
        if self.table.room.member(guest) is None:
            connection.close(Close.NOT_FOUND)
            return
        before = self.audience.of(guest)
        if before is not None and before.client != connection.client:
            (connection if arrival.again else before).close(Close.REPLACED)
            if arrival.again:
                return
        elif before is None:
            self._arriving = connection
            await self._commit(self.table.connected(guest, now), None)
            self._arriving = None
        if self.gone:
            connection.move()
        else:
            self.audience.add(connection, arrival.version)

    async def _depart(self, guest: str, now: float) -> None:
        """A guest's only socket is gone."""
        self.audience.remove(guest)
        await self._commit(self.table.disconnected(guest, now), None)

    async def _commit(self, step: Step, asked: Ask | None) -> None:
        """Writes, then tells. A step without facts has changed nothing that anyone sees."""
        if step.facts:
            await self._append(entry_of(self.table, step, self.epoch))
            self.state = self.table.state
            self.audience.tell(step, asked)
            self._heard(self, step)
        elif asked is not None:
            self.audience.tell(step, asked)
        self._stepped_at = self._clock.now()
        if self.table.room.closed:
            self._over = True
            self.audience.close(Close.NOT_FOUND)

    async def _append(self, entry: Entry) -> None:
        """Writes an entry, trying again while the store is away; the table's clocks stand still then."""
        began = self._clock.now()
        try:
            await self._journal.append(entry)
        except StoreUnavailable:
            self._freeze("store", began)
            _log.warning("room %s: the store is away; its clocks stand still", entry.room)
            trouble = self._clock.call_at(began + TROUBLE, self._trouble)
            try:
                await self._append_at_last(entry)
            finally:
                trouble.cancel()
            self._in_trouble = False
            self._thaw("store")
            _log.warning("room %s: the store is back", entry.room)

    async def _append_at_last(self, entry: Entry) -> None:
        """Tries again until it is written, or the table is over."""
        while True:
            if self._over:
                raise StoreUnavailable("the table has stopped")
            self._stuck = True
            await sleep(self._clock, RETRY)
            self._stuck = False
            with suppress(StoreUnavailable):
                return await self._journal.append(entry)

    def _trouble(self) -> None:
        """The store is away for long: those who wait are told."""
        self._in_trouble = True
        self.audience.say(error("unavailable"))
        self._fail(StoreUnavailable("the store is away"))

    def _fail(self, reason: Exception) -> None:
        """Tells REST that nothing comes of what it asked, or that nobody can say."""
        if self._in_hand is not None:
            self._in_hand.fail(reason)
        self._inbox.fail(reason)

    def _lose(self) -> Exception:
        """The journal took an entry of another owner; the answer is what REST is told."""
        if self._lease.for_ever:
            _log.critical("room %s: its journal belongs to another; the table stops here", self.table.room.id)
            return self._break()
        _log.warning("room %s belongs to another node now", self.table.room.id)
        self.lose()
        return StoreUnavailable("the table has moved")

    async def _condemn(self) -> None:
        """No node is to run into the same bug again; the members may go elsewhere, the journal is kept."""
        try:
            await self._condemned(self.table.room.id, self.epoch)
        except StoreUnavailable:
            _log.error("room %s: the store is away, so it will be tried again", self.table.room.id)

    def _break(self) -> TableError:
        """Sends everyone away; the answer is what REST is told."""
        self.broken = True
        self._heard(self, Step(()))
        self.audience.say(error("table_error"))
        self.audience.close(Close.INTERNAL)
        return TableError()
