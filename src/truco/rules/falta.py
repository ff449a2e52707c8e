"""What a falta envido is worth when it is accepted (B7.7).

A price is a function of the score and the target, in points, so that a rule set chooses one
as a piece of data.
"""

from collections.abc import Callable

Score = tuple[int, ...]
"""Points of each side, by side."""

Price = Callable[[Score, int], int]


def leader(score: Score, target: int) -> int:
    """What the leading side needs to reach the target: 8 at 22 to 10 of 30."""
    return target - max(score)
