"""A table's steps as entries of the journal, and back."""

from collections.abc import Iterable, Iterator

from truco.rules.plain import to_plain
from truco.store import (
    Change,
    Checkpoint,
    Entry,
    GameEndedRow,
    GameStartedRow,
    MemberIn,
    MemberOut,
    RoomChanged,
    RoomClosed,
    RoomRow,
)
from truco.store import Row as StoredRow
from truco.store.clock import now_ms
from truco.table import events
from truco.table.checkpoint import to_stored
from truco.table.room import game_id
from truco.table.table import Row, Step, Table
from truco.table.views import rules_of


def entry_of(table: Table, step: Step, epoch: int) -> Entry:
    """The entry for the step that `table` has just taken, with what it changes outside of the journal."""
    return Entry(
        room=table.room.id,
        seq=table.seq,
        game=table.game_number,
        guest=step.guest,
        aid=step.aid,
        facts=[to_plain(fact) for fact in step.facts],
        at_ms=now_ms(),
        changes=tuple(_changes(table, step.facts)),
        epoch=epoch,
    )


def row_of(stored: StoredRow) -> Row:
    """An entry as it was read, with its facts."""
    return Row(stored.game, stored.guest, stored.aid, tuple(map(events.READER.from_plain, stored.facts)))


def room_row(table: Table, opened_at: int) -> RoomRow:
    """A new room's row."""
    room = table.room
    return RoomRow(room.id, room.name, room.code, room.public, room.records, rules_of(room.rules), opened_at)


def _changes(table: Table, facts: Iterable[events.Fact]) -> Iterator[Change]:
    room = table.room
    if table.checkpoint is not None:
        yield Checkpoint(to_stored(table.checkpoint), table.checkpoint.seq)
    for fact in facts:
        match fact:
            case events.GameStarted(number, members, names):
                rules = rules_of(room.rules)
                yield GameStartedRow(game_id(room.id, number), number, rules, room.records, names, members)
            case events.GameEnded(why, side, seat):
                score = table.state.game.score if table.state.game else (0, 0)
                yield GameEndedRow(game_id(room.id, table.game_number or 0), why, seat, side, score)
            case events.MemberJoined(member):
                yield MemberIn(member)
            case events.MemberLeft(member):
                yield MemberOut(member)
            case events.OptionsSet(name, public, records):
                yield RoomChanged(name, public, records)
            case events.RoomClosed():
                yield RoomClosed()
            case _:
                pass
