"""Which node owns a room: by its lease and the room's epoch."""

import asyncio
from dataclasses import replace

import pytest

from tests.store.builders import entry, room, seat_guests
from truco.store import AppendConflict, Door, DoorGuest, MemberIn, MemberOut, RoomClosed, RoomRow, Store

LONG = 60_000


def _ids(rooms: list[RoomRow]) -> list[str]:
    return [room.id for room in rooms]


async def test_a_new_room_is_owned_by_who_added_it(store: Store):
    await store.rooms.add(room("una"), "yo")
    await store.rooms.add(room("otra"), "tú")

    assert await store.rooms.owned("yo") == {"una": 1}


async def test_a_room_is_not_taken_from_a_node_that_lives(store: Store):
    await store.nodes.beat("otro", LONG)
    await store.rooms.add(room(), "otro")

    assert await store.rooms.take(["sala"], "yo") == []
    assert await store.rooms.owned("otro") == {"sala": 1}


async def test_a_room_is_taken_from_a_node_whose_lease_is_over(store: Store):
    await store.nodes.beat("otro", -1)
    await store.rooms.add(room(), "otro")

    assert await store.rooms.take(["sala"], "yo") == [replace(room(), epoch=2)]
    assert (await store.rooms.owned("otro"), await store.rooms.owned("yo")) == ({}, {"sala": 2})
    with pytest.raises(AppendConflict, match="epoch"):
        await store.journal.append(entry(1, epoch=1))


async def test_a_room_that_was_let_go_or_is_ones_own_is_taken(store: Store):
    await store.nodes.beat("otro", LONG)
    await store.nodes.beat("yo", LONG)
    await store.rooms.add(room(), "otro")
    await store.rooms.let_go([("sala", 1)])

    assert [row.epoch for row in await store.rooms.take(["sala"], "yo")] == [2]
    assert [row.epoch for row in await store.rooms.take(["sala"], "yo")] == [3]


async def test_the_patient_take_what_nobody_owns_and_leave_what_may_be_renewed(store: Store):
    """Scenario 29: when the database is back, no table changes hands."""
    await store.nodes.beat("otro", -1)
    await store.rooms.add(room("suya"), "otro")
    await store.rooms.add(room("libre"), "otro")
    await store.rooms.let_go([("libre", 1)])
    await store.rooms.add(room("mía"), "yo")

    taken = await store.rooms.take(["suya", "libre", "mía"], "yo", patient=True)
    assert sorted(_ids(taken)) == ["libre", "mía"]


async def test_of_several_rooms_those_are_taken_that_are_free(store: Store):
    await store.nodes.beat("otro", LONG)
    await store.rooms.add(room("suya"), "otro")
    for id in ("una", "otra"):
        await store.rooms.add(room(id), "nadie")

    assert sorted(_ids(await store.rooms.take(["suya", "otra", "una", "ninguna"], "yo"))) == ["otra", "una"]
    assert await store.rooms.owned("otro") == {"suya": 1}


async def test_a_room_that_is_closed_stopped_or_unknown_is_not_taken(store: Store):
    await store.rooms.add(room("closed"), "yo")
    await store.journal.append(entry(1, RoomClosed(), room="closed"))
    await store.rooms.add(room("stopped"), "yo")
    await store.rooms.stop("stopped", 1)

    assert await store.rooms.take(["closed", "stopped", "nowhere"], "yo") == []
    assert await store.rooms.take_orphans("tú", 10) == []
    assert await store.rooms.take_over("tú") == []
    assert await store.rooms.owned("yo") == {}


async def test_letting_go_of_a_room_that_has_passed_on_changes_nothing(store: Store):
    await store.rooms.add(room("una"), "yo")
    await store.rooms.add(room("otra"), "yo")
    await store.rooms.take(["una"], "tú")

    await store.rooms.let_go([("una", 1), ("otra", 1), ("nowhere", 1)])
    await store.rooms.let_go([])

    assert (await store.rooms.owned("yo"), await store.rooms.owned("tú")) == ({}, {"una": 2})


async def test_orphans_are_the_rooms_that_no_living_node_owns(store: Store):
    await store.nodes.beat("yo", LONG)
    await store.nodes.beat("vivo", LONG)
    await store.nodes.beat("muerto", -1)
    for number, owner in enumerate(["yo", "vivo", "muerto", "nunca visto"]):
        await store.rooms.add(replace(room(owner), opened_at=number), owner)
    await store.rooms.add(replace(room("libre"), opened_at=9), "yo")
    await store.rooms.let_go([("libre", 1)])

    taken = await store.rooms.take_orphans("yo", 10)

    assert _ids(taken) == ["muerto", "nunca visto", "libre"]
    assert {room.epoch for room in taken} == {2}
    assert await store.rooms.owned("yo") == {"yo": 1, "muerto": 2, "nunca visto": 2, "libre": 2}
    assert await store.rooms.take_orphans("yo", 10) == []


async def test_a_node_whose_own_lease_is_over_does_not_take_its_rooms_as_orphans(store: Store):
    await store.nodes.beat("yo", -1)
    await store.rooms.add(room(), "yo")

    assert await store.rooms.take_orphans("yo", 10) == []


