import asyncio

import pytest

from tests.store.builders import entry, game, room, seat_guests
from truco.store import AppendConflict, Checkpoint, RoomRow, Row, Store, StoreUnavailable


@pytest.fixture(autouse=True)
async def opened(store: Store) -> None:
    for id in ("sala", "otra", "patio"):
        await store.rooms.add(room(id))


async def test_what_was_appended_is_read_back_in_order(store: Store):
    facts = [{"fact": "called", "seat": 3, "word": "envido"}, {"fact": "member_joined", "name": "Ñandú 🂡"}]
    await store.journal.append(entry(1))
    await store.journal.append(entry(2, guest="ana", aid="a-1", game=1, facts=facts))

    first, second = await store.journal.read("sala")

    assert first == Row(1, None, None, None, ({"fact": "card_played", "seat": 0, "card": "7o"},), 5_001)
    assert second == Row(2, 1, "ana", "a-1", tuple(facts), 5_002)


async def test_one_room_is_read_from_where_the_reader_stands(store: Store):
    for seq in (1, 2, 3):
        await store.journal.append(entry(seq))
    await store.journal.append(entry(1, room="otra"))

    assert [row.seq for row in await store.journal.read("sala", after=1)] == [2, 3]
    assert await store.journal.read("nowhere") == []


async def test_appends_that_wait_together_share_a_commit(store: Store):
    rooms = [f"room-{number}" for number in range(200)]
    await asyncio.gather(*(store.rooms.add(room(id)) for id in rooms))
    before = store.commits

    await asyncio.gather(*(store.journal.append(entry(1, room=id)) for id in rooms))

    assert store.commits - before <= 2
    assert all([await store.journal.read(id) for id in rooms])


async def test_a_taken_number_is_a_conflict(store: Store):
    await store.journal.append(entry(1, aid="one", guest="ana"))

    with pytest.raises(AppendConflict):
        await store.journal.append(entry(1, aid="two", guest="ana"))

    assert [row.aid for row in await store.journal.read("sala")] == ["one"]


async def test_an_action_counts_once_for_a_guest_in_a_game(store: Store):
    await store.journal.append(entry(1, guest="ana", aid="a-1", game=1))

    with pytest.raises(AppendConflict):
        await store.journal.append(entry(2, guest="ana", aid="a-1", game=1))
    await store.journal.append(entry(2, guest="beto", aid="a-1", game=1))
    await store.journal.append(entry(3, guest="ana", aid="a-1", game=2))
    await store.journal.append(entry(1, room="otra", guest="ana", aid="a-1", game=1))

    assert [row.guest for row in await store.journal.read("sala")] == ["ana", "beto", "ana"]


async def test_the_same_entry_twice_is_written_once_and_is_no_conflict(store: Store):
    """A commit reported as failed may have succeeded: the second try must not look like a lost room."""
    await seat_guests(store)
    started = entry(1, game(), guest="ana", aid="a-1", game=1)

    await store.journal.append(started)
    await store.journal.append(started)

    assert len(await store.journal.read("sala")) == 1
    assert len(await store.games.of_guest("ana")) == 1


async def test_an_entry_that_differs_in_its_facts_only_is_a_conflict(store: Store):
    await store.journal.append(entry(1, facts=[{"fact": "folded", "seat": 0}]))

    with pytest.raises(AppendConflict):
        await store.journal.append(entry(1, facts=[{"fact": "folded", "seat": 1}]))


async def test_a_conflict_spoils_no_other_entry_of_its_batch(store: Store):
    await store.journal.append(entry(1))
    before = store.commits

    good, bad, late, other = await asyncio.gather(
        store.journal.append(entry(1, room="otra")),
        store.journal.append(entry(1, facts=[])),
        store.journal.append(entry(3)),
        store.journal.append(entry(1, room="patio")),
        return_exceptions=True,
    )

    assert good is None and other is None
    assert isinstance(bad, AppendConflict)
    assert isinstance(late, AppendConflict), "built on an entry that is not there"
    assert store.commits - before == 1
    assert [len(await store.journal.read(id)) for id in ("sala", "otra", "patio")] == [1, 1, 1]


async def test_what_cannot_be_bound_spoils_no_other_entry_of_its_batch(store: Store):
    odd = entry(1)
    object.__setattr__(odd, "at_ms", 2**70)

    bad, good = await asyncio.gather(
        store.journal.append(odd), store.journal.append(entry(1, room="otra")), return_exceptions=True
    )

    assert isinstance(bad, Exception) and not isinstance(bad, StoreUnavailable), "no second try helps"
    assert good is None


async def test_facts_that_are_no_json_never_reach_the_queue(store: Store):
    with pytest.raises(TypeError):
        await store.journal.append(entry(1, facts=[{"fact": object()}]))


async def test_a_change_that_fails_takes_its_entry_with_it(store: Store):
    with pytest.raises(AppendConflict):
        await store.journal.append(entry(1, game(players=["nobody", "knows", "these", "four"])))

    assert await store.journal.read("sala") == []
    assert await store.games.get("game-1") is None


async def test_whoever_lost_the_room_can_append_no_more(store: Store):
    await store.journal.append(entry(1))
    await store.rooms.take_over()

    with pytest.raises(AppendConflict, match="epoch"):
        await store.journal.append(entry(2))
    await store.journal.append(entry(2, epoch=2))

    assert [row.seq for row in await store.journal.read("sala")] == [1, 2]


async def test_a_room_that_does_not_exist_has_no_journal(store: Store):
    with pytest.raises(AppendConflict, match="no room"):
        await store.journal.append(entry(1, room="nowhere"))


async def test_an_append_given_up_in_the_queue_is_not_written(store: Store):
    first = asyncio.create_task(store.journal.append(entry(1)))
    given_up = asyncio.create_task(store.journal.append(entry(1, room="otra")))
    await asyncio.sleep(0)
    given_up.cancel()
    await first

    await store.journal.append(entry(1, room="patio"))

    assert given_up.cancelled()
    assert await store.journal.read("otra") == []


async def test_what_came_after_the_checkpoints_is_read_for_many_rooms_at_once(store: Store):
    rooms = [room(f"room-{number}") for number in range(450)]
    await asyncio.gather(*(store.rooms.add(each) for each in rooms))
    for seq in (1, 2, 3):
        await asyncio.gather(*(store.journal.append(entry(seq, room=each.id)) for each in rooms))
    await store.journal.append(entry(4, Checkpoint({"so": "far"}, 2), room="room-7"))
    rows = await store.rooms.open_rooms()

    tails = await store.journal.tails(rows)

    assert set(tails) == {row.id for row in rows}
    assert [row.seq for row in tails["room-7"]] == [3, 4]
    assert [row.seq for row in tails["room-440"]] == [1, 2, 3]
    assert tails["sala"] == []
    assert tails["room-8"] == await store.journal.read("room-8")


async def test_a_tail_begins_where_the_given_row_says(store: Store):
    """Not where the checkpoint is by now: the reader builds on the state that they have."""
    await store.journal.append(entry(1))
    stale: RoomRow | None = await store.rooms.by_id("sala")
    assert stale is not None
    await store.journal.append(entry(2, Checkpoint({}, 2)))

    assert [row.seq for row in (await store.journal.tails([stale]))["sala"]] == [1, 2]
    assert await store.journal.tails([]) == {}
