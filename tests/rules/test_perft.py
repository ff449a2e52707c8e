"""Perft: how many ways a hand can go, to a depth. A change of the rules changes the counts."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.builders import PARDAS, Table, hand
from tests.rules.reference import Paper
from truco.rules.perft import perft


def put_first() -> Table:
    return hand(PARDAS, dealer=1).moves("2 call truco", "3 call envido")


def second_round() -> Table:
    return hand().moves("0 call truco", "1+3 vote quiero", "0 play 7e", "1 fold", "2 play 3o", "3 play 7c")


def nearly_won() -> Table:
    return hand(PARDAS, score=(29, 28)).moves("0 play 3e", "1 play 3b")


def with_a_chair_empty() -> Table:
    return hand().moves("0 call truco", "2 drop")


@pytest.mark.parametrize(
    ("table", "counts"),
    [
        (hand, [1, 8, 64, 469, 3_257, 20_992]),
        (put_first, [1, 10, 90, 740, 5_676, 41_212]),
        (second_round, [1, 3, 9, 33, 81, 231, 721, 2_237]),
        (nearly_won, [1, 8, 61, 355, 2_131, 13_183]),
        (with_a_chair_empty, [1, 6, 30, 116, 372, 1_064, 2_820, 7_088]),
    ],
)
def test_perft(table: Callable[[], Table], counts: list[int]):
    assert [perft(table().game, depth) for depth in range(len(counts))] == counts


def test_a_hand_that_is_over_can_go_one_way():
    over = hand().moves("0 fold", "1 fold", "2 fold").game
    assert [perft(over, depth) for depth in (0, 1, 9)] == [1, 1, 1]


def test_the_rules_written_down_a_second_time_count_the_same():
    """The counts of the engine are those of the naive reading too."""
    cards = [["7e", "6e", "2c"], ["1b", "4c", "12c"], ["3o", "10o", "5b"], ["11e", "12b", "7c"]]
    paper = Paper()
    paper.deal(3, cards)
    assert [naive_perft(paper, depth) for depth in range(5)] == [1, 8, 64, 469, 3_257]


def naive_perft(paper: Paper, depth: int) -> int:
    if depth == 0 or paper.sheets[-1].result is not None or paper.winner is not None:
        return 1
    total = 0
    for seat in range(4):
        for wish in paper.legal(seat):
            after = deepcopy(paper)
            after.move(f"{seat} {wish}")
            total += naive_perft(after, depth - 1)
    return total
