"""A PostgreSQL that dies, hangs or is cut off holds nobody up, and nothing acknowledged is lost."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import make_url

from tests.services import Postgres
from tests.store.builders import entry, room
from truco.store import AppendConflict, MemberIn, Store, StoreUnavailable
from truco.store import postgres as dialect
from truco.store.errors import WritesRefused
from truco.store.fence import places_query

_SOON_S = 6.0
"""An append answers within five seconds; the rest is for a busy machine."""


async def _fails_soon(work: Awaitable[object]) -> None:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        await work
    assert time.monotonic() - began < _SOON_S


async def _append_through_it(store: Store, id: str, entries: int) -> None:
    """Append as a table does: the same entry again until it is written."""
    for seq in range(1, entries + 1):
        while True:
            try:
                await store.journal.append(entry(seq, room=id, guest="ana", aid=f"a-{seq}"))
                break
            except StoreUnavailable:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def _frozen_session(url: str, id: str) -> AsyncIterator[None]:
    """A process that was frozen between the check of an append and its commit."""
    engine = dialect.writer_engine(make_url(url))
    connection = await engine.connect()
    try:
        await connection.begin()
        await connection.execute(places_query(dialect.dialect()), {"rooms": [id]})
        yield
    finally:
        await connection.invalidate()
        await connection.close()
        await engine.dispose()


@pytest.mark.parametrize("fault", ["kill", "stop", "freeze"])
async def test_what_happens_to_the_database_between_and_during_appends_loses_and_doubles_nothing(
    postgres_store: Store, postgres: Postgres, fault: str
):
    """Scenario 29."""
    rooms, entries = [f"sala-{number}" for number in range(20)], 60
    for id in rooms:
        await postgres_store.rooms.add(room(id), "nodo")
    appending = asyncio.gather(*(_append_through_it(postgres_store, id, entries) for id in rooms))

    commits = postgres_store.commits
    for more in (5, 10, 15):
        while postgres_store.commits < commits + more and not appending.done():
            await asyncio.wait([appending], timeout=0.001)
        await asyncio.to_thread(getattr(postgres, fault))
        await asyncio.wait([appending], timeout=0.3)
        assert not appending.done(), "it was too fast for the fault"
        await asyncio.to_thread(postgres.restore)
    async with asyncio.timeout(60):
        await appending

    for id in rooms:
        rows = await postgres_store.journal.read(id)
        assert [(row.seq, row.aid) for row in rows] == [(n, f"a-{n}") for n in range(1, entries + 1)]


async def test_a_database_that_hangs_is_unavailable_within_seconds_and_then_goes_on(
    postgres_store: Store, postgres: Postgres
):
    """Scenario 29: what waited is written once, whether or not its commit had begun."""
    store = postgres_store
    await store.rooms.add(room(), "nodo")
    await store.journal.append(entry(1))
    await store.nodes.beat("nodo", 1_000)
    await store.ping()

    postgres.freeze()
    await asyncio.gather(
        _fails_soon(store.journal.append(entry(2))),
        _fails_soon(store.ping()),
        _fails_soon(store.nodes.beat("nodo", 1_000)),
        _fails_soon(store.rooms.take(["sala"], "otro")),
        _fails_soon(store.at_head()),
    )
    await _fails_soon(store.journal.append(entry(2)))
    postgres.thaw()

    await _append_through_it_once(store, 2)
    assert [row.seq for row in await store.journal.read("sala")] == [1, 2]


async def _append_through_it_once(store: Store, seq: int) -> None:
    async with asyncio.timeout(30):
        while True:
            try:
                return await store.journal.append(entry(seq))
            except StoreUnavailable:
                await asyncio.sleep(0.05)


async def test_a_database_that_is_not_there_is_unavailable(postgres_store: Store, postgres: Postgres):
    postgres.stop()

    await _fails_soon(postgres_store.ping())
    await _fails_soon(postgres_store.rooms.add(room(), "nodo"))
    await _fails_soon(Store.migrate(postgres.url("migrated")))


async def test_a_line_that_is_cut_off_is_noticed_within_seconds():
    """The connection is accepted, and then nobody says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        store = await Store.open(f"postgresql+asyncpg://truco@127.0.0.1:{port}/truco")

        await asyncio.gather(_fails_soon(store.ping()), _fails_soon(store.rooms.add(room(), "nodo")))

        await store.close()


