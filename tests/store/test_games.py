import pytest

from tests.store.builders import RULES, entry, game, room, seat_guests
from truco.store import Conflict, GameEndedRow, GameRow, Store


@pytest.fixture(autouse=True)
async def opened(store: Store) -> None:
    await store.rooms.add(room())
    await seat_guests(store)


async def test_a_game_begins_with_its_entry(store: Store):
    await store.journal.append(entry(1, game(), game=1))

    assert await store.games.get("game-1") == GameRow(
        id="game-1",
        room="sala",
        number=1,
        rules=RULES,
        records="open",
        names=("Ana", "Beto", "Caro", "Dani"),
        players=("ana", "beto", "caro", "dani"),
        started_at=5_001,
        ended_at=None,
        why=None,
        seat=None,
        side=None,
        score=None,
    )
    assert await store.games.get("game-2") is None


async def test_a_game_ends_with_its_entry(store: Store):
    await store.journal.append(entry(1, game(), game=1))
    await store.journal.append(entry(2, GameEndedRow("game-1", "won", None, 1, [12, 30]), game=1))

    ended = await store.games.get("game-1")

    assert ended is not None
    assert (ended.ended_at, ended.why, ended.seat, ended.side, ended.score) == (
        5_002,
        "won",
        None,
        1,
        (12, 30),
    )


async def test_a_game_may_begin_and_end_in_one_entry(store: Store):
    await store.journal.append(entry(1, game(), GameEndedRow("game-1", "left", 2, None, [0, 0]), game=1))

    ended = await store.games.get("game-1")
    assert ended is not None and ended.why == "left" and ended.seat == 2


async def test_the_record_is_made_of_the_entries_of_one_game(store: Store):
    for seq, (number, changes) in enumerate([(None, ()), (1, (game(1),)), (1, ()), (2, (game(2),))], start=1):
        await store.journal.append(entry(seq, *changes, game=number))

    assert [row.seq for row in await store.games.entries("game-1")] == [2, 3]
    assert [row.seq for row in await store.games.entries("game-2")] == [4]
    assert await store.games.entries("game-3") == []


async def test_a_guest_sees_their_own_games_the_newest_first(store: Store):
    await seat_guests(store, "eva")
    await store.journal.append(entry(1, game(1), game=1))
    await store.journal.append(entry(2, game(2, players=["eva", "beto", "caro", "dani"]), game=2))
    await store.journal.append(entry(3, game(3), game=3))

    assert [played.number for played in await store.games.of_guest("ana")] == [3, 1]
    assert [played.number for played in await store.games.of_guest("beto", limit=2)] == [3, 2]
    assert [played.number for played in await store.games.of_guest("beto", before=5_002)] == [1]
    assert await store.games.of_guest("nobody") == []


async def test_a_share_link_opens_one_game(store: Store):
    await store.journal.append(entry(1, game(), game=1))

    await store.shares.add("game-1", "ana", b"hash of a code")

    assert await store.shares.by_code(b"hash of a code") == "game-1"
    assert await store.shares.by_code(b"guessed") is None
    with pytest.raises(Conflict):
        await store.shares.add("game-1", "beto", b"hash of a code")
    with pytest.raises(Conflict):
        await store.shares.add("no such game", "ana", b"another")
