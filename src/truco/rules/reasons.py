"""Why a round, an envido or a hand went as it did, each with the rule that says so.

A reason is a code and a rule's number: ``("highest", "B4.3")``. Sentences for players are made
of the codes by the client, in their language; the English ones here are for ``truco replay``.
"""

from typing import Final, NamedTuple

from truco.rules.events import EnvidoSettled
from truco.rules.game import Outcome
from truco.rules.rounds import Round


class Why(NamedTuple):
    """A reason's code and the number of its rule."""

    code: str
    rule: str


HIGHEST: Final = Why("highest", "B4.3")
PARTNERS_TIED: Final = Why("partners_tied", "B4.4")
PARDA: Final = Why("parda", "B4.3")
GAME_BY_ENVIDO: Final = Why("envido", "B7.11")

_BY_VERDICT: Final = {
    "two_rounds": Why("two_rounds", "B5.1"),
    "first_parda": Why("first_parda", "B5.2"),
    "third_round": Why("third_round", "B5.2"),
    "second_parda": Why("second_parda", "B5.3"),
    "third_parda": Why("third_parda", "B5.4"),
    "three_pardas": Why("three_pardas", "B5.5"),
}


def of_round(round_: Round) -> Why:
    """Why a round that is done is whose it is."""
    if round_.side is None:
        return PARDA
    return HIGHEST if len(round_.best) == 1 else PARTNERS_TIED


def of_envido(settled: EnvidoSettled) -> Why:
    """Why an envido was won: refused, the higher tanto, or the place nearer the mano.

    Only what was declared tells: a tanto behind "son buenas" stays hidden, equal or not.
    """
    if not settled.accepted:
        return Why("refused", "B7.8")
    best = max(points for _, points in settled.declared if isinstance(points, int))
    tied = [seat for seat, points in settled.declared if points == best]
    if len(tied) > 1:
        return Why("nearer_mano", "B7.9")
    return Why("higher", "B7.9")


def of_hand(outcome: Outcome) -> Why:
    """Why a hand ended as it did."""
    if outcome.verdict is not None:
        return _BY_VERDICT[outcome.verdict.reason]
    if outcome.by == "refused":
        return Why("refused", "B8.4")
    return Why("folded_extra" if outcome.extra else "folded", "B10.2")
