"""All that is true of PostgreSQL only: several processes share it, and it may hang or be cut off."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import (
    ARRAY,
    URL,
    BigInteger,
    ColumnElement,
    Connection,
    NullPool,
    String,
    bindparam,
    event,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, InterfaceError, NotSupportedError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from truco.store import codec
from truco.store.dialect import Dialect, JournalRow

CONNECT_S = 3.0
"""How long the driver tries to connect."""

IDLE_MS = 2_000
"""After this the server ends a session that does nothing in a transaction, and with it the session's locks.

A process frozen in an append must not hold its rooms against those who claim them.
"""

LOCK_MS = 2_500
"""How long a statement waits for a lock: a little longer than a frozen session may hold it."""

STATEMENT_MS = 3_000
COMMAND_S = 3.5
LIMIT_S = 4.5
"""The server, then the driver, then the store give up: a statement, a statement, a whole transaction."""

_APPEND = """
INSERT INTO journal (room, seq, game, guest, aid, facts, at_ms)
SELECT * FROM unnest(
    $1::varchar[], $2::integer[], $3::integer[], $4::varchar[], $5::varchar[], $6::text[], $7::bigint[]
)"""

_CLOSE_S = 0.3
_MIGRATION_LOCK = 0x7472_7563_6F  # "truco"; an advisory lock's number, the same in all releases

_PASSING_CLASSES = frozenset({"08", "25", "28", "3D", "40", "53", "55", "57", "58", "F0", "XX"})
"""The first two characters of the SQLSTATEs that tell of the server: connection, transaction's state (also a
standby that only reads), log-in, no such database, rollback (deadlock, serialization), resources (disk full,
too many connections), locks, the operator (shutdown, a cancelled query), the system."""

_NOT_MIGRATED = frozenset({"42P01", "42703", "42501"})
"""No such table, no such column, no right to it: until the operator has done their part."""


def dialect() -> Dialect:
    """What PostgreSQL says differently."""
    now = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", BigInteger())
    return Dialect(now, insert, _among, _append, _is_passing, limit_s=LIMIT_S, one_writer=False)


def writer_engine(url: URL, size: int = 1) -> AsyncEngine:
    """An engine whose transactions write, over at most `size` connections."""
    return _engine(url, pool_size=size, server=_limits())


def reader_engine(url: URL) -> AsyncEngine:
    """The engine of the connections that read. Each statement is a transaction by itself."""
    server = {**_limits(), "default_transaction_read_only": "on"}
    return _engine(url, pool_size=4, server=server, isolation_level="AUTOCOMMIT")


def migration_engine(url: URL) -> AsyncEngine:
    """The engine of a migration: unlimited in time, and one at a time for the whole database."""
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": CONNECT_S})

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")

    event.listen(engine.sync_engine, "begin", begin)
    return engine


class _Connection(asyncpg.Connection):
    """A connection that is not waited for when it is given up: the server may hang, or the line be cut."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Take leave shortly, then cut."""
        try:
            async with asyncio.timeout(min(_CLOSE_S, timeout or _CLOSE_S)):
                await super().close()  # pyright: ignore[reportUnknownMemberType]
        except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self.terminate()


def _limits() -> dict[str, str]:
    return {
        "application_name": "truco",
        "idle_in_transaction_session_timeout": str(IDLE_MS),
        "lock_timeout": str(LOCK_MS),
        "statement_timeout": str(STATEMENT_MS),
    }


def _engine(url: URL, pool_size: int, server: dict[str, str], **options: Any) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=LIMIT_S,
        pool_pre_ping=True,
        connect_args={
            "timeout": CONNECT_S,
            "command_timeout": COMMAND_S,
            "connection_class": _Connection,
            "server_settings": server,
        },
        **options,
        **codec.ENGINE_OPTIONS,
    )


def _among(column: ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    return column == func.any(bindparam(parameter, type_=ARRAY(String)))


def _append(connection: AsyncConnection, rows: Sequence[JournalRow]) -> Awaitable[object]:
    return connection.exec_driver_sql(_APPEND, tuple(map(list, zip(*rows, strict=True))))


def _is_passing(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state[:2] in _PASSING_CLASSES or state in _NOT_MIGRATED
    driver = error.orig.__cause__ if error.orig is not None else None
    if isinstance(driver, asyncpg.DataError):  # a value that does not fit its column, noticed by the driver
        return False
    # The second: a statement that was prepared before its tables were changed; it is prepared anew then.
    passing = (InterfaceError, NotSupportedError)
    return isinstance(error, passing) or isinstance(driver, asyncpg.InternalClientError)
