"""The one task that writes. Whatever waits while a commit runs goes together into the next one."""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truco.store.dialect import Dialect
from truco.store.errors import AppendConflict, Conflict, StoreUnavailable, WritesRefused
from truco.store.fence import Place, Places, is_written, places_query
from truco.store.passing import is_passing, unavailable
from truco.store.reader import limit
from truco.store.writing import Parameters, Step, Write, statements

_BATCH = 1_000
"""The most writes in one transaction, so that the first of them does not wait long for the last."""

_IDLE_S = 1.0
"""A connection that was not used for so long is asked whether it is still there."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    done: asyncio.Future[None]


Outcome = Exception | None
"""What became of one write: None when it is durable."""


class Writer:
    """Group commit over one connection. `start` it, `write`, `close` it, all in one event loop."""

    def __init__(
        self, engine: AsyncEngine, dialect: Dialect, turn: AbstractAsyncContextManager[object]
    ) -> None:
        """Over `engine`; each transaction waits for its `turn`."""
        self._engine = engine
        self._dialect = dialect
        self._turn = turn
        self._statements = statements(dialect)
        self._places_query = places_query(dialect)
        self._connection: AsyncConnection | None = None
        self._queue: deque[_Waiting] = deque()
        self._awake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._used_at = 0.0
        self._works = False
        self._failing_since: float | None = None
        self.commits = 0
        """How many transactions were committed."""

    def start(self) -> None:
        """Begin to write what is queued."""
        self._task = asyncio.create_task(self._run(), name="truco store writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._awake.set()
        if self._task is not None:
            await self._task
        await self._disconnect()

    async def write(self, write: Write) -> None:
        """Return when `write` is durable.

        Raises:
            Conflict: something of it must be unique and is there already; AppendConflict for journal entries.
            StoreUnavailable: the database cannot be used now; the same write may be tried again.
        """
        if self._closing:
            raise StoreUnavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(write, done))
        self._awake.set()
        await done

    async def try_out(self) -> None:
        """Write something that leaves nothing behind, unless the last try to write succeeded.

        So a writer that nobody asks for anything does not count as broken for ever.

        Raises:
            WritesRefused: it cannot be done.
        """
        if self._works:
            return
        id = secrets.token_urlsafe(12)  # of no node: a row of its own waits for no other's lock
        made: tuple[Step, Parameters] = Step.TRY_OUT, {"id": id, "lease_until": 0}
        try:
            await self.write(Write([made, (Step.TRY_OUT_UNDONE, {"of_node": id})]))
        except StoreUnavailable as reason:
            since = self._failing_since
            seconds = 0.0 if since is None else time.monotonic() - since
            raise WritesRefused(str(reason), seconds) from reason

    async def _run(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._awake.clear()
                await self._awake.wait()
                continue
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), _BATCH))]
            # Whoever has given up in the meantime gets nothing written.
            batch = [waiting for waiting in batch if not waiting.done.done()]
            if batch:
                _tell(batch, await self._outcomes([waiting.write for waiting in batch]))

    async def _outcomes(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        try:
            async with self._turn, limit(self._dialect):
                return await self._commit_somehow(writes)
        except Exception as error:
            # What a connection that failed is doing nobody knows: it is not used again.
            await self._disconnect()
            passing = self._is_passing(error)
            if passing:
                self._has_failed(unavailable(error))
            return [unavailable(error) if passing else error for _ in writes]

    async def _commit_somehow(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write all together; should that fail for a reason of one of them, each on its own feet."""
        try:
            return await self._commit_together(writes)
        except Exception as error:
            if self._is_passing(error):
                raise
            await self._roll_back()
            return await self._commit_apart(writes)

    async def _commit_together(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        connection = await self._begin()
        places = await self._places(connection, writes)
        outcomes: list[Outcome] = []
        let_through: list[Write] = []
        for write in writes:
            outcome = places.refusal(write)
            outcomes.append(outcome)
            if outcome is None:
                places.go_on(write)
                let_through.append(write)
        await self._run_steps(connection, let_through)
        for number, write in enumerate(writes):
            if outcomes[number] is not None and await _was_written(connection, write, places):
                outcomes[number] = None
        await self._commit(connection)
        return outcomes

    async def _commit_apart(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """One transaction all the same, with a savepoint for each write: one in conflict spoils only itself.

        After a refused entry the later ones of its room in this batch have lost their place.
        """
        connection = await self._begin()
        places = await self._places(connection, writes)
        outcomes: list[Outcome] = []
        for write in writes:
            outcome = places.refusal(write)
            if outcome is None:
                outcome = await self._write_one(connection, write)
                if outcome is None:
                    places.go_on(write)
            elif await _was_written(connection, write, places):
                outcome = None
            outcomes.append(outcome)
        await self._commit(connection)
        return outcomes

    async def _write_one(self, connection: AsyncConnection, write: Write) -> Outcome:
        try:
            async with connection.begin_nested():
                await self._run_steps(connection, [write])
        except IntegrityError as error:
            if await is_written(connection, write):
                return None
            kind = Conflict if write.row is None else AppendConflict
            conflict = kind(str(error.orig))
            conflict.__cause__ = error
            return conflict
        except Exception as error:
            if self._is_passing(error):
                raise
            return error
        return None

    async def _run_steps(self, connection: AsyncConnection, writes: Sequence[Write]) -> None:
        rows = [write.row for write in writes if write.row is not None]
        if rows:
            await self._dialect.append(connection, rows)
        steps: dict[Step, list[Any]] = {}
        for write in writes:
            for step, parameters in write.steps:
                steps.setdefault(step, []).append(parameters)
        for step in sorted(steps):
            await connection.execute(self._statements[step], steps[step])

    async def _places(self, connection: AsyncConnection, writes: Sequence[Write]) -> Places:
        rooms = list({write.row.room for write in writes if write.row is not None})
        if not rooms:
            return Places({})
        rows = (await connection.execute(self._places_query, {"rooms": rooms})).all()
        return Places({room: Place(epoch, seq or 0, game) for room, epoch, seq, game in rows})

    async def _begin(self) -> AsyncConnection:
        if self._connection is not None and time.monotonic() - self._used_at > _IDLE_S:
            await self._hang_up_if_dead(self._connection)
        if self._connection is None:
            self._connection = await self._engine.connect()
        await self._connection.begin()
        return self._connection

    async def _hang_up_if_dead(self, connection: AsyncConnection) -> None:
        """Give up a connection that was closed while nobody used it: that is no reason to fail a write."""
        try:
            await connection.execute(select(literal(1)))
            await connection.rollback()
        except Exception:
            await self._disconnect()

    async def _commit(self, connection: AsyncConnection) -> None:
        await connection.commit()
        self.commits += 1
        self._used_at = time.monotonic()
        self._has_worked()

    def _has_failed(self, reason: StoreUnavailable) -> None:
        self._works = False
        if self._failing_since is None:
            self._failing_since = time.monotonic()
            _log.warning("nothing can be written: %s", reason)

    def _has_worked(self) -> None:
        self._works = True
        if self._failing_since is not None:
            seconds, self._failing_since = time.monotonic() - self._failing_since, None
            _log.warning("writing succeeds again, after %.1f seconds", seconds)

    async def _roll_back(self) -> None:
        if self._connection is not None:
            try:
                await self._connection.rollback()
            except Exception:
                await self._disconnect()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()
            with suppress(Exception):
                await connection.close()

    def _is_passing(self, error: Exception) -> bool:
        return is_passing(error, self._dialect)


def _tell(batch: Sequence[_Waiting], outcomes: Sequence[Outcome]) -> None:
    for waiting, outcome in zip(batch, outcomes, strict=True):
        if waiting.done.done():
            continue
        if outcome is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(outcome)


async def _was_written(connection: AsyncConnection, write: Write, places: Places) -> bool:
    return places.may_be_written(write) and await is_written(connection, write)
