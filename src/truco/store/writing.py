"""What one caller wants written: plain statements with their parameters, to be run beside those of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, update

from truco.store import schema
from truco.store.dialect import Dialect, JournalRow

Parameters = Mapping[str, Any]


class Step(IntEnum):
    """The statements a write is made of, in the order in which a transaction runs them after the journal's.

    Of all writes that share a transaction the same step runs once, for all of them; so what makes a row
    stands before what changes it.
    """

    ADD_GUEST = 0
    ADD_ROOM = 1
    START_GAME = 2
    SEAT_PLAYER = 3
    END_GAME = 4
    CHANGE_ROOM_NAME = 5
    CHANGE_ROOM_PUBLIC = 6
    CHANGE_ROOM_RECORDS = 7
    CHECKPOINT = 8
    MEMBER_OUT = 9
    MEMBER_IN = 10
    CLOSE_ROOM = 11
    FREE_MEMBERS = 12
    RENAME_GUEST = 13
    REPLACE_TOKEN = 14
    TOUCH_GUEST = 15
    ADD_SHARE = 16
    TRY_OUT = 17
    TRY_OUT_UNDONE = 18


_of_room = schema.rooms.c.id == bindparam("of_room")
_of_guest = schema.guests.c.id == bindparam("of_guest")
_members = schema.members.c


def statements(dialect: Dialect) -> Mapping[Step, Executable]:
    """What each step runs; a bound parameter may not bear a column's name in an UPDATE: hence the of_…."""
    change_room = update(schema.rooms).where(_of_room)
    change_guest = update(schema.guests).where(_of_guest)
    return {
        Step.ADD_GUEST: insert(schema.guests),
        Step.ADD_ROOM: insert(schema.rooms),
        Step.START_GAME: insert(schema.games),
        Step.SEAT_PLAYER: insert(schema.game_players),
        Step.END_GAME: update(schema.games).where(schema.games.c.id == bindparam("of_game")),
        Step.CHANGE_ROOM_NAME: change_room,
        Step.CHANGE_ROOM_PUBLIC: change_room,
        Step.CHANGE_ROOM_RECORDS: change_room,
        Step.CHECKPOINT: change_room,
        Step.MEMBER_OUT: delete(schema.members).where(
            _members.guest == bindparam("of_guest"), _members.room == bindparam("of_room")
        ),
        Step.MEMBER_IN: _member_in(dialect),
        Step.CLOSE_ROOM: change_room,
        Step.FREE_MEMBERS: delete(schema.members).where(_members.room == bindparam("of_room")),
        Step.RENAME_GUEST: change_guest,
        Step.REPLACE_TOKEN: change_guest,
        Step.TOUCH_GUEST: change_guest,
        Step.ADD_SHARE: insert(schema.shares),
        Step.TRY_OUT: insert(schema.nodes),
        Step.TRY_OUT_UNDONE: delete(schema.nodes).where(schema.nodes.c.id == bindparam("of_node")),
    }


def _member_in(dialect: Dialect) -> Executable:
    new = dialect.insert(schema.members).values(
        guest=bindparam("guest"), room=bindparam("room"), joined=True, claimed_at=dialect.now
    )
    return new.on_conflict_do_update(
        index_elements=[_members.guest], set_={"room": new.excluded.room, "joined": True}
    )


@dataclass(frozen=True, slots=True)
class Write:
    """One caller's statements, with a row of the journal or without: all is durable together, or nothing.

    A `row` is written if the room is in `epoch` and the row is the next one in its journal.
    """

    steps: Sequence[tuple[Step, Parameters]]
    row: JournalRow | None = None
    epoch: int = 0
