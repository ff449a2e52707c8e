"""The facts of a room, and all facts of a table together."""

from dataclasses import dataclass
from typing import Final, Literal, TypeGuard, get_args

from truco.rules.events import Event
from truco.rules.plain import Reader
from truco.rules.seats import Seat, Side
from truco.table.wishes import Records

MemberId = str
Ending = Literal["won", "cancelled", "left", "stopped"]
"""How a game ends: won; a chair's minute ran out (B12.4); somebody left (B12.6); we stopped it."""


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A room is there. ``code`` is its invite code, ``rules`` the name of its rule set."""

    room: str
    name: str
    public: bool
    records: Records
    rules: str
    code: str


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A guest is a member now, not connected yet. ``look`` is what the name looks like."""

    member: MemberId
    name: str
    look: str


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A member is gone, with chair and all."""

    member: MemberId


@dataclass(frozen=True, slots=True)
class MemberAway:
    """A member's connection is lost."""

    member: MemberId


@dataclass(frozen=True, slots=True)
class MemberBack:
    """A member is connected."""

    member: MemberId


@dataclass(frozen=True, slots=True)
class Seated:
    """A member took a chair; the ready marks are cleared."""

    member: MemberId
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stood:
    """A member has no chair any more; the ready marks are cleared."""

    member: MemberId
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadySet:
    """A member is ready, or not any more; with a nonce for the deals of the coming game."""

    member: MemberId
    ready: bool
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class SecretDrawn:
    """The secret of the coming game, in hexadecimal digits; nobody may know of it."""

    secret: str


@dataclass(frozen=True, slots=True)
class DealPromised:
    """The SHA-256 of the coming game's secret, for all."""

    commitment: str


@dataclass(frozen=True, slots=True)
class DealKeyed:
    """The secret that the deals of this game follow from; nobody may know of it before the game is over."""

    secret: str


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The room has another host: the member longest there."""

    member: MemberId


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The room's name and options as they are now; other records clear the ready marks (B2.3)."""

    name: str
    public: bool
    records: Records


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began: its number in the room, who plays, and their nonces for its deals, by seat."""

    number: int
    members: tuple[MemberId, ...]
    names: tuple[str, ...]
    nonces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game is over; ``side`` won it, or ``seat`` left or did not come back."""

    why: Ending
    side: Side | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class WentIdle:
    """The player on turn did nothing for the table's idle time: the chair's minute starts (B12.7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Continued:
    """A player wants to go on to the next hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The room is gone."""


RoomFact = (
    RoomOpened
    | MemberJoined
    | MemberLeft
    | MemberAway
    | MemberBack
    | Seated
    | Stood
    | ReadySet
    | SecretDrawn
    | DealPromised
    | DealKeyed
    | HostChanged
    | OptionsSet
    | GameStarted
    | GameEnded
    | WentIdle
    | Continued
    | RoomClosed
)
Fact = Event | RoomFact
Secret = SecretDrawn | DealKeyed
"""Facts that nobody is told of."""

READER: Final = Reader((*get_args(Event), *get_args(RoomFact)))
"""Reads any fact of a table back from plain values."""


_PLAY: Final = frozenset(get_args(Event))


def is_play(fact: Fact) -> TypeGuard[Event]:
    """The fact is one of the rules, not of the room."""
    return type(fact) in _PLAY
