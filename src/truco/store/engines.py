"""Which engines a database's URL stands for."""

from dataclasses import dataclass
from typing import Self

from sqlalchemy import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from truco.store import codec, sqlite


@dataclass(frozen=True, slots=True)
class Engines:
    """The two ways into one database."""

    writer: AsyncEngine
    reader: AsyncEngine

    @classmethod
    def of(cls, url: URL) -> Self:
        """The engines for `url`. Nothing is connected yet."""
        if is_sqlite(url):
            return cls(sqlite.writer_engine(url), sqlite.reader_engine(url))
        engine = create_async_engine(url, pool_pre_ping=True, **codec.ENGINE_OPTIONS)
        return cls(engine, engine)

    async def dispose(self) -> None:
        """Close all connections."""
        await self.writer.dispose()
        await self.reader.dispose()


def is_sqlite(url: URL | str) -> bool:
    """Whether the database is the embedded one, which the server makes and migrates by itself."""
    return make_url(url).get_backend_name() == "sqlite"


def migration_engine(url: URL) -> AsyncEngine:
    """The engine that a migration runs in."""
    return sqlite.migration_engine(url) if is_sqlite(url) else create_async_engine(url)
