import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, make_url, text

from tests.services import ROOT, Postgres
from truco.store import Store
from truco.store.engines import migration_engine
from truco.store.migrations import configuration

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


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database without any tables."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    database = postgres.create()
    yield postgres.url(database)
    postgres.drop(database)


async def _with_connection(url: str, work: Any) -> Any:
    engine = migration_engine(make_url(url))
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


async def _tables(url: str) -> set[str]:
    return await _with_connection(url, lambda connection: set(inspect(connection).get_table_names()))


async def _alembic(url: str, *what: str) -> None:
    name, *arguments = what
    await _with_connection(
        url, lambda connection: getattr(command, name)(configuration(connection), *arguments)
    )


def _truco_migrate(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "truco", "migrate"],
        cwd=ROOT,
        env={**os.environ, "TRUCO_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )


async def test_an_empty_database_gets_all_tables(url: str):
    await Store.migrate(url)
    assert await _tables(url) == TABLES


async def test_the_migrations_make_what_the_schema_says(url: str):
    await Store.migrate(url)
    await _alembic(url, "check")


async def test_every_migration_can_be_taken_back(url: str):
    await Store.migrate(url)
    await _alembic(url, "downgrade", "base")
    assert await _tables(url) == {"alembic_version"}

    await Store.migrate(url)
    assert await _tables(url) == TABLES


async def test_those_who_migrate_at_once_migrate_once(url: str):
    here = [asyncio.create_task(Store.migrate(url)) for _ in range(2)]
    done = await asyncio.gather(*(asyncio.to_thread(_truco_migrate, url) for _ in range(2)))

    await asyncio.gather(*here)
    assert [(one.returncode, one.stderr) for one in done] == [(0, "")] * 2
    assert await _tables(url) == TABLES


async def test_servers_that_start_at_once_migrate_once(sqlite_url: str):
    stores = await asyncio.gather(*(Store.open(sqlite_url) for _ in range(3)))

    assert [await store.at_head() for store in stores] == [True, True, True]
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_server_never_migrates_postgresql(postgres: Postgres):
    database = postgres.create()
    store = await Store.open(postgres.url(database))

    assert not await store.at_head()
    assert postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database) == "0"

    await Store.migrate(postgres.url(database))
    assert await store.at_head()
    await store.close()
    postgres.drop(database)


async def test_an_older_schema_is_not_at_its_head(url: str):
    await Store.migrate(url)
    store = await Store.open(url)
    await _alembic(url, "downgrade", "0002")

    assert not await store.at_head()
    await store.close()


async def test_the_members_of_open_rooms_are_found_in_their_journals(url: str):
    await Store.migrate(url)
    await _alembic(url, "downgrade", "0002")
    joined = '{{"fact":"member_joined","member":"{0}","name":"{0}","look":"{0}"}}'
    journal = {
        ("sala", 1): "[" + joined.format("ana") + ',{"fact":"seated","member":"ana","seat":0}]',
        ("sala", 2): "[" + joined.format("beto") + "," + joined.format("caro") + "]",
        ("sala", 3): '[{"fact":"member_left","member":"beto"}]',
        ("sala", 4): '[{"fact":"member_away","member":"caro"}]',
        ("cerrada", 1): "[" + joined.format("dani") + "]",
        ("otra", 1): "[" + joined.format("beto") + "]",
    }

    def fill(connection: Connection) -> None:
        room = (
            "INSERT INTO rooms (id, name, code, public, records, rules, opened_at, closed_at, epoch,"
            " checkpoint_seq) VALUES (:id, 'Mesa', :id, true, 'open', '{}', 1, :closed_at, 1, 0)"
        )
        for id, closed_at in (("sala", None), ("otra", None), ("cerrada", 9)):
            connection.execute(text(room), {"id": id, "closed_at": closed_at})
        entry = "INSERT INTO journal (room, seq, facts, at_ms) VALUES (:room, :seq, :facts, :at_ms)"
        for (id, seq), facts in journal.items():
            connection.execute(text(entry), {"room": id, "seq": seq, "facts": facts, "at_ms": seq})

    await _with_connection(url, fill)
    await Store.migrate(url)

    store = await Store.open(url)
    where = {guest: await store.members.room_of(guest) for guest in ("ana", "beto", "caro", "dani")}
    assert where == {"ana": "sala", "beto": "otra", "caro": "sala", "dani": None}
    assert {row.id: row.epoch for row in await store.rooms.take_over("nodo")} == {"sala": 2, "otra": 2}
    await store.close()


async def test_a_database_that_cannot_be_migrated_is_one_line_on_the_command_line(tmp_path: Path):
    (tmp_path / "truco.db").write_text("a letter to grandmother, not a database\n" * 100)

    done = await asyncio.to_thread(_truco_migrate, f"sqlite+aiosqlite:///{tmp_path / 'truco.db'}")

    assert done.returncode == 1
    assert done.stderr == "truco: the database cannot be migrated: file is not a database\n"


async def test_a_database_of_a_newer_release_is_one_line_on_the_command_line(url: str):
    await Store.migrate(url)
    engine = migration_engine(make_url(url))
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await engine.dispose()

    done = await asyncio.to_thread(_truco_migrate, url)

    assert done.returncode == 1
    assert done.stderr.startswith(
        "truco: the database cannot be migrated: its tables are of a newer release:"
    ), done.stderr
    assert done.stderr.count("\n") == 1


async def test_the_file_is_written_ahead(sqlite_store: Store, database: Path):
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_the_migrations_run_from_any_folder(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    store = await Store.open(sqlite_url)
    await store.ping()
    await store.close()