async def test_a_session_frozen_in_an_append_does_not_hold_up_a_claim(
    postgres_store: Store, postgres_url: str
):
    """Scenario 28: the frozen one loses its room within three seconds."""
    await postgres_store.rooms.add(room(), "frozen")

    async with _frozen_session(postgres_url, "sala"):
        began = time.monotonic()
        assert await postgres_store.rooms.take_orphans("nodo", 10) == [], "left for the next time"
        assert await postgres_store.rooms.take(["sala"], "nodo") == [], "the same"
        assert time.monotonic() - began < 1
        while not (taken := await postgres_store.rooms.take(["sala"], "nodo")):
            await asyncio.sleep(0.05)
        assert time.monotonic() - began < 3

    assert [row.epoch for row in taken] == [2]
    with pytest.raises(AppendConflict):
        await postgres_store.journal.append(entry(1))


async def test_a_frozen_session_holds_up_no_other_room(postgres_store: Store, postgres_url: str):
    store = postgres_store
    await store.rooms.add(room(), "frozen")
    await store.rooms.add(room("otra"), "frozen")

    async with _frozen_session(postgres_url, "sala"):
        taken = await store.rooms.take(["sala", "otra"], "nodo")
        assert [row.id for row in taken] == ["otra"]
        await store.journal.append(entry(1, room="otra", epoch=2))
        await store.nodes.beat("nodo", 1_000)


@pytest.mark.parametrize("ends_in", ["commit", "rollback"])
async def test_an_entry_whose_first_commit_is_still_under_way_is_written_once(
    postgres_store: Store, postgres_url: str, ends_in: str
):
    await postgres_store.rooms.add(room(), "nodo")
    again = entry(1, MemberIn("ana"), guest="ana", aid="a-1")
    engine = dialect.writer_engine(make_url(postgres_url))
    async with engine.connect() as first:
        await first.exec_driver_sql(
            "INSERT INTO journal (room, seq, guest, aid, facts, at_ms) VALUES ('sala', 1, 'ana', 'a-1', "
            """'[{"fact":"card_played","seat":0,"card":"7o"}]', 5001)"""
        )
        await first.exec_driver_sql("INSERT INTO members VALUES ('ana', 'sala', true, 1)")
        second = asyncio.create_task(postgres_store.journal.append(again))
        await asyncio.wait([second], timeout=0.3)
        assert not second.done()
        await getattr(first, ends_in)()
        await second
    await engine.dispose()

    assert [row.aid for row in await postgres_store.journal.read("sala")] == ["a-1"]
    assert await postgres_store.members.room_of("ana") == "sala"


async def test_connections_that_were_closed_while_nobody_asked_are_made_anew(
    postgres_store: Store, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    """A database restarted at night costs the first guest of the morning nothing."""
    monkeypatch.setattr("truco.store.writer._IDLE_S", 0.0)
    store = postgres_store
    await store.rooms.add(room(), "nodo")
    await store.journal.append(entry(1))
    await store.nodes.beat("nodo", 1_000)

    postgres.stop()
    postgres.start()

    assert len(await store.journal.read("sala")) == 1
    await store.journal.append(entry(2))
    await store.nodes.beat("nodo", 1_000)
    assert len(await store.rooms.take(["sala"], "nodo")) == 1


async def test_a_database_that_only_reads_acknowledges_nothing(postgres: Postgres, postgres_url: str):
    """As a standby does, or a database put to rest by its operator."""
    setup = await Store.open(postgres_url)
    await setup.rooms.add(room(), "nodo")
    await setup.close()
    postgres.sql(f"ALTER DATABASE {postgres_url.rpartition('/')[2]} SET default_transaction_read_only = on")

    store = await Store.open(postgres_url)
    await _fails_soon(store.journal.append(entry(1)))
    assert await store.journal.read("sala") == []
    with pytest.raises(WritesRefused):
        await store.ping()
    await store.close()


async def test_a_statement_that_takes_too_long_is_cancelled_and_acknowledges_nothing(
    postgres_store: Store, postgres: Postgres, postgres_url: str
):
    await postgres_store.rooms.add(room(), "nodo")
    postgres.sql(
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$; "
        "CREATE TRIGGER slow BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION slow()",
        postgres_url.rpartition("/")[2],
    )

    await _fails_soon(postgres_store.journal.append(entry(1)))
    assert await postgres_store.journal.read("sala") == []
