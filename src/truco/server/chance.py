"""Chance from the operating system's generator: the secrets that decks and first dealers follow from."""

import secrets
from collections.abc import Sequence
from typing import Final

from truco.rules.cards import Card
from truco.rules.fair import SECRET_BYTES, Key
from truco.rules.seats import Seat

_SYSTEM: Final = secrets.SystemRandom()


class SystemChance:
    """What production passes to every table."""

    def secret(self) -> str:
        """32 bytes in hexadecimal digits."""
        return secrets.token_hex(SECRET_BYTES)

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        """The order that follows from the key; in a game that an earlier release began there is none."""
        return _SYSTEM.sample(cards, len(cards)) if key is None else key.shuffled(cards, hand)

    def dealer(self, seats: int, key: Key | None) -> Seat:
        """The first dealer, uniformly (B1.3)."""
        return _SYSTEM.randrange(seats) if key is None else key.dealer(seats)
