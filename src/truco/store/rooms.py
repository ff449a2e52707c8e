"""Rooms, as far as they are known without their journal."""

from dataclasses import asdict

from sqlalchemy import select

from truco.store import schema
from truco.store.reader import Reader
from truco.store.rows import RoomRow
from truco.store.writer import Writer
from truco.store.writing import Step, Write

_columns = schema.rooms.c
_open = _columns.closed_at.is_(None)


class Rooms:
    """The rooms of one store; their changes go with journal entries. All calls raise StoreUnavailable."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def add(self, room: RoomRow) -> None:
        """Add a room; the first entry of its journal may be appended then.

        Raises:
            Conflict: the id or the code is another room's.
        """
        await self._writer.write(Write([(Step.ADD_ROOM, asdict(room))]))

    async def open_rooms(self) -> list[RoomRow]:
        """All rooms that are not closed, the oldest first."""
        rows = await self._reader.all(
            select(schema.rooms).where(_open).order_by(_columns.opened_at, _columns.id)
        )
        return [RoomRow(*row) for row in rows]

    async def take_over(self) -> list[RoomRow]:
        """Own all open rooms: each gets its next epoch, and whoever owned it before can append no more."""
        await self._writer.write(Write([(Step.TAKE_OVER, {})]))
        return await self.open_rooms()

    async def by_id(self, id: str) -> RoomRow | None:
        """The room with this id, open or closed."""
        row = await self._reader.first(select(schema.rooms).where(_columns.id == id))
        return None if row is None else RoomRow(*row)

    async def by_code(self, code: str) -> str | None:
        """The id of the open room with this invite code."""
        row = await self._reader.first(select(_columns.id).where(_columns.code == code, _open))
        return None if row is None else row.id
