"""What one caller wants written: plain statements with their parameters, to be run beside those of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from sqlalchemy import Executable, bindparam, insert, update

from truco.store import schema

Parameters = Mapping[str, Any]


class Step(IntEnum):
    """The statements a write is made of, in the order in which a transaction runs them.

    Of all writes that share a transaction the same step runs once, for all of them; so what makes a row
    stands before what changes it.
    """

    ADD_GUEST = 0
    ADD_ROOM = 1
    APPEND = 2
    START_GAME = 3
    SEAT_PLAYER = 4
    END_GAME = 5
    CHANGE_ROOM_NAME = 6
    CHANGE_ROOM_PUBLIC = 7
    CHANGE_ROOM_RECORDS = 8
    CLOSE_ROOM = 9
    CHECKPOINT = 10
    TAKE_OVER = 11
    RENAME_GUEST = 12
    REPLACE_TOKEN = 13
    TOUCH_GUEST = 14
    ADD_SHARE = 15


_of_room = schema.rooms.c.id == bindparam("of_room")
_of_guest = schema.guests.c.id == bindparam("of_guest")

# A bound parameter may not bear a column's name in an UPDATE's criteria: hence the of_….
STATEMENTS: Mapping[Step, Executable] = {
    Step.ADD_GUEST: insert(schema.guests),
    Step.ADD_ROOM: insert(schema.rooms),
    Step.APPEND: insert(schema.journal),
    Step.START_GAME: insert(schema.games),
    Step.SEAT_PLAYER: insert(schema.game_players),
    Step.END_GAME: update(schema.games).where(schema.games.c.id == bindparam("of_game")),
    Step.CHANGE_ROOM_NAME: update(schema.rooms).where(_of_room),
    Step.CHANGE_ROOM_PUBLIC: update(schema.rooms).where(_of_room),
    Step.CHANGE_ROOM_RECORDS: update(schema.rooms).where(_of_room),
    Step.CLOSE_ROOM: update(schema.rooms).where(_of_room),
    Step.CHECKPOINT: update(schema.rooms).where(_of_room),
    Step.TAKE_OVER: update(schema.rooms)
    .where(schema.rooms.c.closed_at.is_(None))
    .values(epoch=schema.rooms.c.epoch + 1),
    Step.RENAME_GUEST: update(schema.guests).where(_of_guest),
    Step.REPLACE_TOKEN: update(schema.guests).where(_of_guest),
    Step.TOUCH_GUEST: update(schema.guests).where(_of_guest),
    Step.ADD_SHARE: insert(schema.shares),
}


@dataclass(frozen=True, slots=True)
class Fence:
    """The room that an append belongs to, and the epoch in which its writer owns it."""

    room: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Write:
    """One caller's statements: all of them are durable together, or none is."""

    steps: Sequence[tuple[Step, Parameters]]
    fence: Fence | None = field(default=None)
