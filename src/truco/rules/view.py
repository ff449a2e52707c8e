"""What one seat may see of a game: plain values, ready to be sent or handed to a bot.

A view is built by adding what is public or the seat's own (:mod:`truco.rules.observe`), never
by taking away what is secret. Points are points of the game, seats and sides are numbers.
"""

from typing import Literal, NotRequired, TypedDict

from truco.rules.cards import Card
from truco.rules.events import By
from truco.rules.ladders import Word
from truco.rules.seats import Seat, Side


class WhyView(TypedDict):
    """A reason: its code, and the number of the rule that says so."""

    code: str
    rule: str


class SeatView(TypedDict):
    """One seat as everybody sees it. ``left`` is the number of cards still held."""

    seat: Seat
    side: Side
    left: int
    played: tuple[Card, ...]
    folded: bool
    away: bool


class RoundView(TypedDict):
    """A round: its cards in the order played, the seats whose card is best, who won it and why."""

    cards: list[tuple[Seat, Card]]
    best: tuple[Seat, ...]
    done: bool
    side: Side | None
    seat: Seat | None
    why: WhyView | None


class EnvidoView(TypedDict):
    """An envido that is settled; ``declared`` in the order said, ``shown`` once the hand is over.

    ``price`` says why an accepted chain was worth ``points`` when the score decided that.
    """

    chain: tuple[Word, ...]
    accepted: bool
    side: Side
    points: int
    seat: Seat | None
    declared: tuple[tuple[Seat, int | Literal["son buenas"]], ...]
    shown: tuple[Card, ...]
    why: WhyView
    price: WhyView | None


class RungView(TypedDict):
    """A word of the truco's ladder and what the hand is worth once it is accepted."""

    word: Word
    worth: int


class TrucoView(TypedDict):
    """What was called of the truco, the side that may raise it, and its ladder."""

    chain: tuple[Word, ...]
    side: Side | None
    ladder: list[RungView]


class QuestionView(TypedDict):
    """The open call. ``votes`` go to the asked side only and are empty for all others (B9.5).

    ``accepted`` and ``refused`` are the points at stake, ``seats`` those who may vote.
    """

    id: int
    ladder: str
    call: Word
    chain: tuple[Word, ...]
    behind: Word | None
    caller: Seat
    side: Side
    seats: tuple[Seat, ...]
    votes: dict[str, Word]
    accepted: int
    refused: int


class LegalView(TypedDict):
    """One action open to the seat, with what its word is worth accepted and refused, in points."""

    do: Literal["play", "call", "vote", "fold"]
    card: NotRequired[Card]
    word: NotRequired[Word]
    accepted: NotRequired[int | None]
    refused: NotRequired[int | None]


class ShownView(TypedDict):
    """The cards that a seat had to show (B7.12)."""

    seat: Seat
    cards: tuple[Card, ...]


class ResultView(TypedDict):
    """How the hand ended. ``by`` is ``envido`` when an envido ended the game in mid-hand."""

    side: Side | None
    points: int
    by: By | Literal["envido"]
    extra: int
    why: WhyView
    shown: list[ShownView]


class HandView(TypedDict):
    """The hand under way, or the last one until the next is dealt, as one seat sees it.

    ``cards``, ``held``, ``tanto`` and ``legal`` are the seat's own; empty and None for others.
    ``turn`` is None while a call waits, in a pause and when the hand is over. ``ply`` counts the
    cards played and folds of this hand: with ``hand`` it names the moment an action was meant for.
    """

    seat: Seat | None
    side: Side | None
    hand: int
    ply: int
    dealer: Seat
    mano: Seat
    turn: Seat | None
    score: tuple[int, ...]
    target: int
    half: int | None
    worth: int
    paused: bool
    winner: Side | None
    seats: list[SeatView]
    rounds: list[RoundView]
    envido: EnvidoView | None
    truco: TrucoView
    question: QuestionView | None
    result: ResultView | None
    cards: tuple[Card, ...]
    held: tuple[Card, ...]
    tanto: int | None
    legal: list[LegalView]
