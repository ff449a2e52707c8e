import pytest

from truco.store import Conflict, Store


async def test_a_guest_is_found_by_token_and_by_id(store: Store):
    guest = await store.guests.create("ana", "Ana", b"hash of a token")

    assert await store.guests.by_token(b"hash of a token") == guest
    assert await store.guests.by_id("ana") == guest
    assert guest.created_at == guest.seen_at > 1_700_000_000_000


async def test_nobody_is_found_by_an_unknown_token_or_id(store: Store):
    assert await store.guests.by_token(b"guessed") is None
    assert await store.guests.by_id("nobody") is None


async def test_two_guests_never_share_a_token_or_an_id(store: Store):
    await store.guests.create("ana", "Ana", b"token")

    with pytest.raises(Conflict):
        await store.guests.create("beto", "Beto", b"token")
    with pytest.raises(Conflict):
        await store.guests.create("ana", "Ana", b"other token")

    assert await store.guests.by_id("beto") is None


async def test_a_replaced_token_opens_nothing(store: Store):
    await store.guests.create("ana", "Ana", b"old")

    await store.guests.replace_token("ana", b"new")

    assert await store.guests.by_token(b"old") is None
    found = await store.guests.by_token(b"new")
    assert found is not None and found.id == "ana"


async def test_a_guest_takes_another_name_and_is_seen(store: Store):
    created = await store.guests.create("ana", "Ana", b"token")

    await store.guests.rename("ana", "Anita")
    await store.guests.touch("ana")

    found = await store.guests.by_id("ana")
    assert found is not None and found.name == "Anita"
    assert found.seen_at >= created.seen_at
