"""The envido once it is accepted: who says what, and who wins (B7.9, B7.10)."""

from collections.abc import Sequence

from truco.rules.events import EnvidoSettled, Said
from truco.rules.falta import Score
from truco.rules.game import Hand, Question
from truco.rules.ladders import QUIERO
from truco.rules.rulesets import Ruleset
from truco.rules.seats import Seat, Side


def settled(rules: Ruleset, score: Score, hand: Hand, question: Question) -> EnvidoSettled:
    """The fact that settles an answered envido: points of B7.6 and B7.7, or of B7.8."""
    stake, deal = question.stake, hand.deal
    if question.answer != QUIERO:
        caller = deal.sides[question.caller]
        return EnvidoSettled(question.chain, False, caller, stake.refused)
    tantos = [
        (seat, deal.sides[seat], rules.tanto(deal.cards[seat], deal.turned).points)
        for seat in deal.seats
        if seat not in hand.folded
    ]
    winner = nearest_best(tantos)
    worth = stake.worth(score, rules.target)
    return EnvidoSettled(question.chain, True, deal.sides[winner], worth, winner, declarations(tantos))


def nearest_best(tantos: Sequence[tuple[Seat, Side, int]]) -> Seat:
    """The seat with the highest tanto; of equal ones the nearest to the mano (B7.9).

    ``tantos`` has seat, side and tanto of those who have not folded, in order from the mano.
    """
    return max(tantos, key=lambda entry: entry[2])[0]


def declarations(tantos: Sequence[tuple[Seat, Side, int]]) -> tuple[Said, ...]:
    """What each seat says in turn: its tanto if that beats the other side's best so far (B7.10)."""
    best: dict[Side, int] = {}
    said: list[Said] = []
    for seat, side, points in tantos:
        others = max((said for other, said in best.items() if other != side), default=-1)
        if points > others:
            best[side] = max(points, best.get(side, -1))
            said.append((seat, points))
        else:
            said.append((seat, "son buenas"))
    return tuple(said)
