"""The store: the one durable truth about guests, rooms, journals and games."""

import asyncio
from contextlib import nullcontext
from typing import Self

from alembic.util import CommandError
from sqlalchemy import URL, literal, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from truco.store import sqlite
from truco.store.asides import Asides
from truco.store.engines import Engines, is_sqlite
from truco.store.errors import UnknownSchema
from truco.store.games import Games
from truco.store.guests import Guests
from truco.store.journal import Journal
from truco.store.members import Members
from truco.store.migrations import is_at_head
from truco.store.migrations import migrate as migrate_to_head
from truco.store.nodes import Nodes
from truco.store.passing import unavailable
from truco.store.reader import Reader
from truco.store.rooms import Rooms
from truco.store.shares import Shares
from truco.store.writer import Writer


class Store:
    """An open database: `await Store.open(…)`, `await store.close()`. It belongs to one event loop."""

    def __init__(self, engines: Engines) -> None:
        """Over engines of a database; `open` is what callers want."""
        self._engines = engines
        dialect = engines.dialect
        turn = asyncio.Lock() if dialect.one_writer else nullcontext()
        claims, beats = Asides(engines.claims, dialect, turn), Asides(engines.beats, dialect, turn)
        self._writer = Writer(engines.writer, dialect, turn)
        self._reader = Reader(engines.reader, dialect)
        self.guests = Guests(self._writer, self._reader)
        self.rooms = Rooms(self._writer, self._reader, claims, dialect)
        self.members = Members(self._reader, claims, dialect)
        self.nodes = Nodes(beats, dialect)
        self.journal = Journal(self._writer, self._reader)
        self.games = Games(self._reader)
        self.shares = Shares(self._writer, self._reader)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url`. SQLite's folder, file and tables are made; PostgreSQL is not asked yet.

        Args:
            url: in SQLAlchemy's form, with an async driver: `sqlite+aiosqlite:///truco.db`,
                `postgresql+asyncpg://truco:secret@localhost/truco`.

        Raises:
            ValueError: the URL is none that the store knows, or names a SQLite database in memory.
            UnknownSchema: the SQLite file is of a newer release.
            StoreUnavailable: it cannot be opened.
        """
        parsed = _parsed(url)
        if is_sqlite(parsed):
            await _migrate(parsed)
        store = cls(Engines.of(parsed))
        store._writer.start()
        return store

    @staticmethod
    async def migrate(url: str) -> None:
        """Bring the database at `url` to the newest schema. Two who do it at once wait for each other.

        Raises:
            ValueError: as `open` does.
            UnknownSchema: it is of a newer release.
            StoreUnavailable: the database cannot be used.
        """
        await _migrate(_parsed(url))

    async def at_head(self) -> bool:
        """Whether the database has the schema that this release needs. Raises StoreUnavailable."""
        return await self._reader.ask(is_at_head)

    async def close(self) -> None:
        """Write what waits, then close all connections."""
        await self._writer.close()
        await self._engines.dispose()

    async def ping(self) -> None:
        """Ask the database for a sign of life; unless the last write succeeded, for one more write too.

        Raises:
            WritesRefused: it may be read, but not written.
            StoreUnavailable: it gives no sign.
        """
        await self._reader.first(select(literal(1)))
        await self._writer.try_out()

    @property
    def commits(self) -> int:
        """How many transactions were committed since the store was opened."""
        return self._writer.commits


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError("it is no address of a database") from None
    if parsed.drivername not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
        raise ValueError("its address has to begin with sqlite+aiosqlite:// or postgresql+asyncpg://")
    return parsed


async def _migrate(url: URL) -> None:
    try:
        if is_sqlite(url):
            sqlite.make_folder(url)
        await migrate_to_head(url)
    except CommandError as error:
        raise UnknownSchema(f"its tables are of a newer release: {error}") from error
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(error) from error
