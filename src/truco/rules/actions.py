"""Actions: what a seat may wish to do.

Each is written as in a game record: ``play 7o``, ``call truco``, ``vote no-quiero``, ``fold``.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from truco.rules.cards import Card
from truco.rules.ladders import Word


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play one of one's cards, on turn (B4.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class MakeCall:
    """Open or raise a bet on turn, or put the envido first (B7.2, B7.3, B8.2, B8.3)."""

    word: Word


@dataclass(frozen=True, slots=True)
class Vote:
    """Say one's word on the open call: quiero, no quiero or a raise (B9.1)."""

    word: Word


@dataclass(frozen=True, slots=True)
class Fold:
    """Go to the mazo, on turn (B10.1)."""


Action = PlayCard | MakeCall | Vote | Fold

FOLD: Final = Fold()

play_card = cache(PlayCard)
"""The play of a card of the deck: one value for each card serves the whole process."""


def text(action: Action) -> str:
    """The action as a game record writes it, without the seat."""
    match action:
        case PlayCard(card):
            return f"play {card}"
        case MakeCall(word):
            return f"call {word}"
        case Vote(word):
            return f"vote {word}"
        case _:
            return "fold"
