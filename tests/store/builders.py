"""Short forms for what goes into a store."""

from collections.abc import Sequence

from truco.store import Change, Entry, GameStartedRow, RoomRow, Store

RULES = {"name": "barajamos", "seats": 4, "target": 30}


def room(id: str = "sala") -> RoomRow:
    return RoomRow(id, f"Mesa {id}", f"CODE-{id}", public=True, records="open", rules=RULES, opened_at=1_000)


def entry(
    seq: int,
    *changes: Change,
    room: str = "sala",
    aid: str | None = None,
    guest: str | None = None,
    game: int | None = None,
    facts: Sequence[dict[str, object]] = ({"fact": "card_played", "seat": 0, "card": "7o"},),
    epoch: int = 1,
) -> Entry:
    return Entry(room, seq, game, guest, aid, facts, at_ms=5_000 + seq, changes=changes, epoch=epoch)


def game(number: int = 1, players: Sequence[str] = ("ana", "beto", "caro", "dani")) -> GameStartedRow:
    names = [player.title() for player in players]
    return GameStartedRow(f"game-{number}", number, RULES, "open", names, players)


async def seat_guests(store: Store, *ids: str) -> None:
    for id in ids or ("ana", "beto", "caro", "dani"):
        await store.guests.create(id, id.title(), id.encode())
