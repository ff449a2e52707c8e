"""Facts: what happened, in the past tense.

A game is the fold of its facts. Three causes enter as facts: a wish that was legal
(``CardPlayed``, ``Called``, ``VoteCast``, ``Folded``), chance (``Dealt``), and time or the
network (``VotesLapsed``, ``Dropped``, ``Returned``). The others follow by themselves.
"""

from dataclasses import dataclass
from typing import Literal

from truco.rules.cards import Card
from truco.rules.ladders import Chain, Word
from truco.rules.seats import Seat, Side

Said = tuple[Seat, int | Literal["son buenas"]]
"""What a seat declared: its tanto, or that the other side's is better (B7.10)."""

By = Literal["rounds", "refused", "fold"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt: the cards of each seat, by seat, and the card turned up if any."""

    hand: int
    dealer: Seat
    cards: tuple[tuple[Card, ...], ...]
    turned: Card | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Called:
    """A seat made a call by itself: on turn, or the envido that comes first (B7.3)."""

    seat: Seat
    word: Word


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A seat voted on the open call. Shown to its own side only (B9.5)."""

    seat: Seat
    word: Word


@dataclass(frozen=True, slots=True)
class VotesLapsed:
    """The open call's clock ran out (B9.3)."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A side answered the open call; ``seat`` speaks for it, None when only the clock did."""

    side: Side
    word: Word
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class EnvidoSettled:
    """The envido is over and its points are added (B7.8–B7.11).

    ``points`` is the full worth, also where the score is cut off at the target. ``seat`` is the
    winner of an accepted envido, ``declared`` what each seat said, in order.
    """

    chain: Chain
    accepted: bool
    side: Side
    points: int
    seat: Seat | None = None
    declared: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The call that waited behind the envido is asked again, its votes wiped (B7.3)."""

    word: Word


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is complete; ``side`` and ``seat`` are None for a parda (B4.3)."""

    round: int
    side: Side | None
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Folded:
    """A seat went to the mazo (B10.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dropped:
    """A seat's connection was lost (B12.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat's connection is back (B12.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TantoShown:
    """The cards that make the envido winner's tanto are shown to all (B7.12)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is over; ``points`` include the ``extra`` one of B10.2. ``side`` None: nobody's."""

    side: Side | None
    points: int
    by: By
    extra: int = 0


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side reached the target (B11.3)."""

    side: Side


Event = (
    Dealt
    | CardPlayed
    | Called
    | VoteCast
    | VotesLapsed
    | Answered
    | EnvidoSettled
    | AskedAgain
    | RoundEnded
    | Folded
    | Dropped
    | Returned
    | TantoShown
    | HandEnded
    | GameWon
)
