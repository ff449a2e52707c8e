"""What a guest may wish of a table: to come and go, to get ready, to play.

A wish of the play names the moment it was meant for: a card, a call or a fold the hand and its
``ply``, a vote the hand and the question it answers.
"""

from dataclasses import dataclass
from typing import Literal

from truco.rules.actions import Fold, MakeCall, PlayCard, Vote
from truco.rules.seats import Seat

Records = Literal["open", "closed"]
"""Whether a finished game's record may be read (B2.3)."""


@dataclass(frozen=True, slots=True)
class Join:
    """Become a member. ``look`` is what the name looks like; ``sit``: take the first free chair."""

    name: str
    look: str
    sit: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the room; in the middle of a game this cancels it (B12.6)."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a chair, or change to it, while no game is on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stand:
    """Give up one's chair and stay in the room."""


@dataclass(frozen=True, slots=True)
class SetReady:
    """Say that one is ready for a game, or is not; with a nonce for its deals, or none."""

    ready: bool
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class FreeChair:
    """The host frees a chair; of this member only, where one is named."""

    seat: Seat
    member: str | None = None


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The host changes the room before a game; None leaves as it is."""

    name: str | None = None
    public: bool | None = None
    records: Records | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """The host closes the room."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on to the next hand without waiting for the summary's end."""

    hand: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card, a call or a fold, meant for this moment of this hand."""

    action: PlayCard | MakeCall | Fold
    hand: int
    ply: int


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote on one question of this hand."""

    action: Vote
    hand: int
    question: int


RoomWish = Join | Leave | Sit | Stand | SetReady | FreeChair | SetOptions | Close
GameWish = Continue | Play | Ballot
Wish = RoomWish | GameWish
