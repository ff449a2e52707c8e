"""The fence before each append: its epoch has to be the room's, its place the next one of the journal.

The rooms are locked as they are until the transaction ends, so that none of them passes to another epoch
between the check and the commit. That the journal grew meanwhile without a change of epoch can only be the
same owner's doing, by a connection given up before; the journal's key then refuses the second entry.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from truco.store import schema
from truco.store.dialect import Dialect
from truco.store.errors import AppendConflict
from truco.store.writing import Write


class Place(NamedTuple):
    """Where a room stands: its epoch, and its last entry's number and game."""

    epoch: int
    seq: int
    game: int | None


class Places:
    """Where the rooms of one transaction stand. It follows the entries that are let through."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = dict(places)

    def refusal(self, write: Write) -> AppendConflict | None:
        """Why `write` may not be appended; None when it may, or is no append."""
        row = write.row
        if row is None:
            return None
        place = self._places.get(row.room)
        if place is None:
            return AppendConflict(f"no room {row.room}")
        epoch, seq, game = place
        if epoch != write.epoch:
            return AppendConflict(f"room {row.room} is in epoch {epoch}, the entry in {write.epoch}")
        if row.seq != seq + 1:
            return AppendConflict(f"entry {row.seq} of room {row.room} comes after {seq}")
        if row.game != game and row.game != (game or 0) + 1:
            return AppendConflict(f"room {row.room} goes from game {game} to {row.game}")
        return None

    def may_be_written(self, write: Write) -> bool:
        """Whether a refused `write` may be in the journal already."""
        row = write.row
        place = self._places.get(row.room) if row is not None else None
        return row is not None and place is not None and place.epoch == write.epoch and row.seq <= place.seq

    def go_on(self, write: Write) -> None:
        """Note that `write` was let through."""
        if write.row is not None:
            self._places[write.row.room] = Place(write.epoch, write.row.seq, write.row.game)


def places_query(dialect: Dialect) -> Select[str, int, int | None, int | None]:
    """The places of the rooms in the parameter `rooms`, which it locks against takers."""
    last, each = schema.journal.alias("last"), schema.journal.alias("each")
    newest = select(func.max(each.c.seq)).where(each.c.room == schema.rooms.c.id).scalar_subquery()
    return (
        select(schema.rooms.c.id, schema.rooms.c.epoch, last.c.seq, last.c.game)
        .select_from(schema.rooms)
        .outerjoin(last, (last.c.room == schema.rooms.c.id) & (last.c.seq == newest))
        .where(dialect.among(schema.rooms.c.id, "rooms"))
        .with_for_update(read=True, of=schema.rooms)
    )


async def is_written(connection: AsyncConnection, write: Write) -> bool:
    """Whether this very entry is in the journal: its commit had succeeded though reported as failed."""
    if write.row is None:
        return False
    columns = [
        schema.journal.c[name] == value for name, value in write.row._asdict().items() if value is not None
    ]
    return (await connection.execute(select(schema.journal.c.seq).where(*columns))).first() is not None
