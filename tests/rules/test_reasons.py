"""Every reason that there can be is listed, so that whoever tells them knows that none is missing."""

from tests.builders import hand
from truco.rules import reasons
from truco.rules.cards import Card
from truco.rules.reasons import Why
from truco.rules.rulesets import RULESETS
from truco.rules.tanto import argentine

LISTED = (*reasons.ROUNDS, *reasons.ENVIDOS, *reasons.HANDS, *reasons.PRICES, *reasons.TANTOS)


def test_all_are_listed():
    alone = [value for value in vars(reasons).values() if isinstance(value, Why)]
    assert set(LISTED) == {*alone, *reasons._BY_VERDICT.values(), *reasons._BY_PRICE.values()}


def test_every_price_of_a_game_on_offer_has_its_reason():
    """B7.7"""
    for rules in RULESETS.values():
        for ladder in (rules.envido, rules.truco):
            for chain, stake in ladder.stakes.items():
                assert (reasons.of_price(stake) is None) == isinstance(stake.accepted, int), chain


def test_an_accepted_falta_says_who_set_its_price():
    """B7.7"""
    falta = hand(score=(10, 22)).moves("0 call falta-envido")
    accepted = falta.moves("1+3 vote quiero").view(None)["envido"]
    assert accepted is not None
    assert (accepted["points"], accepted["price"]) == (8, {"code": "falta_leader", "rule": "B7.7"})
    refused = falta.moves("1+3 vote no-quiero").view(None)["envido"]
    assert refused is not None and refused["price"] is None, "a refused one pays a number"
    plain = hand().moves("0 call envido", "1+3 vote quiero").view(None)["envido"]
    assert plain is not None and plain["price"] is None


def test_a_tanto_is_of_one_suit_or_of_one_card():
    """B7.1"""
    assert reasons.of_tanto(argentine((Card("7o"), Card("6o"), Card("1b")))) == ("suited", "B7.1")
    assert reasons.of_tanto(argentine((Card("7o"), Card("6c"), Card("1b")))) == ("single", "B7.1")
