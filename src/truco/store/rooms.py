"""Rooms, as far as they are known without their journal, and who owns them."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from truco.store import schema
from truco.store.asides import Asides
from truco.store.dialect import Dialect
from truco.store.doors import ROOM, Doors
from truco.store.reader import Reader
from truco.store.rows import Door, RoomRow
from truco.store.writer import Writer
from truco.store.writing import Step, Write

_columns = schema.rooms.c
_open = _columns.closed_at.is_(None)
_runs = _open & _columns.stopped_at.is_(None)
_this = (_columns.id == bindparam("of_room")) & (_columns.epoch == bindparam("of_epoch"))


class Rooms:
    """The rooms of one store. Their options change with journal entries, their owners here.

    Whoever gets a room gets it with its next epoch: who owned it before can append no more. All calls raise
    StoreUnavailable.
    """

    def __init__(self, writer: Writer, reader: Reader, claims: Asides, dialect: Dialect) -> None:
        self._writer = writer
        self._reader = reader
        self._claims = claims
        self._doors = Doors(reader, dialect)
        self._dialect = dialect

    async def add(self, room: RoomRow, owner: str = "") -> None:
        """Add a room; the first entry of its journal may be appended then.

        Raises:
            Conflict: the id or the code is another room's.
        """
        await self._writer.write(Write([(Step.ADD_ROOM, {**asdict(room), "owner": owner})]))

    async def open_rooms(self) -> list[RoomRow]:
        """All rooms that are not closed, the oldest first."""
        rows = await self._reader.all(select(*ROOM).where(_open).order_by(_columns.opened_at, _columns.id))
        return [RoomRow(*row) for row in rows]

    async def take_over(self, owner: str = "") -> list[RoomRow]:
        """Own all rooms that are open and not stopped, whoever owned them, the oldest first."""
        return await self._take(owner, _runs)

    async def take(self, rooms: Sequence[str], owner: str, *, patient: bool = False) -> list[RoomRow]:
        """Own those of `rooms` that are open and not stopped, unless another node with a live lease has one.

        One that is being written to at this moment is left out, too; with `patient`, one whose owner's lease
        is over as well, since that may be renewed.
        """
        nobodys = _columns.owner.is_(None) if patient else self._orphaned()
        free = or_(_columns.owner == owner, nobodys)
        return await self._take_free(owner, select(_columns.id).where(_runs, _columns.id.in_(rooms), free))

    async def take_orphans(self, owner: str, most: int) -> list[RoomRow]:
        """Own up to `most` of the rooms that no node with a live lease owns, nor `owner` itself.

        Several nodes may do so at once and share them; one that is being written to is left for next time.
        """
        orphans = (
            select(_columns.id)
            .where(_runs, _columns.owner.is_distinct_from(owner), self._orphaned())
            .order_by(_columns.opened_at, _columns.id)
            .limit(most)
        )
        return await self._take_free(owner, orphans)

    async def let_go(self, rooms: Sequence[tuple[str, int]]) -> None:
        """Leave `rooms`, each given with its epoch, to whoever wants them; one passed on stays so."""
        if not rooms:
            return
        free = update(schema.rooms).where(_this).values(owner=None)
        # In one order, so that two nodes that lock several rooms never wait for each other.
        parameters = [{"of_room": room, "of_epoch": epoch} for room, epoch in sorted(rooms)]

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(free, parameters)

        await self._claims.run(work)

    async def owned(self, owner: str) -> dict[str, int]:
        """The rooms that `owner` owns, open and not stopped, with their epochs."""
        query = select(_columns.id, _columns.epoch).where(_runs, _columns.owner == owner)
        return {row.id: row.epoch for row in await self._reader.all(query)}

    async def stop(self, room: str, epoch: int) -> None:
        """Let nobody run a room any more, and its members go; nothing if it has passed to another epoch."""
        stopped = (
            update(schema.rooms)
            .where(_this, _runs)
            .values(stopped_at=self._dialect.now, owner=None)
            .returning(_columns.id)
        )

        async def work(connection: AsyncConnection) -> None:
            which = {"of_room": room, "of_epoch": epoch}
            if (await connection.execute(stopped, which)).first() is not None:
                await connection.execute(delete(schema.members).where(schema.members.c.room == room))

        await self._claims.run(work)

    async def door(self, room: str) -> Door | None:
        """What lets people into a room; None when it is not open, or stopped. One statement."""
        doors = await self._doors.read([room])
        return doors[0] if doors else None

    async def doors(self, rooms: Sequence[str]) -> list[Door]:
        """The doors of those `rooms` that are open and not stopped, with few statements for many."""
        return await self._doors.read(rooms)

    async def by_id(self, id: str) -> RoomRow | None:
        """The room with this id, open or closed."""
        row = await self._reader.first(select(*ROOM).where(_columns.id == id))
        return None if row is None else RoomRow(*row)

    async def by_code(self, code: str) -> str | None:
        """The id of the open room with this invite code."""
        row = await self._reader.first(select(_columns.id).where(_columns.code == code, _open))
        return None if row is None else row.id

    async def _take_free(self, owner: str, which: Select[tuple[str]]) -> list[RoomRow]:
        """Nobody waits for a row that another has locked: two who lock several would wait for each other."""
        free = which.with_for_update(skip_locked=True, key_share=True).cte("free")
        return await self._take(owner, _columns.id.in_(select(free.c.id)))

    async def _take(self, owner: str, which: ColumnElement[bool]) -> list[RoomRow]:
        taking = (
            update(schema.rooms).where(which).values(epoch=_columns.epoch + 1, owner=owner).returning(*ROOM)
        )
        rooms = [RoomRow(*row) for row in await self._claims.all(taking)]
        return sorted(rooms, key=lambda room: (room.opened_at, room.id))

    def _orphaned(self) -> ColumnElement[bool]:
        """Nobody owns the room, or a node whose lease is over."""
        lease = schema.nodes.c
        live: ColumnElement[Any] = exists().where(
            lease.id == _columns.owner, lease.lease_until > self._dialect.now
        )
        return or_(_columns.owner.is_(None), ~live)
