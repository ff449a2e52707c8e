"""Why a round, an envido or a hand went as it did, each with the rule that says so.

A reason is a code and a rule's number: ``("highest", "B4.3")``. Sentences for players are made
of the codes by the client, in their language; the English ones here are for ``truco replay``.
"""

from typing import Final, NamedTuple

from truco.rules import falta
from truco.rules.events import EnvidoSettled
from truco.rules.falta import Price
from truco.rules.game import Outcome
from truco.rules.ladders import Stake
from truco.rules.rounds import Round, Verdict
from truco.rules.tanto import Tanto


class Why(NamedTuple):
    """A reason's code and the number of its rule."""

    code: str
    rule: str


HIGHEST: Final = Why("highest", "B4.3")
PARTNERS_TIED: Final = Why("partners_tied", "B4.4")
PARDA: Final = Why("parda", "B4.3")
ENVIDO_REFUSED: Final = Why("refused", "B7.8")
NEARER_MANO: Final = Why("nearer_mano", "B7.9")
HIGHER_TANTO: Final = Why("higher", "B7.9")
TRUCO_REFUSED: Final = Why("refused", "B8.4")
FOLDED: Final = Why("folded", "B10.2")
FOLDED_EXTRA: Final = Why("folded_extra", "B10.2")
GAME_BY_ENVIDO: Final = Why("envido", "B7.11")
SUITED: Final = Why("suited", "B7.1")
SINGLE: Final = Why("single", "B7.1")

_BY_VERDICT: Final = {
    "two_rounds": Why("two_rounds", "B5.1"),
    "first_parda": Why("first_parda", "B5.2"),
    "third_round": Why("third_round", "B5.2"),
    "second_parda": Why("second_parda", "B5.3"),
    "third_parda": Why("third_parda", "B5.4"),
    "three_pardas": Why("three_pardas", "B5.5"),
}

_BY_PRICE: Final[dict[Price, Why]] = {falta.leader: Why("falta_leader", "B7.7")}

ROUNDS: Final = (HIGHEST, PARTNERS_TIED, PARDA)
ENVIDOS: Final = (ENVIDO_REFUSED, NEARER_MANO, HIGHER_TANTO)
HANDS: Final = (*_BY_VERDICT.values(), TRUCO_REFUSED, FOLDED, FOLDED_EXTRA, GAME_BY_ENVIDO)
PRICES: Final = tuple(_BY_PRICE.values())
TANTOS: Final = (SUITED, SINGLE)
"""All reasons that there can be, by what they are of."""


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
        return ENVIDO_REFUSED
    best = max(points for _, points in settled.declared if isinstance(points, int))
    tied = [seat for seat, points in settled.declared if points == best]
    return NEARER_MANO if len(tied) > 1 else HIGHER_TANTO


def of_price(stake: Stake) -> Why | None:
    """Why an accepted chain is worth what it is when the score decides that; None when a number does."""
    return None if isinstance(stake.accepted, int) else _BY_PRICE[stake.accepted]


def of_tanto(tanto: Tanto) -> Why:
    """Why cards count what they do: some of one suit together, or the highest alone."""
    return SUITED if len(tanto.cards) > 1 else SINGLE


def of_verdict(verdict: Verdict) -> Why:
    """Why rounds decide a hand as they do."""
    return _BY_VERDICT[verdict.reason]


def of_hand(outcome: Outcome) -> Why:
    """Why a hand ended as it did."""
    if outcome.verdict is not None:
        return of_verdict(outcome.verdict)
    if outcome.by == "refused":
        return TRUCO_REFUSED
    return FOLDED_EXTRA if outcome.extra else FOLDED
