import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, make_url

from truco.store import Store
from truco.store.engines import migration_engine
from truco.store.migrations import configuration, migrate

TABLES = {
    "alembic_version",
    "guests",
    "rooms",
    "members",
    "nodes",
    "journal",
    "games",
    "game_players",
    "shares",
}


def _tables(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def _alembic(url: str, *what: str) -> None:
    def run(connection: Connection) -> None:
        name, *arguments = what
        getattr(command, name)(configuration(connection), *arguments)

    engine = migration_engine(make_url(url))
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


async def test_an_empty_database_gets_all_tables(url: str, database: Path):
    await migrate(make_url(url))
    assert _tables(database) == TABLES


async def test_the_migrations_make_what_the_schema_says(url: str):
    await migrate(make_url(url))
    await _alembic(url, "check")


async def test_every_migration_can_be_taken_back(url: str, database: Path):
    await migrate(make_url(url))
    await _alembic(url, "downgrade", "base")
    assert _tables(database) == {"alembic_version"}

    await migrate(make_url(url))
    assert _tables(database) == TABLES


async def test_servers_that_start_at_once_migrate_once(url: str):
    await migrate(make_url(url))
    await _alembic(url, "downgrade", "base")

    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    await asyncio.gather(*(store.close() for store in stores))


async def test_the_database_is_written_ahead(store: Store, database: Path):
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_the_migrations_run_from_any_folder(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    store = await Store.open(url)
    await store.ping()
    await store.close()
