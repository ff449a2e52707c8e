"""Who wins a round (B4.3–B4.5) and when rounds decide the hand (B5)."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from truco.rules.cards import Card
from truco.rules.seats import Seat, Side, Sides

Reason = Literal["two_rounds", "first_parda", "third_round", "second_parda", "third_parda", "three_pardas"]


class Round(NamedTuple):
    """One card from each seat that is still in.

    ``cards`` in the order played; ``best`` the seats whose card is the highest so far, in that
    order, and ``top`` its step. Once ``done``, ``side`` and ``seat`` are who won it, both None
    for a parda.
    """

    cards: tuple[tuple[Seat, Card], ...] = ()
    best: tuple[Seat, ...] = ()
    top: int = -1
    done: bool = False
    side: Side | None = None
    seat: Seat | None = None

    @property
    def opener(self) -> Seat:
        """The seat that played first; the round must have a card."""
        return self.cards[0][0]

    def with_card(self, seat: Seat, card: Card, step: int) -> "Round":
        """The round after one more card of the given step."""
        cards = (*self.cards, (seat, card))
        if step > self.top:
            return Round(cards, (seat,), step)
        return Round(cards, (*self.best, seat) if step == self.top else self.best, self.top)

    def winner(self, sides: Sides) -> tuple[Side | None, Seat | None]:
        """The side and the seat that the cards on the table make the winner (B4.3, B4.4)."""
        side = sides[self.best[0]]
        if any(sides[seat] != side for seat in self.best):
            return None, None
        return side, self.best[0]


EMPTY: Final = Round()


class Verdict(NamedTuple):
    """The rounds decide the hand: for ``side`` (None when nobody takes it), by which rule of B5."""

    side: Side | None
    reason: Reason


def verdict(winners: Sequence[Side | None], three_pardas: Side | None) -> Verdict | None:
    """What the rounds played so far decide, or None while the hand is open.

    ``winners`` has the side of each finished round, None for a parda; ``three_pardas`` is who
    takes a hand of three pardas. After a parda the earliest round won decides (B5.2–B5.4).
    """
    won = [side for side in winners if side is not None]
    pardas = len(winners) - len(won)
    if pardas == 0:
        for side in won:
            if won.count(side) == 2:
                return Verdict(side, "two_rounds")
        return None
    if won and len(winners) >= 2:
        return Verdict(won[0], _reason(winners))
    if pardas == 3:
        return Verdict(three_pardas, "three_pardas")
    return None


def _reason(winners: Sequence[Side | None]) -> Reason:
    if winners[0] is None:
        return "first_parda" if winners[1] is not None else "third_round"
    return "second_parda" if winners[1] is None else "third_parda"
