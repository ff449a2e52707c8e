"""The task that owns a table: one inbox, one order of things, and nothing said before it is written down."""

import asyncio
import logging
import math
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from truco.protocol.codes import Close
from truco.server.clock import Clock, sleep
from truco.server.connection import Connection
from truco.server.entries import entry_of
from truco.server.errors import TableError
from truco.server.inbox import Ask, Attach, Detach, Inbox, Item
from truco.store import AppendConflict, Entry, StoreUnavailable
from truco.table.refused import Refused
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

_BEHIND: Final = frozenset(
    {"stale", "late", "hand_over", "game_over", "no_game", "call_open", "paused", "not_asked"}
)
"""Refusals of someone who may not know how things stand: the view comes along."""

_log = logging.getLogger(__name__)


class Journal(Protocol):
    """Where entries become durable."""

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is durable; raises StoreUnavailable or AppendConflict."""
        ...


class Runner:
    """Runs one table. `heard` is called after each step that was written and told."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        heard: Callable[["Runner", Step], None],
        epoch: int = 1,
    ) -> None:
        self.table = table
        self.broken = False
        self.waiting_since = clock.now()
        """When the room began to wait for its next game, in seconds of the server's clock."""
        self._journal, self._clock, self._heard, self._epoch = journal, clock, heard, epoch
        self._connections: dict[str, Connection] = {}
        self._inbox = Inbox(clock)
        self._in_hand: Ask | None = None
        self._in_trouble = False
        self._over = False
        self._task: asyncio.Task[None] | None = None

    @property
    def connections(self) -> Mapping[str, Connection]:
        """The one socket of each guest who is here."""
        return self._connections

    def start(self, *, again: bool = False) -> None:
        """Begins to run, in the current event loop; `again` after a restart (B12.8)."""
        self._task = asyncio.create_task(self._run(again), name=f"table {self.table.room.id}")

    async def ask(self, guest: str, wish: Wish) -> Step:
        """What came of a wish, once it is durable.

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
        return await answer

    def wish(self, connection: Connection, wish: Wish, aid: str) -> bool:
        """Takes a socket's wish; False when too many wait already."""
        if len(self._inbox) >= MOST_WAITING:
            return False
        self._inbox.put(Ask(connection.guest, wish, aid, connection))
        return True

    def attach(self, connection: Connection, version: int | None) -> None:
        """A socket has said hello; the one that its guest had before is closed."""
        if self.broken:
            _part(connection)
        elif self._over:
            connection.close(Close.RESTART)
        else:
            self._inbox.put(Attach(connection, version))

    def detach(self, connection: Connection) -> None:
        """A socket is gone, or given up."""
        if not self._over:
            self._inbox.put(Detach(connection))

    async def stop(self) -> None:
        """Finishes what is in hand, and sends everyone away who comes back soon (4003)."""
        self._over = True
        self._inbox.wake()
        if self._task is not None:
            await self._task
        self._close_all(Close.RESTART)
        self._fail(StoreUnavailable("the server stops"))

    def expel(self, guest: str, code: Close) -> None:
        """Closes the socket of a guest; the table hears of it as of any that is lost."""
        if connection := self._connections.get(guest):
            connection.close(code)
            self.detach(connection)

    async def _run(self, again: bool) -> None:
        """Until the room closes, or something breaks: that stops this table alone."""
        try:
            if again:
                await self._commit(self.table.reopen(self._clock.now()), None)
            while not self._over:
                if not self._late():
                    await self._inbox.wait(self.table.next_deadline)
                if self._over:
                    break
                if self._late():
                    await self._deadline()
                elif self._inbox:
                    await self._take(self._inbox.take(), self._clock.now())
        except StoreUnavailable:
            self._fail(StoreUnavailable("the server stops"))
        except AppendConflict:
            _log.critical("room %s: its journal belongs to another; the table stops here", self.table.room.id)
            self._break()
        except Exception as error:  # the one place where a bug ends: it stops this table alone
            # Frames and type only: an exception's text may name a card.
            frames = "".join(traceback.format_tb(error.__traceback__))
            _log.error("room %s: %s stops the table\n%s", self.table.room.id, type(error).__name__, frames)
            self._break()
        finally:
            self._over = True
            self._inbox.close()

    # What to do next

    def _late(self) -> bool:
        when = self.table.next_deadline
        return when is not None and self._clock.now() >= when

    async def _deadline(self) -> None:
        """A deadline is due: what was readable by now counts as before it, then it runs out (B9.3)."""
        when = self.table.next_deadline
        if when is None:
            return
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for _ in range(len(self._inbox)):
            if self._over:
                return
            await self._take(self._inbox.take(), math.nextafter(when, -math.inf))
        await self._commit(self.table.tick(self._clock.now()), None)

    # One thing

    async def _take(self, item: Item, now: float) -> None:
        match item:
            case Ask():
                await self._request(item, now)
            case Attach(connection, version):
                await self._arrive(connection, version, now)
            case Detach(connection):
                if self._connections.get(connection.guest) is connection:
                    del self._connections[connection.guest]
                    await self._commit(self.table.disconnected(connection.guest, now), None)

    async def _request(self, item: Ask, now: float) -> None:
        if item.connection is not None and self._connections.get(item.guest) is not item.connection:
            return  # of a socket that was replaced
        self._in_hand = item
        try:
            step = self.table.request(item.guest, item.wish, now, item.aid)
        except Refused as refused:
            self._refuse(item, refused)
        else:
            await self._commit(step, item)
            item.succeed(step)
        self._in_hand = None

    async def _arrive(self, connection: Connection, version: int | None, now: float) -> None:
        if connection.closing:
            return
        guest = connection.guest
        if self.table.room.member(guest) is None:
            connection.close(Close.NOT_FOUND)
            return
        before = self._connections.pop(guest, None)
        if before is not None:
            before.close(Close.REPLACED)
        else:
            await self._commit(self.table.connected(guest, now), None)
        self._connections[guest] = connection
        connection.frame(self.table.since(guest, version, self._clock.now()))

    async def _commit(self, step: Step, item: Ask | None) -> None:
        """Writes, then tells. A step without facts has changed nothing that anyone sees."""
        if step.facts:
            await self._append(entry_of(self.table, step, self._epoch))
            self._tell(step, item)
            self._heard(self, step)
        elif item is not None:
            self._tell(step, item)
        if self.table.room.closed:
            self._over = True
            self._close_all(Close.NOT_FOUND)
            self._inbox.fail(Refused("not_member"))

    async def _append(self, entry: Entry) -> None:
        """Writes an entry, trying again while the store is away; the table's clocks stand still then."""
        since: float | None = None
        while True:
            try:
                await self._journal.append(entry)
                break
            except StoreUnavailable:
                now = self._clock.now()
                if since is None:
                    since = now
                    self.table.freeze(now)
                    _log.warning("room %s: the store is away; its clocks stand still", entry.room)
                elif now - since >= TROUBLE:
                    self._trouble()
                if self._over:
                    raise
                await sleep(self._clock, RETRY)
        if since is not None:
            self._in_trouble = False
            self.table.thaw(self._clock.now())
            _log.warning("room %s: the store is back", entry.room)

    # What goes out

    def _tell(self, step: Step, item: Ask | None) -> None:
        now = self._clock.now()
        actor = item.connection if item is not None else None
        for guest, connection in tuple(self._connections.items()):
            ack = {"aid": item.aid, "dup": step.dup} if item is not None and connection is actor else None
            if ack is not None or any(self.table.sees(guest, fact) for fact in step.facts):
                connection.frame(self.table.frame(guest, now, step.facts), ack)
            if self.table.room.member(guest) is None:
                del self._connections[guest]
                connection.close(Close.NOT_FOUND)

    def _refuse(self, item: Ask, refused: Refused) -> None:
        item.fail(refused)
        if item.connection is not None:
            message: dict[str, Any] = {
                "type": "refused",
                "aid": item.aid,
                "code": refused.code,
                "params": refused.params,
            }
            if refused.code in _BEHIND:
                message["frame"] = self.table.frame(item.guest, self._clock.now(), ())
            item.connection.say(message)

    def _trouble(self) -> None:
        """The store is away for long: those who wait are told, once."""
        if not self._in_trouble:
            self._in_trouble = True
            for connection in self._connections.values():
                connection.say({"type": "error", "code": "unavailable", "params": {}})
        self._fail(StoreUnavailable("the store is away"))

    def _break(self) -> None:
        self.broken = True
        for connection in self._connections.values():
            _part(connection)
        self._connections.clear()
        self._fail(TableError())

    def _fail(self, error: Exception) -> None:
        """Tells REST that nothing comes of what it asked, or that nobody can say."""
        if self._in_hand is not None:
            self._in_hand.fail(error)
        self._inbox.fail(error)

    def _close_all(self, code: Close) -> None:
        for connection in self._connections.values():
            connection.close(code)
        self._connections.clear()


def _part(connection: Connection) -> None:
    """Says that the table is broken, and closes."""
    connection.say({"type": "error", "code": "table_error", "params": {}})
    connection.close(Close.INTERNAL)