async def test_orphans_are_taken_a_few_at_a_time_the_oldest_first(store: Store):
    for number in range(5):
        await store.rooms.add(replace(room(f"sala-{number}"), opened_at=number), "muerto")

    assert _ids(await store.rooms.take_orphans("yo", 2)) == ["sala-0", "sala-1"]
    assert _ids(await store.rooms.take_orphans("yo", 10)) == ["sala-2", "sala-3", "sala-4"]


async def test_nodes_that_take_orphans_at_once_share_them(store: Store, url: str):
    """Scenario 25: no room is taken twice, none is left."""
    nodes = ["uno", "dos", "tres"]
    stores = [await Store.open(url) for _ in nodes]
    for node in nodes:
        await store.nodes.beat(node, LONG)
    rooms = [room(f"sala-{number}") for number in range(60)]
    await asyncio.gather(*(store.rooms.add(each, "muerto") for each in rooms))

    async def take(own: Store, node: str) -> list[str]:
        mine: list[str] = []
        while some := await own.rooms.take_orphans(node, 7):
            mine += _ids(some)
        return mine

    taken = await asyncio.gather(*map(take, stores, nodes))
    left = _ids(await store.rooms.take_orphans("uno", 100))  # locked by another when it was looked for

    assert sorted(sum(taken, left)) == sorted(room.id for room in rooms)
    for own in stores:
        await own.close()


async def test_a_single_server_takes_over_everything_at_its_start(store: Store):
    await store.nodes.beat("vivo", LONG)
    for number, owner in enumerate(["vivo", "yo", "muerto"]):
        await store.rooms.add(replace(room(owner), opened_at=number), owner)

    taken = await store.rooms.take_over("yo")

    assert _ids(taken) == ["vivo", "yo", "muerto"]
    assert await store.rooms.owned("yo") == {"vivo": 2, "yo": 2, "muerto": 2}


async def test_a_room_that_is_stopped_frees_its_members(store: Store):
    await store.rooms.add(room(), "yo")
    await store.rooms.add(room("otra"), "yo")
    await store.journal.append(entry(1, MemberIn("ana")))
    await store.journal.append(entry(1, MemberIn("beto"), room="otra"))

    await store.rooms.stop("sala", 1)

    assert await store.members.room_of("ana") is None
    assert await store.members.room_of("beto") == "otra"
    assert await store.rooms.owned("yo") == {"otra": 1}


async def test_who_has_lost_a_room_cannot_stop_it(store: Store):
    await store.rooms.add(room(), "yo")
    await store.journal.append(entry(1, MemberIn("ana")))
    await store.rooms.take(["sala"], "tú")

    await store.rooms.stop("sala", 1)

    assert await store.rooms.owned("tú") == {"sala": 2}
    assert await store.members.room_of("ana") == "sala"


async def test_a_door_knows_the_room_its_owner_and_its_members(store: Store):
    await seat_guests(store, "ana", "beto", "caro")
    await store.nodes.beat("yo", LONG)
    checkpointed = replace(room(), checkpoint={"members": 2}, checkpoint_seq=1)
    await store.rooms.add(checkpointed, "yo")
    await store.journal.append(entry(1, MemberIn("ana"), MemberIn("beto"), MemberIn("caro")))
    await store.journal.append(entry(2, MemberOut("caro")))
    await store.members.claim("caro", "sala")

    door = await store.rooms.door("sala")

    guests = (DoorGuest("ana", "Ana", b"ana"), DoorGuest("beto", "Beto", b"beto"))
    assert door == Door(checkpointed, "yo", guests)


async def test_a_door_names_no_owner_whose_lease_is_over(store: Store):
    await store.nodes.beat("yo", -1)
    await store.rooms.add(room(), "yo")

    assert await store.rooms.door("sala") == Door(room(), None, ())


async def test_there_is_no_door_to_a_room_that_is_closed_or_stopped(store: Store):
    await store.rooms.add(room("closed"), "yo")
    await store.journal.append(entry(1, RoomClosed(), room="closed"))
    await store.rooms.add(room("stopped"), "yo")
    await store.rooms.stop("stopped", 1)

    assert [await store.rooms.door(id) for id in ("closed", "stopped", "nowhere")] == [None] * 3


async def test_many_doors_are_read_at_once(store: Store):
    await seat_guests(store, "ana", "beto")
    rooms = [room(f"sala-{number}") for number in range(1_200)]
    await asyncio.gather(*(store.rooms.add(each, "yo") for each in rooms))
    await store.journal.append(entry(1, MemberIn("ana"), room="sala-7"))
    await store.journal.append(entry(1, MemberIn("beto"), room="sala-1100"))

    doors = await store.rooms.doors([room.id for room in rooms] + ["nowhere"])

    assert sorted(door.room.id for door in doors) == sorted(room.id for room in rooms)
    guests = {door.room.id: [guest.id for guest in door.guests] for door in doors if door.guests}
    assert guests == {"sala-7": ["ana"], "sala-1100": ["beto"]}
    assert await store.rooms.doors([]) == []
