"""The store: the one durable truth about guests, rooms, journals and games."""

from typing import Self

from sqlalchemy import literal, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from truco.store import sqlite
from truco.store.engines import Engines, is_sqlite
from truco.store.games import Games
from truco.store.guests import Guests
from truco.store.journal import Journal
from truco.store.migrations import migrate as migrate_to_head
from truco.store.reader import Reader
from truco.store.rooms import Rooms
from truco.store.shares import Shares
from truco.store.writer import Writer, unavailable


class Store:
    """An open database: `await Store.open(…)`, `await store.close()`. It belongs to one event loop."""

    def __init__(self, engines: Engines) -> None:
        """Over engines whose database is migrated; `open` is what callers want."""
        self._engines = engines
        self._writer = Writer(engines.writer)
        self._reader = Reader(engines.reader)
        self.guests = Guests(self._writer, self._reader)
        self.rooms = Rooms(self._writer, self._reader)
        self.journal = Journal(self._writer, self._reader)
        self.games = Games(self._reader)
        self.shares = Shares(self._writer, self._reader)

    @classmethod
    async def open(cls, url: str, migrate: bool = True) -> Self:
        """Open the database at `url`; SQLite's folder and file are made.

        Args:
            url: in SQLAlchemy's form, with an async driver: `sqlite+aiosqlite:///truco.db`.
            migrate: bring the schema to its head first.

        Raises:
            ValueError: the URL is none, or names a SQLite database in memory.
            StoreUnavailable: the database cannot be opened.
        """
        try:
            parsed = make_url(url)
            if is_sqlite(parsed):
                sqlite.make_folder(parsed)
            if migrate:
                await migrate_to_head(parsed)
            store = cls(Engines.of(parsed))
        except (SQLAlchemyError, OSError) as error:
            raise unavailable(error) from error
        store._writer.start()
        return store

    async def close(self) -> None:
        """Write what waits, then close all connections."""
        await self._writer.close()
        await self._engines.dispose()

    async def ping(self) -> None:
        """Ask the database for a sign of life.

        Raises:
            StoreUnavailable: it gives none.
        """
        await self._reader.first(select(literal(1)))

    @property
    def commits(self) -> int:
        """How many transactions were committed since the store was opened."""
        return self._writer.commits
