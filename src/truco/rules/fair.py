"""A deal that can be checked: shuffles that follow from a secret that was promised beforehand.

``docs/fair-deal.md`` specifies it to the byte. Before a game there is a secret of 32 bytes, of which
everybody knows the SHA-256; each player adds a nonce; with both, every deck of the game and its first
dealer are fixed. Nothing here draws by chance.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

SCHEME: Final = "fosforo-deal-1"

SECRET_BYTES: Final = 32

NONCE_DIGITS: Final = 32
"""Hexadecimal digits of a nonce; a player who gave none has the empty text."""

_FIRST_DEALER: Final = 0
"""The number of the draw that no hand has: it says who deals first."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """What fixes all deals of one game: the secret in hexadecimal digits, and the nonces by seat."""

    secret: str = field(repr=False)
    nonces: tuple[str, ...]

    def shuffled(self, deck: Sequence[T], hand: int) -> list[T]:
        """The deck of a hand, which are counted from 1: a Fisher-Yates shuffle from the last place on."""
        cards = list(deck)
        numbers = self._bytes(hand)
        for last in range(len(cards) - 1, 0, -1):
            other = _below(last + 1, numbers)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def dealer(self, seats: int) -> int:
        """The seat that deals first (B1.3)."""
        return _below(seats, self._bytes(_FIRST_DEALER))

    def _bytes(self, draw: int) -> Iterator[int]:
        """Bytes without end for one draw: an HMAC-SHA256 for each block of them."""
        secret, block = bytes.fromhex(self.secret), 0
        said = "\n".join((SCHEME, *self.nonces, str(draw)))
        while True:
            yield from hmac.digest(secret, f"{said}\n{block}".encode(), "sha256")
            block += 1


def commitment(secret: str) -> str:
    """What is told of a secret before it is used: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def _below(most: int, numbers: Iterator[int]) -> int:
    """A number from 0 to ``most`` - 1, each as likely: bytes that would favour some are passed over."""
    whole = 256 - 256 % most
    return next(number for number in numbers if number < whole) % most
