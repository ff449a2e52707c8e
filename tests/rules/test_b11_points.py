"""B11: points and the end of the game."""

import pytest

from tests.builders import Table, hand
from truco.rules.events import GameWon, HandEnded


def test_the_game_is_to_thirty_in_two_halves():
    """B11.1"""
    view = hand().view(None)
    assert (view["target"], view["half"]) == (30, 15)


@pytest.mark.parametrize("score", [(14, 29), (15, 0), (28, 28)])
def test_the_halves_end_nothing(score: tuple[int, int]):
    """B11.1"""
    table = hand(score=score).moves("0 call truco", "1+3 vote no-quiero")
    assert (table.score, table.winner) == ((score[0] + 1, score[1]), None)


@pytest.mark.parametrize(
    ("score", "moves", "ended"),
    [
        (
            (29, 0),
            ("0 call truco", "1+3 vote retruco", "0+2 vote vale-cuatro", "1+3 vote no-quiero"),
            (30, 0),
        ),
        ((29, 29), ("0 fold", "1 fold", "2 fold"), (29, 30)),
        ((28, 29), ("0 call envido", "1+3 vote real-envido", "0+2 vote quiero"), (30, 29)),
        ((29, 29), ("0 call truco", "1+3 vote retruco", "0+2 vote no-quiero"), (29, 30)),
    ],
)
def test_points_beyond_the_target_are_cut_off(
    score: tuple[int, int], moves: tuple[str, ...], ended: tuple[int, int]
):
    """B11.2"""
    table = hand(score=score).moves(*moves)
    assert table.score == ended
    assert table.winner == ended.index(30)


def test_the_worth_of_the_hand_is_told_in_full():
    """B11.2"""
    table = hand(score=(29, 0)).moves("0 call truco", "1+3 vote retruco", "0+2 vote vale-cuatro")
    assert table.moves("1+3 vote no-quiero").facts[-2:] == (HandEnded(0, 3, "refused"), GameWon(0))


def test_the_first_to_reach_the_target_wins():
    """B11.3: the envido comes before the points of the hand."""
    table = hand(score=(28, 29)).moves("0 call envido", "1+3 vote quiero")
    assert (table.winner, table.score) == (0, (30, 29))


def over_by_envido() -> Table:
    return hand(score=(28, 5)).moves("0 call truco", "1 call envido", "0+2 vote quiero")


def over_by_rounds() -> Table:
    table = hand(score=(29, 5)).moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c")
    return table.moves("0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b")


@pytest.mark.parametrize("over", [over_by_envido, over_by_rounds])
def test_after_the_end_everything_is_refused(over: object):
    """B11.3, B12"""
    assert callable(over)
    table = over()
    assert isinstance(table, Table)
    assert table.winner == 0
    for seat in range(4):
        assert table.legal(seat) == []
        for wish in ("drop", "back", "fold", "vote quiero", "call truco", "call envido", "play 7e"):
            assert table.refusal(f"{seat} {wish}") == "game_over"
    assert table.refusal("clock") == "game_over"


def test_a_chair_that_is_empty_at_the_end_stays_so():
    """B11.3"""
    table = hand(score=(29, 5)).moves("0 call truco", "2 drop", "1+3 vote no-quiero")
    assert table.winner == 0
    assert table.refusal("2 back") == "game_over"
