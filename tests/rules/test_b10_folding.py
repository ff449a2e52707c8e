"""B10: going to the mazo."""

import pytest

from tests.builders import Table, hand
from truco.rules.events import Folded, HandEnded


def test_who_folds_puts_the_cards_down_unseen_and_the_partner_plays_on():
    """B10.1"""
    table = hand().moves("0 fold")
    assert (table.facts, table.score, table.over, table.turn) == ((Folded(0),), (0, 0), False, 1)
    seen = table.view(1)["seats"][0]
    assert (seen["played"], seen["left"], seen["folded"]) == ((), 3, True)
    assert table.moves("1 play 4c").turn == 2


def test_only_the_player_on_turn_folds():
    """B10.1, B6.1"""
    table = hand()
    assert [table.refusal(f"{seat} fold") for seat in (1, 2, 3)] == ["not_your_turn"] * 3


def test_nobody_folds_while_a_call_waits():
    """B6.2, B10.1"""
    table = hand().moves("0 call envido")
    assert [table.refusal(f"{seat} fold") for seat in range(4)] == ["call_open"] * 4


@pytest.mark.parametrize(
    ("moves", "side", "points", "extra"),
    [
        # Nothing called in the first round.
        (("0 fold", "1 fold", "2 fold"), 1, 2, 1),
        (("0 fold", "1 play 4c", "2 fold"), 1, 2, 1),
        (("0 play 2c", "1 fold", "2 play 3o", "3 fold"), 0, 2, 1),
        (("0 play 2c", "1 fold", "2 fold", "3 fold"), 0, 2, 1),
        # Of three who folded the last ends it: pair 0 has gone first.
        (("0 fold", "1 fold", "2 play 3o", "3 fold"), 0, 2, 1),
        # The envido was called, refused or accepted.
        (("0 call envido", "1+3 vote no-quiero", "0 fold", "1 fold", "2 fold"), 1, 1, 0),
        (("0 call envido", "1+3 vote quiero", "0 fold", "1 fold", "2 fold"), 1, 1, 0),
        (("0 fold", "1 call falta-envido", "2 vote no-quiero", "1 fold", "2 fold"), 1, 1, 0),
        # The truco was called and accepted.
        (("0 call truco", "1+3 vote quiero", "0 fold", "1 fold", "2 fold"), 1, 2, 0),
        (("0 call truco", "1+3 vote retruco", "0+2 vote quiero", "0 fold", "1 fold", "2 fold"), 1, 3, 0),
        (("0 fold", "1 call truco", "2 vote quiero", "1 play 4c", "2 fold"), 1, 2, 0),
        # Envido first, then the truco accepted.
        (
            ("0 call truco, 3 call envido, 0+2 vote no-quiero, 1+3 vote quiero, 0 fold", "1 fold, 2 fold"),
            1,
            2,
            0,
        ),
        # After the first round.
        (("0 fold", "1 play 4c", "2 play 3o", "3 play 7c", "2 fold"), 1, 1, 0),
        (("0 play 2c", "1 play 4c", "2 play 3o", "3 play 7c", "2 fold", "3 fold", "0 fold"), 1, 1, 0),
        (
            ("0 play 2c, 1 play 4c, 2 play 3o, 3 play 7c, 2 play 5b, 3 fold, 0 play 6e", "1 fold"),
            0,
            1,
            0,
        ),
        (("0 fold", "1 play 4c", "2 play 3o", "3 fold", "2 call truco", "1 vote quiero", "2 fold"), 1, 2, 0),
    ],
)
def test_when_both_of_a_pair_have_folded_the_other_takes_the_hand(
    moves: tuple[str, ...], side: int, points: int, extra: int
):
    """B10.2"""
    table = hand().moves(*moves)
    assert table.facts[-1] == HandEnded(side, points, "fold", extra)
    assert table.truco == {"side": side, "points": points, "by": "fold"}


def test_both_fold_in_the_second_round_with_nothing_called():
    """B10.2: one point, for the envido can no longer be opened."""
    table = hand().moves("0 play 7e, 1 play 4c, 2 play 5b, 3 play 7c, 0 play 2c, 1 fold, 2 play 3o")
    table = table.moves("3 fold")
    assert table.truco == {"side": 0, "points": 1, "by": "fold"}


def test_the_last_fold_leaves_the_round_open():
    """B10.2: also where the others have all played."""
    table = hand().moves("0 play 2c", "1 fold", "2 play 3o", "3 fold")
    assert (table.over, table.rounds) == (True, [])
    assert table.report["hands"][0]["rounds"] == [
        {"cards": [[0, "2c"], [2, "3o"]], "side": None, "seat": None, "done": False}
    ]


def test_the_last_fold_ends_a_hand_that_the_round_would_have_decided():
    """B10.2: it is won by the fold."""
    table = hand().moves("0 play 7e", "1 fold", "2 play 3o", "3 play 7c", "0 play 6e", "2 play 10o", "3 fold")
    assert table.truco == {"side": 0, "points": 1, "by": "fold"}


def test_one_fold_as_the_last_of_the_round_may_decide_the_hand_by_the_rounds():
    """B10.1, B5.1"""
    table = hand().moves("0 play 2c, 1 play 1b, 2 play 3o, 3 play 7c, 1 play 12c, 2 play 10o, 3 fold")
    assert not table.over
    ended = table.moves(
        "0 fold",
    )
    assert (ended.rounds, ended.truco) == ([(1, 1), (1, 1)], {"side": 1, "points": 1, "by": "rounds"})


def test_folds_in_both_pairs_end_nothing():
    """B10.2"""
    table = hand().moves("0 fold", "1 fold")
    assert (table.over, table.turn) == (False, 2)


def folded() -> Table:
    return hand().moves("0 fold")


def test_who_has_folded_has_no_turn():
    """B10.3"""
    table = folded().moves("1 play 4c", "2 play 3o", "3 play 7c")
    assert table.refusal("0 play 7e") == "folded"
    assert table.turn == 2
    table = table.moves("2 play 10o", "3 play 12b")
    assert table.turn == 1


def test_who_has_folded_may_not_do_anything():
    """B10.3"""
    table = folded()
    for move in ("0 play 7e", "0 call truco", "0 call envido", "0 fold", "0 vote quiero"):
        assert table.refusal(move) == "folded"
    assert table.legal(0) == []


def test_who_has_folded_has_no_vote():
    """B10.3"""
    table = folded().moves("1 call truco")
    assert table.voters == (2,)
    assert table.refusal("0 vote no-quiero") == "folded"


def test_a_fold_lasts_for_the_hand_only():
    """B10.3"""
    table = hand().moves("0 fold", "1 fold", "2 fold").deal()
    assert (table.hand.folded, table.turn) == ((), 1)


def test_no_fold_when_the_hand_is_over():
    """B10.1"""
    table = hand().moves("0 fold", "1 fold", "2 fold")
    assert table.refusal("3 fold") == "hand_over"


def test_a_fold_can_end_the_game():
    """B10.2, B11.3"""
    table = hand(score=(0, 28)).moves("0 fold", "1 fold", "2 fold")
    assert (table.score, table.winner) == ((0, 30), 1)
