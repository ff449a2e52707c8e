"""Which engines a database's URL stands for."""

from dataclasses import dataclass
from typing import Self

from sqlalchemy import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from truco.store import postgres, sqlite
from truco.store.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Engines:
    """The ways into one database.

    What is claimed and the node's lease have connections of their own, since a claim may have to wait for a
    frozen process, and neither the journal nor the lease may wait with it.
    """

    dialect: Dialect
    writer: AsyncEngine
    reader: AsyncEngine
    claims: AsyncEngine
    beats: AsyncEngine

    @classmethod
    def of(cls, url: URL) -> Self:
        """The engines for `url`. Nothing is connected yet."""
        if is_sqlite(url):
            beside = sqlite.writer_engine(url)
            return cls(sqlite.dialect(), sqlite.writer_engine(url), sqlite.reader_engine(url), beside, beside)
        return cls(
            postgres.dialect(),
            postgres.writer_engine(url),
            postgres.reader_engine(url),
            postgres.writer_engine(url, 2),
            postgres.writer_engine(url),
        )

    async def dispose(self) -> None:
        """Close all connections."""
        for engine in (self.writer, self.reader, self.claims, self.beats):
            await engine.dispose()


def is_sqlite(url: URL | str) -> bool:
    """Whether the database is the embedded one, which the server makes and migrates by itself."""
    return make_url(url).get_backend_name() == "sqlite"


def migration_engine(url: URL) -> AsyncEngine:
    """The engine that a migration runs in. Two migrations of one database wait for each other."""
    return sqlite.migration_engine(url) if is_sqlite(url) else postgres.migration_engine(url)
