"""The one task that writes. Whatever waits while a commit runs goes together into the next one."""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truco.store import schema
from truco.store.errors import AppendConflict, Conflict, StoreUnavailable
from truco.store.writing import STATEMENTS, Step, Write

_BATCH = 1_000
"""The most writes in one transaction, so that the first of them does not wait long for the last."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    done: asyncio.Future[None]


Outcome = Exception | None
"""What became of one write: None when it is durable."""


class Writer:
    """Group commit over one connection. `start` it, `write`, `close` it, all in one event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._queue: deque[_Waiting] = deque()
        self._awake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
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
        """Write all together; should that fail for a reason of one of them, each on its own feet."""
        try:
            try:
                return await self._commit_together(writes)
            except Exception as error:
                await self._roll_back()
                if self._is_passing(error):
                    raise
                return await self._commit_apart(writes)
        except Exception as error:
            await self._disconnect()
            passing = self._is_passing(error)
            return [unavailable(error) if passing else error for _ in writes]

    async def _commit_together(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        connection = await self._begin()
        epochs = await _epochs(connection, writes)
        outcomes = [_fenced_off(write, epochs) for write in writes]
        await _run_steps(
            connection, [write for write, lost in zip(writes, outcomes, strict=True) if lost is None]
        )
        await self._commit(connection)
        return outcomes

    async def _commit_apart(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """One transaction all the same, with a savepoint for each write: one in conflict spoils only itself.

        After a refused entry the later ones of its room in this batch are refused too: they were built on it.
        """
        connection = await self._begin()
        epochs = await _epochs(connection, writes)
        outcomes: list[Outcome] = []
        broken: set[str] = set()
        for write in writes:
            outcome = _fenced_off(write, epochs)
            if outcome is None and write.fence is not None and write.fence.room in broken:
                outcome = AppendConflict(f"an earlier entry of room {write.fence.room} was refused")
            if outcome is None:
                outcome = await self._write_one(connection, write)
            if outcome is not None and write.fence is not None:
                broken.add(write.fence.room)
            outcomes.append(outcome)
        await self._commit(connection)
        return outcomes

    async def _write_one(self, connection: AsyncConnection, write: Write) -> Outcome:
        try:
            async with connection.begin_nested():
                await _run_steps(connection, [write])
        except IntegrityError as error:
            if await _is_written(connection, write):
                return None
            kind = Conflict if write.fence is None else AppendConflict
            conflict = kind(str(error.orig))
            conflict.__cause__ = error
            return conflict
        except Exception as error:
            if self._is_passing(error):
                raise
            return error
        return None

    async def _begin(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._engine.connect()
        await self._connection.begin()
        return self._connection

    async def _commit(self, connection: AsyncConnection) -> None:
        await connection.commit()
        self.commits += 1

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
        return is_passing(error, self._engine)


def is_passing(error: Exception, engine: AsyncEngine) -> bool:
    """Whether `error` tells of the database's state, not of what was asked of it."""
    if isinstance(error, IntegrityError | DataError | ProgrammingError | NotSupportedError):
        return error.connection_invalidated
    driver: type[Exception] = engine.dialect.loaded_dbapi.Error
    return isinstance(error, DBAPIError | PoolTimeoutError | OSError | driver)


def unavailable(error: Exception) -> StoreUnavailable:
    """`error` as callers of the store know it."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    absent = StoreUnavailable(str(reason))
    absent.__cause__ = error
    return absent


def _tell(batch: Sequence[_Waiting], outcomes: Sequence[Outcome]) -> None:
    for waiting, outcome in zip(batch, outcomes, strict=True):
        if waiting.done.done():
            continue
        if outcome is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(outcome)


async def _epochs(connection: AsyncConnection, writes: Sequence[Write]) -> Mapping[str, int]:
    """The epochs of all rooms that `writes` append to, held as they are until the transaction ends."""
    fenced = {write.fence.room for write in writes if write.fence is not None}
    if not fenced:
        return {}
    query = (
        select(schema.rooms.c.id, schema.rooms.c.epoch)
        .where(schema.rooms.c.id.in_(fenced))
        .with_for_update(read=True)
    )
    return dict((await connection.execute(query)).all())


def _fenced_off(write: Write, epochs: Mapping[str, int]) -> Outcome:
    fence = write.fence
    if fence is None or epochs.get(fence.room) == fence.epoch:
        return None
    if fence.room not in epochs:
        return AppendConflict(f"no room {fence.room}")
    return AppendConflict(f"room {fence.room} is in epoch {epochs[fence.room]}, the entry in {fence.epoch}")


async def _run_steps(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    steps: dict[Step, list[Any]] = {}
    for write in writes:
        for step, parameters in write.steps:
            steps.setdefault(step, []).append(parameters)
    for step in sorted(steps):
        await connection.execute(STATEMENTS[step], steps[step])


async def _is_written(connection: AsyncConnection, write: Write) -> bool:
    """Whether this very entry is in the journal: its commit had succeeded though reported as failed."""
    for step, parameters in write.steps:
        if step is Step.APPEND:
            columns = [
                schema.journal.c[name] == value for name, value in parameters.items() if value is not None
            ]
            return (
                await connection.execute(select(schema.journal.c.seq).where(*columns))
            ).first() is not None
    return False
