"""B3: which card beats which."""

from itertools import combinations

import pytest

from tests.builders import hand
from truco.rules.cards import SPANISH_40, Card
from truco.rules.strength import argentine

# From the lowest step to the highest.
STEPS = [
    "4e 4b 4o 4c",
    "5e 5b 5o 5c",
    "6e 6b 6o 6c",
    "7c 7b",
    "10e 10b 10o 10c",
    "11e 11b 11o 11c",
    "12e 12b 12o 12c",
    "1c 1o",
    "2e 2b 2o 2c",
    "3e 3b 3o 3c",
    "7o",
    "7e",
    "1b",
    "1e",
]


@pytest.mark.parametrize(("step", "cards"), list(enumerate(STEPS, start=1)))
def test_the_cards_of_a_step_are_equal(step: int, cards: str):
    """B3"""
    assert {argentine(Card(card)) for card in cards.split()} == {step}


def test_the_fourteen_steps_hold_all_forty_cards():
    """B3"""
    assert sorted(card for step in STEPS for card in step.split()) == sorted(SPANISH_40)


def test_no_card_is_turned_that_could_change_the_order():
    """B3"""
    assert [argentine(card, Card("4e")) for card in SPANISH_40] == [argentine(card) for card in SPANISH_40]


@pytest.mark.parametrize(("lower", "higher"), list(combinations(range(14), 2)))
def test_a_card_of_a_higher_step_takes_the_round(lower: int, higher: int):
    """B3, B4.3"""
    low, high = STEPS[lower].split()[0], STEPS[higher].split()[-1]
    first = (low, high, "4b", "4o")
    others = iter(card for card in SPANISH_40 if card not in first)
    dealt = " / ".join(f"{card} {next(others)} {next(others)}" for card in first)
    table = hand(dealt).moves(*(f"{seat} play {card}" for seat, card in enumerate(first)))
    assert table.rounds == [(1, 1)]
