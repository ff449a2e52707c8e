"""Chance from the operating system's generator: the shuffle and the first dealer."""

import secrets
from collections.abc import Sequence
from typing import Final

from truco.rules.cards import Card
from truco.rules.seats import Seat

_SYSTEM: Final = secrets.SystemRandom()


class SystemChance:
    """What production passes to every table."""

    def shuffle(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards in an order that nobody can foresee."""
        return _SYSTEM.sample(cards, len(cards))

    def dealer(self, seats: int) -> Seat:
        """The first dealer, uniformly (B1.3)."""
        return _SYSTEM.randrange(seats)
