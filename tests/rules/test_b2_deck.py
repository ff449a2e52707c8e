"""B2: the forty cards."""

import pytest

from truco.rules.cards import SPANISH_40, deck, number, suit
from truco.rules.rulesets import BARAJAMOS


def test_there_are_forty_cards_without_eights_and_nines():
    """B2.1"""
    numbers = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    assert sorted(SPANISH_40) == sorted(f"{number}{suit}" for suit in "eboc" for number in numbers)
    assert len(set(SPANISH_40)) == 40
    assert BARAJAMOS.deck == SPANISH_40


def test_a_card_is_written_number_first_then_suit():
    """B2.2"""
    assert [(number(card), suit(card)) for card in deck((1, 12), "oc")] == [
        (1, "o"),
        (12, "o"),
        (1, "c"),
        (12, "c"),
    ]


def test_a_card_that_is_not_in_the_deck_has_no_number():
    """B2.1"""
    for card in deck((8, 9)):
        with pytest.raises(KeyError):
            number(card)
