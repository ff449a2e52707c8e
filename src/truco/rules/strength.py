"""Which card beats which (B3).

A strength is a function from a card, and the card turned up where a game turns one, to a
step: the higher step wins, cards on one step are equal.
"""

from collections.abc import Callable
from typing import Final

from truco.rules.cards import SPANISH_40, Card, number

Strength = Callable[[Card, Card | None], int]

_ABOVE_THE_REST: Final = {"1e": 14, "1b": 13, "7e": 12, "7o": 11}
_BY_NUMBER: Final = {3: 10, 2: 9, 1: 8, 12: 7, 11: 6, 10: 5, 7: 4, 6: 3, 5: 2, 4: 1}

_ARGENTINE: Final[dict[Card, int]] = {
    card: _ABOVE_THE_REST.get(card, _BY_NUMBER[number(card)]) for card in SPANISH_40
}


def argentine(card: Card, turned: Card | None = None) -> int:
    """The fourteen steps of B3, 14 the highest; a turned card changes nothing."""
    return _ARGENTINE[card]
