"""Reading all at once that lets people into rooms."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, case, func, select

from truco.store import schema
from truco.store.dialect import Dialect
from truco.store.reader import Reader
from truco.store.rows import Door, DoorGuest, RoomRow

_rooms, _members = schema.rooms.c, schema.members.c
ROOM = tuple(schema.rooms.c)[:11]
"""The columns that a RoomRow is made of, in its order."""

_AT_ONCE = 500
"""How many rooms one statement reads."""


class Doors:
    """The doors of one store's rooms."""

    def __init__(self, reader: Reader, dialect: Dialect) -> None:
        self._reader = reader
        self._query = _query(dialect)

    async def read(self, rooms: Sequence[str]) -> list[Door]:
        """The doors of those `rooms` that are open and not stopped. Raises StoreUnavailable."""
        doors: list[Door] = []
        for start in range(0, len(rooms), _AT_ONCE):
            some = list(rooms[start : start + _AT_ONCE])
            rows = await self._reader.all(self._query, {"rooms": some})
            doors.extend(_door(list(of_one)) for _, of_one in groupby(rows, lambda row: row[0]))
        return doors


def _query(dialect: Dialect) -> Select[*tuple[Any, ...]]:
    """One row for each member, or one for a room without any. Only a room's first row has its checkpoint."""
    first = func.row_number().over(partition_by=_rooms.id, order_by=_members.guest) == 1
    room = [
        case((first, column)).label(column.name) if column is _rooms.checkpoint else column for column in ROOM
    ]
    guest = (schema.guests.c.id, schema.guests.c.name, schema.guests.c.token_hash)
    lease = schema.nodes.c
    return (
        select(*room, lease.id.label("node"), *(column.label(f"guest_{column.name}") for column in guest))
        .select_from(schema.rooms)
        .outerjoin(schema.nodes, (lease.id == _rooms.owner) & (lease.lease_until > dialect.now))
        .outerjoin(schema.members, (_members.room == _rooms.id) & _members.joined)
        .outerjoin(schema.guests, schema.guests.c.id == _members.guest)
        .where(dialect.among(_rooms.id, "rooms"), _rooms.closed_at.is_(None), _rooms.stopped_at.is_(None))
        .order_by(_rooms.id, _members.guest)
    )


def _door(rows: Sequence[Row[*tuple[Any, ...]]]) -> Door:
    *room, owner, _, _, _ = rows[0]
    return Door(RoomRow(*room), owner, tuple(_guests(rows)))


def _guests(rows: Iterable[Row[*tuple[Any, ...]]]) -> Iterable[DoorGuest]:
    for *_, id, name, token_hash in rows:
        if id is not None:
            yield DoorGuest(id, name, token_hash)
