"""The ladders of bets: what may follow what, and what each chain is worth (B7.5–B7.8, B8.1–B8.5).

A ladder is a table. Its keys are all the chains of words that can be called in one hand, and
each stands for a :class:`Stake`. The table is the rule: legality, prices, the client's buttons
and the replay read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from truco.rules.falta import Price, Score

Word = str
Chain = tuple[Word, ...]
"""The words of one bet in the order called; ``()`` when nothing was called."""

QUIERO: Final[Word] = "quiero"
NO_QUIERO: Final[Word] = "no-quiero"


@dataclass(frozen=True)
class Stake:
    """What a called chain is worth, in points, and what may be said to it.

    ``accepted`` is a number, or a price where the score decides. ``refused`` goes to the side
    that called last. ``raises`` are the words that may follow; ``silence`` is what an absent
    voter, or the end of the clock without an answer, stands for.
    """

    accepted: int | Price
    refused: int
    raises: tuple[Word, ...] = ()
    silence: Word = NO_QUIERO

    @cached_property
    def answers(self) -> tuple[Word, ...]:
        """Every word that may be voted on this chain."""
        return (QUIERO, NO_QUIERO, *self.raises)

    def worth(self, score: Score, target: int) -> int:
        """What the chain pays when accepted at this score, in points."""
        return self.accepted if isinstance(self.accepted, int) else self.accepted(score, target)


@dataclass(frozen=True, eq=False)
class Ladder:
    """A bet by its name (``envido``, ``truco``) and the table of its chains."""

    name: str
    stakes: Mapping[Chain, Stake]

    @cached_property
    def openings(self) -> tuple[Word, ...]:
        """The words that open the bet, lowest first; none for a game without it."""
        return tuple(chain[0] for chain in self.stakes if len(chain) == 1)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word of the ladder once, in the order of the chains."""
        return tuple(dict.fromkeys(word for chain in self.stakes for word in chain))

    def following(self, chain: Chain) -> tuple[Word, ...]:
        """The words that may be called next after a chain, ``()`` being the opening."""
        return self.stakes[chain].raises if chain else self.openings


@dataclass(frozen=True, slots=True)
class Rung:
    """A word of an adding ladder: what it adds (or the price it sets) and how often it may come."""

    word: Word
    worth: int | Price
    times: int = 1


def adding(name: str, rungs: tuple[Rung, ...]) -> Ladder:
    """A ladder whose words add up and only go up, as the envido's do (B7.5, B7.6, B7.8).

    A priced rung closes the ladder and is worth its price alone. Refused, a chain pays what it
    was worth before its last word, at least 1.
    """
    stakes: dict[Chain, Stake] = {}

    def grow(chain: Chain, rung: int, said: int, before: int) -> None:
        nexts = [(i, said + 1 if i == rung else 1) for i in range(rung, len(rungs))]
        nexts = [(i, times) for i, times in nexts if times <= rungs[i].times]
        if chain:
            price = rungs[rung].worth
            total = before + price if isinstance(price, int) else price
            raises = tuple(rungs[i].word for i, _ in nexts) if isinstance(total, int) else ()
            stakes[chain] = Stake(total, max(before, 1), raises)
            if not isinstance(total, int):
                return
            before = total
        for i, times in nexts:
            grow((*chain, rungs[i].word), i, times, before)

    grow((), 0, 0, 0)
    return Ladder(name, stakes)


def climbing(name: str, base: int, steps: tuple[tuple[Word, int], ...]) -> Ladder:
    """A ladder of one word after another, each with its worth, as the truco's (B8.1, B8.4).

    ``base`` is what a hand without the bet is worth; refused, a word pays the worth below it.
    """
    stakes: dict[Chain, Stake] = {}
    words = tuple(word for word, _ in steps)
    below = base
    for height, (_, worth) in enumerate(steps, start=1):
        stakes[words[:height]] = Stake(worth, below, words[height : height + 1])
        below = worth
    return Ladder(name, stakes)
