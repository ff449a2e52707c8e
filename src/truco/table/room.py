"""The room as an immutable value, and how each of its facts changes it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from truco.rules.fair import Key
from truco.rules.rulesets import RULESETS, Ruleset
from truco.rules.seats import Seat
from truco.table.events import (
    DealKeyed,
    DealPromised,
    GameEnded,
    GameStarted,
    HostChanged,
    MemberAway,
    MemberBack,
    MemberId,
    MemberJoined,
    MemberLeft,
    OptionsSet,
    ReadySet,
    RoomClosed,
    RoomFact,
    RoomOpened,
    Seated,
    SecretDrawn,
    Stood,
)
from truco.table.wishes import Records


class Member(NamedTuple):
    """A guest in the room, with a chair or standing; ``nonce`` is theirs while they are ready."""

    id: MemberId
    name: str
    look: str
    seat: Seat | None = None
    ready: bool = False
    connected: bool = False
    nonce: str = ""


class Room(NamedTuple):
    """Where people gather between games. ``members`` stand in the order in which they came.

    ``secret`` is that of the coming game, ``promised`` its commitment once it was told; ``key`` is what
    the deals of the game on the table, or the last one, follow from.
    """

    id: str
    name: str
    public: bool
    records: Records
    rules: Ruleset
    code: str
    members: tuple[Member, ...] = ()
    host: MemberId | None = None
    started: GameStarted | None = None
    ended: GameEnded | None = None
    closed: bool = False
    secret: str | None = None
    promised: str | None = None
    key: Key | None = None

    @property
    def playing(self) -> bool:
        """A game is on."""
        return self.started is not None and self.ended is None

    @property
    def chairs(self) -> tuple[MemberId | None, ...]:
        """Who sits where, by seat."""
        sitting = {member.seat: member.id for member in self.members}
        return tuple(sitting.get(seat) for seat in range(self.rules.seats))

    def member(self, member: MemberId) -> Member | None:
        """A member by id, None for a stranger."""
        for one in self.members:
            if one.id == member:
                return one
        return None

    def at(self, seat: Seat) -> Member | None:
        """Who sits on a chair."""
        for one in self.members:
            if one.seat == seat:
                return one
        return None

    @property
    def all_ready(self) -> bool:
        """Every chair is taken by somebody who is connected and ready."""
        sitting = [one for one in self.members if one.seat is not None]
        return len(sitting) == self.rules.seats and all(one.ready and one.connected for one in sitting)


def game_id(room: str, number: int) -> str:
    """The id of a room's game."""
    return f"{room}-{number}"


def opened(fact: RoomOpened) -> Room:
    """The room that a first fact opens, still empty."""
    return Room(fact.room, fact.name, fact.public, fact.records, RULESETS[fact.rules], fact.code)


def evolve(room: Room, fact: RoomFact) -> Room:
    """The room after one fact, which is taken as true."""
    change = _EVOLVE.get(type(fact))
    return change(room, fact) if change else room


def _joined(room: Room, fact: MemberJoined) -> Room:
    return room._replace(members=(*room.members, Member(fact.member, fact.name, fact.look)))


def _left(room: Room, fact: MemberLeft) -> Room:
    leaving = room.member(fact.member)
    others = tuple(one for one in room.members if one.id != fact.member)
    if leaving is not None and leaving.seat is not None:
        others = _not_ready(others)
    return room._replace(members=others, host=None if room.host == fact.member else room.host)


def _connected(room: Room, fact: MemberAway | MemberBack) -> Room:
    return _changed(room, fact.member, connected=isinstance(fact, MemberBack))


def _seated(room: Room, fact: Seated) -> Room:
    room = room._replace(members=_not_ready(room.members))
    return _changed(room, fact.member, seat=fact.seat)


def _stood(room: Room, fact: Stood) -> Room:
    room = room._replace(members=_not_ready(room.members))
    return _changed(room, fact.member, seat=None)


def _ready_set(room: Room, fact: ReadySet) -> Room:
    return _changed(room, fact.member, ready=fact.ready, nonce=fact.nonce)


def _secret_drawn(room: Room, fact: SecretDrawn) -> Room:
    return room._replace(secret=fact.secret, promised=None)


def _promised(room: Room, fact: DealPromised) -> Room:
    return room._replace(promised=fact.commitment)


def _keyed(room: Room, fact: DealKeyed) -> Room:
    nonces = room.started.nonces if room.started else ()
    return room._replace(key=Key(fact.secret, nonces), secret=None, promised=None)


def _host_changed(room: Room, fact: HostChanged) -> Room:
    return room._replace(host=fact.member)


def _options_set(room: Room, fact: OptionsSet) -> Room:
    if fact.records != room.records:  # nobody is to play under other records than they were ready for (B2.3)
        room = room._replace(members=_not_ready(room.members))
    return room._replace(name=fact.name, public=fact.public, records=fact.records)


def _game_started(room: Room, fact: GameStarted) -> Room:
    return room._replace(started=fact, ended=None, key=None, members=_not_ready(room.members))


def _game_ended(room: Room, fact: GameEnded) -> Room:
    return room._replace(ended=fact)


def _closed(room: Room, fact: RoomClosed) -> Room:
    return room._replace(closed=True)


def _not_ready(members: tuple[Member, ...]) -> tuple[Member, ...]:
    return tuple(one._replace(ready=False, nonce="") if one.ready else one for one in members)


def _changed(room: Room, member: MemberId, **fields: Any) -> Room:
    members = tuple(one._replace(**fields) if one.id == member else one for one in room.members)
    return room._replace(members=members)


_EVOLVE: dict[type[RoomFact], Callable[[Room, Any], Room]] = {
    MemberJoined: _joined,
    MemberLeft: _left,
    MemberAway: _connected,
    MemberBack: _connected,
    Seated: _seated,
    Stood: _stood,
    ReadySet: _ready_set,
    SecretDrawn: _secret_drawn,
    DealPromised: _promised,
    DealKeyed: _keyed,
    HostChanged: _host_changed,
    OptionsSet: _options_set,
    GameStarted: _game_started,
    GameEnded: _game_ended,
    RoomClosed: _closed,
}
