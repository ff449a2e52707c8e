"""Places at the table and the sides they play for (B1).

Seats are numbered from 0 anticlockwise, so ``seat + 1`` sits to the right of ``seat`` and
every count of places runs upwards (B1.1, B1.2). Those who score together are a side.
"""

from collections.abc import Callable
from functools import cache

Seat = int
Side = int
Sides = tuple[Side, ...]
"""The side of each seat, by seat."""

Seating = Callable[[Seat, int], Sides]
"""How a hand divides its seats: the mano and the number of seats in, the side of each out."""


def next_seat(seat: Seat, seats: int) -> Seat:
    """The next seat anticlockwise: to the right, and the mano of a dealer (B1.1, B1.4)."""
    return (seat + 1) % seats


@cache
def around(start: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats once, anticlockwise, beginning with ``start``."""
    return tuple((start + step) % seats for step in range(seats))


@cache
def in_order(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats by their numbers, as views list them."""
    return tuple(sorted(seats))


@cache
def alternating(mano: Seat, seats: int) -> Sides:
    """Sides that sit in turn, whoever is mano: seats 0, 2, … against 1, 3, … (B1.1)."""
    return tuple(seat % 2 for seat in range(seats))
