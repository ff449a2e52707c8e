"""What goes into the store and what comes out: frozen values. Times are milliseconds since 1970 (UTC)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = Any
"""A value that JSON can hold."""

Fact = Mapping[str, Json]
"""A fact in its plain form."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person with a name."""

    id: str
    name: str
    created_at: int
    seen_at: int


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room without its journal. `code` is the invite's; `records` are "open" or "closed"."""

    id: str
    name: str
    code: str
    public: bool
    records: str
    rules: Json
    opened_at: int
    closed_at: int | None = None
    epoch: int = 1
    checkpoint_seq: int = 0
    checkpoint: Json | None = None


@dataclass(frozen=True, slots=True)
class DoorGuest:
    """A member as the door knows them. The hash tells whether a token is theirs."""

    id: str
    name: str
    token_hash: bytes


@dataclass(frozen=True, slots=True)
class Door:
    """All that is needed to let people into a room that is open and not stopped.

    `owner` is the node that runs it; None when there is none or its lease is over. `guests` are the members.
    """

    room: RoomRow
    owner: str | None
    guests: tuple[DoorGuest, ...]


@dataclass(frozen=True, slots=True)
class GameStartedRow:
    """A change: a game began with this entry. `number` counts the room's games; `players` go by seat."""

    id: str
    number: int
    rules: Json
    records: str
    names: Sequence[str]
    players: Sequence[str]


@dataclass(frozen=True, slots=True)
class GameEndedRow:
    """A change: the game `id` ended with this entry."""

    id: str
    why: str
    seat: int | None
    side: int | None
    score: Sequence[int]


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """A change: the room has other options. None leaves one as it is."""

    name: str | None = None
    public: bool | None = None
    records: str | None = None


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """A change: the room is closed with this entry, and has no members any more."""


@dataclass(frozen=True, slots=True)
class MemberIn:
    """A change: the guest is a member of the entry's room, whatever was claimed before."""

    guest: str


@dataclass(frozen=True, slots=True)
class MemberOut:
    """A change: the guest is no member of the entry's room any more."""

    guest: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A change: `state` is all that the journal up to and with the entry `seq` comes to."""

    state: Json
    seq: int


Change = GameStartedRow | GameEndedRow | RoomChanged | RoomClosed | MemberIn | MemberOut | Checkpoint


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action, chance or lapse, with its facts and the changes that go into the same transaction.

    `seq` counts from 1 for the room's whole life, `game` is the number of the room's newest game (None before
    the first), `guest` and `aid` say whose action it was, `epoch` is the one in which the writer owns it.
    """

    room: str
    seq: int
    game: int | None
    guest: str | None
    aid: str | None
    facts: Sequence[Fact]
    at_ms: int
    changes: Sequence[Change] = field(default=())
    epoch: int = 1


class Row(NamedTuple):
    """One entry as it is read back from the journal."""

    seq: int
    game: int | None
    guest: str | None
    aid: str | None
    facts: tuple[Fact, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a room; what came of it is None while it lasts."""

    id: str
    room: str
    number: int
    rules: Json
    records: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    started_at: int
    ended_at: int | None
    why: str | None
    seat: int | None
    side: int | None
    score: tuple[int, ...] | None
