"""Rule sets: each game of truco as data and a few small functions.

This is the only module that knows a rule set by its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from truco.rules import falta, seats, strength, tanto
from truco.rules.cards import SPANISH_40, Card
from truco.rules.falta import Score
from truco.rules.ladders import Ladder, Rung, Word, adding, climbing
from truco.rules.seats import Seat, Seating, Side, Sides


def manos_side(sides: Sides, mano: Seat) -> Side | None:
    """Three pardas go to the mano's side, even if the mano has folded (B5.5)."""
    return sides[mano]


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Everything in which one game of truco differs from another.

    ``target`` and ``half`` are points (``half`` None: no malas and buenas); ``dealt`` is the
    number of cards for each seat; ``base`` what a hand is worth without a call (B8.1);
    ``fold_extra`` the points of B10.2. A ladder without stakes is a game without that bet.
    """

    name: str
    seats: int
    sides: Seating
    opening_score: Score
    target: int
    half: int | None
    deck: tuple[Card, ...]
    dealt: int
    turns_card: bool
    strength: strength.Strength
    tanto: tanto.Counting
    envido: Ladder
    truco: Ladder
    base: int
    fold_extra: int
    three_pardas: Callable[[Sides, Seat], Side | None]

    @cached_property
    def ladders(self) -> Mapping[Word, Ladder]:
        """Every word that a call of this game may use, and the ladder it belongs to."""
        return {word: ladder for ladder in (self.envido, self.truco) for word in ladder.words}

    @cached_property
    def raises(self) -> frozenset[Word]:
        """The words that may raise a bet, and so may be voted."""
        stakes = (*self.envido.stakes.values(), *self.truco.stakes.values())
        return frozenset(word for stake in stakes for word in stake.raises)


ENVIDO: Final = adding(
    "envido",
    (Rung("envido", 2, times=2), Rung("real-envido", 3), Rung("falta-envido", falta.leader)),
)
TRUCO: Final = climbing("truco", 1, (("truco", 2), ("retruco", 3), ("vale-cuatro", 4)))

BARAJAMOS: Final = Ruleset(
    name="barajamos",
    seats=4,
    sides=seats.alternating,
    opening_score=(0, 0),
    target=30,
    half=15,
    deck=SPANISH_40,
    dealt=3,
    turns_card=False,
    strength=strength.argentine,
    tanto=tanto.argentine,
    envido=ENVIDO,
    truco=TRUCO,
    base=1,
    fold_extra=1,
    three_pardas=manos_side,
)

RULESETS: Final[Mapping[str, Ruleset]] = {ruleset.name: ruleset for ruleset in (BARAJAMOS,)}
