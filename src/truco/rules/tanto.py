"""What a seat's cards count for the envido (B7.1), and which of them make it (B7.12)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from truco.rules.cards import Card, number, suit


@dataclass(frozen=True, slots=True)
class Tanto:
    """A count for the envido and the cards that make it, in the order they were dealt."""

    points: int
    cards: tuple[Card, ...]


Counting = Callable[[tuple[Card, ...], Card | None], Tanto]
"""The cards as dealt, and the turned card where a game turns one, to their tanto."""


@lru_cache(maxsize=65536)
def argentine(cards: tuple[Card, ...], turned: Card | None = None) -> Tanto:
    """The tanto of B7.1, 0 to 33; of equal choices the first dealt makes it."""
    pairs = [pair for pair in combinations(cards, 2) if suit(pair[0]) == suit(pair[1])]
    if pairs:
        best = max(pairs, key=lambda pair: _count(pair[0]) + _count(pair[1]))
        return Tanto(20 + _count(best[0]) + _count(best[1]), best)
    highest = max(cards, key=_count)
    return Tanto(_count(highest), (highest,))


def _count(card: Card) -> int:
    """A card's number, court cards nothing."""
    return number(card) if number(card) < 10 else 0
