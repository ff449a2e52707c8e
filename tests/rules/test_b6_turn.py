"""B6: turn and calls."""

import pytest

from tests.builders import hand

OPEN = ["call envido", "call falta-envido", "call real-envido", "call truco", "fold"]


def test_a_player_on_turn_may_play_call_or_fold():
    """B6.1"""
    assert hand().legal(0) == [*OPEN, "play 2c", "play 6e", "play 7e"]


def test_nobody_else_may_do_anything():
    """B6.1"""
    table = hand()
    assert [table.legal(seat) for seat in (1, 2, 3)] == [[], [], []]
    for seat in (1, 2, 3):
        assert table.refusal(f"{seat} fold") == "not_your_turn"
        assert table.refusal(f"{seat} call truco") == "not_your_turn"
        assert table.refusal(f"{seat} call envido") == "not_your_turn"
        assert table.refusal(f"{seat} vote quiero") == "not_asked"
    assert table.refusal("1 play 1b") == "not_your_turn"


@pytest.mark.parametrize(
    "settled",
    [
        ("1 call truco", "0+2 vote quiero"),
        ("1 call envido", "0+2 vote quiero"),
        ("1 call envido", "0+2 vote no-quiero"),
        ("1 call envido", "clock"),
        ("1 call envido", "0+2 vote envido", "1+3 vote quiero"),
        ("1 call truco", "0+2 vote retruco", "1+3 vote quiero"),
        ("1 call truco", "2 call envido", "1+3 vote quiero", "0+2 vote quiero"),
        ("1 call envido", "0+2 vote quiero", "1 call truco", "0+2 vote quiero"),
    ],
)
def test_after_a_call_is_settled_the_same_player_is_on_turn(settled: tuple[str, ...]):
    """B6.1"""
    table = hand().moves("0 play 7e", *settled)
    assert (table.turn, table.call) == (1, None)
    assert table.moves("1 play 4c").turn == 2


def test_a_player_may_call_envido_and_then_truco_and_then_play_in_one_turn():
    """B6.1"""
    table = hand().moves("0 call envido", "1+3 vote quiero", "0 call truco", "1+3 vote quiero", "0 play 7e")
    assert table.turn == 1


def test_while_a_call_waits_nobody_is_on_turn():
    """B6.2"""
    table = hand().moves("0 call truco")
    assert table.turn is None
    for seat in range(4):
        assert table.refusal(f"{seat} fold") == "call_open"
        assert table.refusal(f"{seat} call truco") == "call_open"
        assert table.refusal(f"{seat} call retruco") == "call_open"
    assert table.refusal("0 play 7e") == "call_open"
    assert table.refusal("1 play 1b") == "call_open"


def test_while_an_envido_waits_no_truco_is_called():
    """B6.2"""
    table = hand().moves("0 call envido")
    assert table.refuses("0 call truco, 1 call truco, 1 call real-envido, 3 call envido, 2 call envido")


@pytest.mark.parametrize(
    "word", ["retruco", "vale-cuatro", "quiero", "no-quiero", "flor", "", "Truco", "contraflor"]
)
def test_a_word_that_is_not_open_is_refused(word: str):
    """B6.3"""
    assert hand().refusal(f"0 call {word}") == "not_open"


def test_what_is_refused_changes_nothing():
    """B6.3"""
    table = hand().moves("0 play 7e")
    before = table.game
    for move in ("0 fold", "1 play 7e", "1 call retruco", "2 vote quiero", "3 back", "clock"):
        table.refusal(move)
    assert table.game is before
    assert table.legal(1) == [*OPEN, "play 12c", "play 1b", "play 4c"]
