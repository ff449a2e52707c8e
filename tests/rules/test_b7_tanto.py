"""B7.1: the tanto. B7.12: the cards that make it."""

from itertools import combinations, permutations

import pytest

from truco.rules.cards import SPANISH_40, Card
from truco.rules.tanto import Tanto, argentine

VALUE = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "10": 0, "11": 0, "12": 0}


def by_the_text(cards: tuple[str, ...]) -> int:
    """B7.1 read aloud, suit by suit."""
    best = 0
    for suit in "eboc":
        values = sorted((VALUE[card[:-1]] for card in cards if card[-1] == suit), reverse=True)
        if len(values) >= 2:
            best = max(best, 20 + values[0] + values[1])
    return best or max(VALUE[card[:-1]] for card in cards)


def test_all_9880_hands_count_as_the_text_says():
    """B7.1"""
    hands = list(combinations(SPANISH_40, 3))
    assert len(hands) == 9880
    points = {cards: argentine(cards).points for cards in hands}
    assert points == {cards: by_the_text(cards) for cards in hands}
    assert set(points.values()) == {*range(8), *range(20, 34)}


def test_the_cards_shown_make_the_tanto_in_the_order_dealt():
    """B7.12"""
    for cards in combinations(SPANISH_40, 3):
        tanto = argentine(cards)
        values = [VALUE[card[:-1]] for card in tanto.cards]
        if len(values) == 2:
            assert len({card[-1] for card in tanto.cards}) == 1
            assert 20 + sum(values) == tanto.points
            assert cards.index(tanto.cards[0]) < cards.index(tanto.cards[1])
        else:
            assert values == [tanto.points]
            assert len({card[-1] for card in cards}) == 3


def test_of_equal_choices_the_first_dealt_are_shown():
    """B7.12: no other choice of as many points has its cards dealt earlier."""
    for cards in (("10e", "11e", "12e"), ("7e", "10e", "11e"), ("4e", "4b", "4o"), ("10e", "11b", "12o")):
        for dealt in permutations(map(Card, cards)):
            shown = argentine(dealt).cards
            places = [dealt.index(card) for card in shown]
            equals = [
                list(choice)
                for choice in combinations(range(3), len(shown))
                if _points([dealt[at] for at in choice]) == argentine(dealt).points
            ]
            assert places == min(equals)


def _points(cards: list[Card]) -> int:
    if len(cards) == 2 and cards[0][-1] == cards[1][-1]:
        return 20 + VALUE[cards[0][:-1]] + VALUE[cards[1][:-1]]
    return VALUE[cards[0][:-1]] if len(cards) == 1 else -1


@pytest.mark.parametrize(
    ("cards", "points", "shown"),
    [
        ("7e 6e 2c", 33, "7e 6e"),
        ("6e 2c 7e", 33, "6e 7e"),
        ("10e 11e 12e", 20, "10e 11e"),
        ("12e 7b 10e", 20, "12e 10e"),
        ("10e 7e 11e", 27, "10e 7e"),
        ("11e 10e 7e", 27, "11e 7e"),
        ("7e 10e 11e", 27, "7e 10e"),
        ("1e 2e 3e", 25, "2e 3e"),
        ("4e 3e 2e", 27, "4e 3e"),
        ("7e 7b 7o", 7, "7e"),
        ("10e 11b 12o", 0, "10e"),
        ("12o 11b 10e", 0, "12o"),
        ("10e 1b 12o", 1, "1b"),
        ("3b 10e 3o", 3, "3b"),
        ("1e 10e 7b", 21, "1e 10e"),
    ],
)
def test_tantos_that_players_know(cards: str, points: int, shown: str):
    """B7.1, B7.12"""
    dealt, makers = (tuple(map(Card, text.split())) for text in (cards, shown))
    assert argentine(dealt) == Tanto(points, makers)
