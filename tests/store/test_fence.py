"""Entries are written by the room's owner only, each in its place."""

import asyncio

import pytest

from tests.store.builders import entry, room
from truco.store import AppendConflict, MemberIn, RoomChanged, Store


@pytest.fixture(autouse=True)
async def opened(store: Store) -> None:
    for id in ("sala", "otra"):
        await store.rooms.add(room(id), "nodo")


async def _seqs(store: Store, room: str = "sala") -> list[int]:
    return [row.seq for row in await store.journal.read(room)]


async def test_a_journal_begins_with_its_first_entry(store: Store):
    with pytest.raises(AppendConflict, match="comes after 0"):
        await store.journal.append(entry(2))
    assert await _seqs(store) == []


async def test_an_entry_leaves_no_gap(store: Store):
    await store.journal.append(entry(1))

    with pytest.raises(AppendConflict, match="comes after 1"):
        await store.journal.append(entry(3, RoomChanged(name="otro")))

    assert await _seqs(store) == [1]
    unchanged = await store.rooms.by_id("sala")
    assert unchanged is not None and unchanged.name == "Mesa sala"


@pytest.mark.parametrize(("games", "refused"), [((None, 1), None), ((1, 1, 2), 1), ((1, 2), 4), ((None,), 2)])
async def test_games_follow_each_other(store: Store, games: tuple[int | None, ...], refused: int | None):
    for seq, game in enumerate(games, start=1):
        await store.journal.append(entry(seq, game=game))

    with pytest.raises(AppendConflict, match="game"):
        await store.journal.append(entry(len(games) + 1, game=refused))

    assert [row.game for row in await store.journal.read("sala")] == list(games)


async def test_an_entry_appended_again_after_later_ones_is_no_conflict(store: Store):
    for seq in (1, 2, 3):
        await store.journal.append(entry(seq, guest="ana", aid=f"a-{seq}"))

    await store.journal.append(entry(2, guest="ana", aid="a-2"))
    with pytest.raises(AppendConflict):
        await store.journal.append(entry(2, guest="ana", aid="another"))

    assert await _seqs(store) == [1, 2, 3]


async def test_the_same_entry_twice_in_one_batch_is_written_once(store: Store):
    await asyncio.gather(store.journal.append(entry(1)), store.journal.append(entry(1)))

    assert await _seqs(store) == [1]


async def test_entries_of_one_room_may_wait_together(store: Store):
    await asyncio.gather(*(store.journal.append(entry(seq)) for seq in range(1, 6)))

    assert await _seqs(store) == [1, 2, 3, 4, 5]


async def test_a_refused_entry_changes_nothing_and_harms_no_other(store: Store):
    lost, good = await asyncio.gather(
        store.journal.append(entry(1, MemberIn("ana"), epoch=7)),
        store.journal.append(entry(1, MemberIn("beto"), room="otra")),
        return_exceptions=True,
    )

    assert isinstance(lost, AppendConflict) and good is None
    assert await store.members.room_of("ana") is None
    assert await store.members.room_of("beto") == "otra"


async def test_what_is_taken_amid_appends_keeps_one_line(store: Store, url: str):
    """Whoever takes the room reads a journal to which the one before adds nothing any more."""
    other = await Store.open(url)
    written: list[int] = []

    async def append_until_lost() -> None:
        for seq in range(1, 100_000):
            await store.journal.append(entry(seq))
            written.append(seq)

    appending = asyncio.create_task(append_until_lost())
    while len(written) < 20:
        await asyncio.wait([appending], timeout=0.001)
    while not (taken := await other.rooms.take(["sala"], "otro nodo")):
        await asyncio.sleep(0)  # it was being written to
    assert taken[0].epoch == 2
    read = len(await other.journal.read("sala"))
    await other.journal.append(entry(read + 1, epoch=2, facts=[{"fact": "mine"}]))

    with pytest.raises(AppendConflict):
        await appending
    assert written == list(range(1, read + 1))
    assert await _seqs(store) == list(range(1, read + 2))
    await other.close()
