import asyncio

import pytest

from tests.store.builders import entry, room
from truco.store import MemberIn, MemberOut, RoomClosed, Store, members


@pytest.fixture(autouse=True)
async def opened(store: Store) -> None:
    for id in ("sala", "otra"):
        await store.rooms.add(room(id), "nodo")


async def test_a_guest_is_claimed_for_one_room_at_a_time(store: Store):
    assert await store.members.claim("ana", "sala") is None
    assert await store.members.claim("ana", "sala") is None
    assert await store.members.claim("ana", "otra") == "sala"
    assert await store.members.claim("beto", "otra") is None


async def test_of_two_claims_at_once_one_holds(store: Store, url: str):
    other = await Store.open(url)
    for number in range(10):
        guest = f"guest-{number}"
        answers = await asyncio.gather(store.members.claim(guest, "sala"), other.members.claim(guest, "otra"))
        assert answers in ([None, "sala"], ["otra", None])
    await other.close()


async def test_a_claim_makes_no_member(store: Store):
    await store.members.claim("ana", "sala")

    assert await store.members.room_of("ana") is None


async def test_who_joins_with_an_entry_is_a_member(store: Store):
    await store.members.claim("ana", "sala")
    await store.journal.append(entry(1, MemberIn("ana"), MemberIn("beto")))

    assert await store.members.room_of("ana") == "sala"
    assert await store.members.room_of("beto") == "sala", "also without a claim"
    assert await store.members.claim("ana", "sala") is None
    assert await store.members.claim("ana", "otra") == "sala"


async def test_who_leaves_with_an_entry_is_free(store: Store):
    await store.journal.append(entry(1, MemberIn("ana"), MemberIn("beto")))
    await store.journal.append(entry(2, MemberOut("ana")))

    assert await store.members.claim("ana", "otra") is None
    assert await store.members.claim("beto", "otra") == "sala"


async def test_who_comes_and_goes_in_one_entry_is_where_they_were_last(store: Store):
    await store.journal.append(
        entry(1, MemberIn("ana"), MemberOut("ana"), MemberOut("beto"), MemberIn("beto"))
    )

    assert await store.members.room_of("ana") is None
    assert await store.members.room_of("beto") == "sala"


async def test_leaving_one_room_frees_nobody_from_another(store: Store):
    await store.journal.append(entry(1, MemberIn("ana")))
    await store.journal.append(entry(1, MemberOut("ana"), room="otra"))

    assert await store.members.room_of("ana") == "sala"


async def test_a_claim_can_be_taken_back_and_a_member_cannot(store: Store):
    await store.members.claim("ana", "sala")
    await store.members.drop("ana", "otra")
    assert await store.members.claim("ana", "otra") == "sala"

    await store.members.drop("ana", "sala")
    assert await store.members.claim("ana", "otra") is None

    await store.journal.append(entry(1, MemberIn("ana"), room="otra"))
    await store.members.drop("ana", "otra")
    assert await store.members.room_of("ana") == "otra"


async def test_an_old_claim_of_which_nothing_came_gives_way(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(members, "_CLAIM_MS", -1)
    store = await Store.open(url)
    await store.members.claim("ana", "sala")
    await store.journal.append(entry(1, MemberIn("beto")))

    assert await store.members.claim("ana", "otra") is None
    assert await store.members.claim("beto", "otra") == "sala", "members stay, however long"
    await store.close()


async def test_a_room_that_closes_has_no_members(store: Store):
    await store.members.claim("caro", "sala")
    await store.journal.append(entry(1, MemberIn("ana")))
    await store.journal.append(entry(2, MemberIn("beto"), RoomClosed()))
    await store.journal.append(entry(1, MemberIn("dani"), room="otra"))

    assert await store.members.room_of("ana") is None
    assert [await store.members.claim(guest, "otra") for guest in ("ana", "beto", "caro")] == [None] * 3
    assert await store.members.room_of("dani") == "otra"
