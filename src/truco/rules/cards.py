"""Cards by their codes, and the decks they come from (B2).

A card is its code: the number and the suit's letter, ``"7o"`` or ``"12e"``. The code is what
the record, the protocol and the screen use too, so nothing is ever translated.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)

SUITS: Final = "eboc"
"""Espadas, bastos, oros, copas."""


def deck(numbers: Iterable[int], suits: str = SUITS) -> tuple[Card, ...]:
    """Every card of the given numbers in the given suits, suit by suit."""
    ranks = tuple(numbers)
    return tuple(Card(f"{number}{suit}") for suit in suits for number in ranks)


SPANISH_40: Final = deck((1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
"""B2.1: 1 to 7, sota (10), caballo (11) and rey (12) in four suits."""

_NUMBER: Final[dict[str, int]] = {card: int(card[:-1]) for card in SPANISH_40}


def number(card: Card) -> int:
    """The number on a card, 1 to 12; a ``KeyError`` when there is no such card."""
    return _NUMBER[card]


def suit(card: Card) -> str:
    """The letter of a card's suit."""
    return card[-1]
