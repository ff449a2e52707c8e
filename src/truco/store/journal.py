"""The journal: one row for each accepted action, chance or lapse, written before anyone hears of it."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import CTE, Integer, String, column, select, values
from sqlalchemy import Row as SqlRow

from truco.store import codec, schema
from truco.store.dialect import JournalRow
from truco.store.reader import Reader
from truco.store.rows import (
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
    Row,
)
from truco.store.writer import Writer
from truco.store.writing import Parameters, Step, Write

_columns = schema.journal.c
ROW = (_columns.seq, _columns.game, _columns.guest, _columns.aid, _columns.facts, _columns.at_ms)
"""The columns that `to_row` reads, in its order."""

_AT_ONCE = 200
"""How many rooms one statement reads."""


class Journal:
    """The journals of all rooms of one store."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def append(self, entry: Entry) -> None:
        """Return when `entry` and its changes are durable.

        The same entry may be appended again after StoreUnavailable: it is written once, also when the first
        try had succeeded unseen. Entries of one room may wait together unless their changes build on each
        other: which of those takes effect last is not said.

        Raises:
            AppendConflict: the entry is refused for good, and nothing of it is written.
            StoreUnavailable: nothing is acknowledged; the caller tries again or gives up.
        """
        row = JournalRow(
            entry.room,
            entry.seq,
            entry.game,
            entry.guest,
            entry.aid,
            codec.dumps(entry.facts),
            entry.at_ms,
        )
        steps: list[tuple[Step, Parameters]] = []
        for change in _last_of_each(entry.changes) if entry.changes else ():
            steps.extend(_change_steps(entry, change))
        await self._writer.write(Write(steps, row, entry.epoch))

    async def read(self, room: str, after: int = 0) -> list[Row]:
        """The entries of `room` whose `seq` is greater than `after`, in order. Raises StoreUnavailable."""
        query = select(*ROW).where(_columns.room == room, _columns.seq > after).order_by(_columns.seq)
        return [to_row(row) for row in await self._reader.all(query)]

    async def tails(self, rooms: Sequence[RoomRow]) -> dict[str, list[Row]]:
        """The entries of each room after its `checkpoint_seq`, in order, with few statements for many rooms.

        A room is missing when an entry of it cannot be read. Raises StoreUnavailable.
        """
        tails: dict[str, list[Row]] = {room.id: [] for room in rooms}
        broken: set[str] = set()
        for some in _chunks([(room.id, room.checkpoint_seq) for room in rooms]):
            wanted = _wanted(some)
            query = (
                select(_columns.room, *ROW)
                .join(wanted, (_columns.room == wanted.c.room) & (_columns.seq > wanted.c.number))
                .order_by(_columns.room, _columns.seq)
            )
            for room, *row in await self._reader.all(query):
                try:
                    tails[room].append(to_row(row))
                except (ValueError, TypeError):
                    broken.add(room)
        return {room: tail for room, tail in tails.items() if room not in broken}


def _chunks(rooms: Sequence[tuple[str, int]]) -> Iterable[Sequence[tuple[str, int]]]:
    return (rooms[start : start + _AT_ONCE] for start in range(0, len(rooms), _AT_ONCE))


def _wanted(rooms: Sequence[tuple[str, int]]) -> CTE:
    """Rooms, each with a number, as a table to join."""
    return values(column("room", String), column("number", Integer), name="wanted").data(rooms).cte("wanted")


def to_row(row: SqlRow[*tuple[Any, ...]] | Sequence[Any]) -> Row:
    """One row of the columns `ROW`."""
    seq, game, guest, aid, facts, at_ms = row
    return Row(seq, game, guest, aid, tuple(codec.loads(facts)), at_ms)


def _last_of_each(changes: Sequence[Change]) -> Iterable[Change]:
    """The changes, without those by which a guest came or went before they went or came again."""
    last = {change.guest: change for change in changes if isinstance(change, MemberIn | MemberOut)}
    return (
        change
        for change in changes
        if not isinstance(change, MemberIn | MemberOut) or last[change.guest] is change
    )


def _change_steps(entry: Entry, change: Change) -> Iterable[tuple[Step, Parameters]]:
    match change:
        case GameStartedRow():
            yield Step.START_GAME, _game_row(entry, change)
            for seat, guest in enumerate(change.players):
                yield Step.SEAT_PLAYER, {"game": change.id, "seat": seat, "guest": guest}
        case GameEndedRow(id, why, seat, side, score):
            end = {"why": why, "seat": seat, "side": side, "score": list(score)}
            yield Step.END_GAME, {"of_game": id, "ended_at": entry.at_ms, **end}
        case RoomChanged(name, public, records):
            if name is not None:
                yield Step.CHANGE_ROOM_NAME, {"of_room": entry.room, "name": name}
            if public is not None:
                yield Step.CHANGE_ROOM_PUBLIC, {"of_room": entry.room, "public": public}
            if records is not None:
                yield Step.CHANGE_ROOM_RECORDS, {"of_room": entry.room, "records": records}
        case MemberIn(guest):
            yield Step.MEMBER_IN, {"guest": guest, "room": entry.room}
        case MemberOut(guest):
            yield Step.MEMBER_OUT, {"of_guest": guest, "of_room": entry.room}
        case RoomClosed():
            yield Step.CLOSE_ROOM, {"of_room": entry.room, "closed_at": entry.at_ms}
            yield Step.FREE_MEMBERS, {"of_room": entry.room}
        case Checkpoint(state, seq):
            yield Step.CHECKPOINT, {"of_room": entry.room, "checkpoint_seq": seq, "checkpoint": state}


def _game_row(entry: Entry, game: GameStartedRow) -> Parameters:
    return {
        "id": game.id,
        "room": entry.room,
        "number": game.number,
        "rules": game.rules,
        "records": game.records,
        "names": list(game.names),
        "players": list(game.players),
        "started_at": entry.at_ms,
    }
