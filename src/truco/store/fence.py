"""The fence before each append: its epoch has to be the room's, its place the next one of the journal.

The rooms are locked as they are until the transaction ends, so that none of them passes to another epoch
between the check and the commit. That the journal grew meanwhile without a change of epoch can only be the
same owner's doing, by a connection given up before; the journal's key then refuses the second entry.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from truco.store import schema
from truco.store.dialect import Dialect
from truco.store.errors import AppendConflict
from truco.store.writing import Step, Write


@dataclass(frozen=True, slots=True)
class Place:
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
        fence = write.fence
        if fence is None:
            return None
        room, place = fence.room, self._places.get(fence.room)
        if place is None:
            return AppendConflict(f"no room {room}")
        if place.epoch != fence.epoch:
            return AppendConflict(f"room {room} is in epoch {place.epoch}, the entry in {fence.epoch}")
        if fence.seq != place.seq + 1:
            return AppendConflict(f"entry {fence.seq} of room {room} comes after {place.seq}")
        if fence.game != place.game and fence.game != (place.game or 0) + 1:
            return AppendConflict(f"room {room} goes from game {place.game} to {fence.game}")
        return None

    def may_be_written(self, write: Write) -> bool:
        """Whether a refused `write` may be in the journal already."""
        fence = write.fence
        place = self._places.get(fence.room) if fence is not None else None
        return (
            fence is not None and place is not None and place.epoch == fence.epoch and fence.seq <= place.seq
        )

    def go_on(self, write: Write) -> None:
        """Note that `write` was let through."""
        if write.fence is not None:
            self._places[write.fence.room] = Place(write.fence.epoch, write.fence.seq, write.fence.game)


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
    for step, parameters in write.steps:
        if step is Step.APPEND:
            columns = [
                schema.journal.c[name] == value for name, value in parameters.items() if value is not None
            ]
            found = await connection.execute(select(schema.journal.c.seq).where(*columns))
            return found.first() is not None
    return False


def rooms_of(writes: Sequence[Write]) -> list[str]:
    """The rooms that `writes` append to."""
    return list({write.fence.room for write in writes if write.fence is not None})
