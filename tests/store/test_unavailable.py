"""A database that cannot be used is told apart from one that refuses; what it missed may be tried again."""

import asyncio
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import aiosqlite
import pytest

from tests.store.builders import entry, room
from truco.store import Store, StoreUnavailable, sqlite
from truco.store.errors import WritesRefused

_FULL = """
import asyncio, resource, sys
from tests.store.builders import entry, room
from truco.store import Store, StoreUnavailable

async def main(url):
    store = await Store.open(url)
    await store.rooms.add(room())
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))  # no file may grow beyond this
    seq = 0
    try:
        while True:
            await store.journal.append(entry(seq + 1, facts=[{"fact": "x" * 10_000}]))
            seq += 1
    except StoreUnavailable:
        assert len(await store.journal.read("sala")) == seq > 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.journal.append(entry(seq + 1, facts=[{"fact": "x" * 10_000}]))
    assert len(await store.journal.read("sala")) == seq + 1
    await store.close()

asyncio.run(main(sys.argv[1]))
"""


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 20)


async def test_no_error_repeats_what_was_to_be_written(sqlite_store: Store, database: Path):
    store = sqlite_store
    await store.rooms.add(room())
    with closing(sqlite3.connect(database)) as other:
        other.execute("ALTER TABLE journal RENAME COLUMN facts TO others")
    # Made here, since a traceback quotes the whole call that failed.
    secret = entry(1, aid="a-1", guest="ana", facts=[{"fact": "card_played", "card": "7o"}])
    with pytest.raises(StoreUnavailable) as failed:
        await store.journal.append(secret)
    told = "".join(traceback.format_exception(failed.value))
    assert "INSERT INTO journal" in told
    assert "7o" not in told


async def test_a_locked_database_acknowledges_nothing(sqlite_store: Store, database: Path):
    store = sqlite_store
    await store.rooms.add(room())
    await store.rooms.add(room("otra"))

    with _locked(database):
        answers = await asyncio.gather(
            store.journal.append(entry(1)),
            store.journal.append(entry(1, room="otra")),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [StoreUnavailable, StoreUnavailable]
        assert await store.journal.read("sala") == [], "reading goes on"

    await store.journal.append(entry(1))
    assert len(await store.journal.read("sala")) == 1
    assert await store.journal.read("otra") == []


async def test_a_ping_tells_of_writes_that_fail_until_one_succeeds(sqlite_store: Store, database: Path):
    """Scenario 29: nobody has to want anything written for it to heal."""
    store = sqlite_store
    with _locked(database):
        with pytest.raises(StoreUnavailable):
            await store.rooms.add(room())
        with pytest.raises(WritesRefused):
            await store.ping()
        with pytest.raises(WritesRefused) as refused:
            await store.ping()
        assert 0 < refused.value.seconds < 60
    await store.ping()
    commits = store.commits
    await store.ping()
    assert store.commits == commits, "nothing is tried out while all is well"
    with closing(sqlite3.connect(database)) as other:
        assert other.execute("SELECT count(*) FROM nodes").fetchone() == (0,)


async def test_a_store_that_could_never_write_says_so_at_the_first_ping(sqlite_store: Store, database: Path):
    with _locked(database), pytest.raises(WritesRefused):
        await sqlite_store.ping()


async def test_a_full_disk_acknowledges_nothing_that_it_did_not_write(sqlite_url: str):
    """Scenario 29."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", _FULL, sqlite_url]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


async def test_a_commit_whose_answer_was_lost_is_found_written(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
):
    store = sqlite_store
    await store.rooms.add(room())
    commit, lost = aiosqlite.Connection.commit, [True]

    async def commit_and_lose_the_answer(connection: aiosqlite.Connection) -> None:
        await commit(connection)
        if lost and lost.pop():
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(aiosqlite.Connection, "commit", commit_and_lose_the_answer)

    with pytest.raises(StoreUnavailable):
        await store.journal.append(entry(1))
    await store.journal.append(entry(1))
    await store.journal.append(entry(2))

    assert [row.seq for row in await store.journal.read("sala")] == [1, 2]


async def test_a_closed_store_takes_nothing(url: str):
    store = await Store.open(url)
    await store.close()

    with pytest.raises(StoreUnavailable):
        await store.rooms.add(room())


async def test_a_store_that_is_open_answers_a_ping(store: Store):
    await store.ping()


async def test_a_folder_that_cannot_be_made_makes_the_store_unavailable(tmp_path: Path):
    (tmp_path / "file").touch()

    with pytest.raises(StoreUnavailable):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'file' / 'truco.db'}")


async def test_a_file_that_is_no_database_makes_the_store_unavailable(database: Path, sqlite_url: str):
    database.write_text("a letter to grandmother, not a database\n" * 100)

    with pytest.raises(StoreUnavailable):
        await Store.open(sqlite_url)


async def test_the_folder_of_a_database_is_made(tmp_path: Path):
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'down' / 'truco.db'}")
    await store.close()

    assert (tmp_path / "deep" / "down" / "truco.db").exists()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
async def test_a_database_in_memory_is_refused(url: str):
    with pytest.raises(ValueError, match="file"):
        await Store.open(url)


@pytest.mark.parametrize("url", ["truco.db", "mysql://localhost/truco", "postgresql://localhost/truco"])
async def test_an_address_that_the_store_does_not_know_is_refused(url: str):
    with pytest.raises(ValueError, match="address"):
        await Store.open(url)
