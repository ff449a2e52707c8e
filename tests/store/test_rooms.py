from dataclasses import replace

import pytest

from tests.store.builders import entry, room
from truco.store import Checkpoint, Conflict, RoomChanged, RoomClosed, Store


async def test_an_added_room_is_among_the_open_ones(store: Store):
    first, second = room("uno"), replace(room("dos"), public=False, records="closed", opened_at=2_000)
    await store.rooms.add(second)
    await store.rooms.add(first)

    assert await store.rooms.open_rooms() == [first, second]
    assert await store.rooms.by_id("uno") == first
    assert await store.rooms.by_code(second.code) == "dos"


async def test_an_invite_code_leads_to_one_room_only(store: Store):
    await store.rooms.add(room("uno"))

    with pytest.raises(Conflict):
        await store.rooms.add(replace(room("dos"), code=room("uno").code))


async def test_a_closed_room_is_found_by_its_id_alone(store: Store):
    await store.rooms.add(room())

    await store.journal.append(entry(1, RoomClosed()))

    assert await store.rooms.open_rooms() == []
    assert await store.rooms.by_code(room().code) is None
    assert await store.rooms.by_id("sala") == replace(room(), closed_at=5_001)


async def test_options_change_with_an_entry(store: Store):
    await store.rooms.add(room())

    await store.journal.append(entry(1, RoomChanged(name="La mesa")))
    await store.journal.append(entry(2, RoomChanged(public=False, records="closed")))

    assert await store.rooms.by_id("sala") == replace(room(), name="La mesa", public=False, records="closed")


async def test_a_checkpoint_stands_for_the_journal_so_far(store: Store):
    await store.rooms.add(room())

    await store.journal.append(entry(1, Checkpoint({"members": ["ana"]}, 1)))

    found = await store.rooms.by_id("sala")
    assert found == replace(room(), checkpoint_seq=1, checkpoint={"members": ["ana"]})


async def test_taking_over_raises_the_epoch_of_open_rooms_only(store: Store):
    await store.rooms.add(room("open"))
    await store.rooms.add(room("closed"))
    await store.journal.append(entry(1, RoomClosed(), room="closed"))

    taken = await store.rooms.take_over()

    assert taken == [replace(room("open"), epoch=2)]
    closed = await store.rooms.by_id("closed")
    assert closed is not None and closed.epoch == 1
