"""All that is true of SQLite only: one file, one connection that writes beside several that read."""

import sqlite3
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    URL,
    BigInteger,
    ColumnElement,
    Connection,
    NullPool,
    bindparam,
    event,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from truco.store import codec
from truco.store.dialect import Dialect, JournalRow

BUSY_MS = 1_000
"""How long a statement waits for a lock held by another process before the store counts as unavailable."""

_CHECKPOINT_PAGES = 8_000
"""How long the write-ahead log grows before it is copied: a page written many times is copied once."""

_APPEND = "INSERT INTO journal (room, seq, game, guest, aid, facts, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)"

_WRITER = ("journal_mode=WAL", "synchronous=FULL", f"wal_autocheckpoint={_CHECKPOINT_PAGES}")


def dialect() -> Dialect:
    """What SQLite says differently."""
    # unixepoch('subsec') needs SQLite 3.42; Python brings older ones.
    now = literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", BigInteger())
    return Dialect(now, insert, _among, _append, _is_passing, limit_s=None, one_writer=True)


def _among(column: ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    each = func.json_each(bindparam(parameter, type_=JSON)).table_valued("value")
    return column.in_(select(each.c.value))


def _append(connection: AsyncConnection, rows: Sequence[JournalRow]) -> Awaitable[object]:
    return connection.exec_driver_sql(_APPEND, list(rows))


def _is_passing(error: Exception) -> bool:
    if isinstance(error, IntegrityError | DataError | ProgrammingError | NotSupportedError):
        return False
    return isinstance(error, DBAPIError | sqlite3.Error)


def writer_engine(url: URL) -> AsyncEngine:
    """An engine of one connection that writes. Its transactions hold the write lock from the start."""
    engine = create_async_engine(url, pool_size=1, max_overflow=0, **codec.ENGINE_OPTIONS)
    _prepare(engine, BUSY_MS, "foreign_keys=ON", *_WRITER)
    _begin_immediately(engine)
    return engine


def reader_engine(url: URL) -> AsyncEngine:
    """The engine of the connections that read. Each statement is a transaction by itself."""
    engine = create_async_engine(
        url, pool_size=4, max_overflow=0, pool_reset_on_return=None, **codec.ENGINE_OPTIONS
    )
    _prepare(engine, BUSY_MS, "foreign_keys=ON", "query_only=ON")
    return engine


def migration_engine(url: URL) -> AsyncEngine:
    """The engine of a migration: without foreign keys, since a table may have to be made anew."""
    engine = create_async_engine(url, poolclass=NullPool)
    _prepare(engine, 30 * BUSY_MS, "foreign_keys=OFF", *_WRITER)
    _begin_immediately(engine)
    return engine


def make_folder(url: URL) -> None:
    """Create the folder that the database file lies in.

    Raises:
        ValueError: the URL names no file; several connections could not share a database in memory.
        OSError: the folder cannot be made.
    """
    if not url.database or url.database == ":memory:":
        raise ValueError("a SQLite database has to be a file: sqlite+aiosqlite:///truco.db")
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _prepare(engine: AsyncEngine, busy_ms: int, *pragmas: str) -> None:
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={busy_ms}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine.sync_engine, "connect", prepare)


def _begin_immediately(engine: AsyncEngine) -> None:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine.sync_engine, "begin", begin)
