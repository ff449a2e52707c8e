"""B8: the truco."""

import pytest

from tests.builders import PARDAS, Table, hand
from truco.rules.events import Answered, Called, HandEnded

TRUCO = ("0 call truco",)
RETRUCO = ("0 call truco", "1+3 vote retruco")
VALE_CUATRO = ("0 call truco", "1+3 vote retruco", "0+2 vote vale-cuatro")


def won_by_pair_0(table: Table) -> Table:
    """The plain hand played out: seat 0 wins the first round, seat 2 the second."""
    table = table.moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c")
    return table.moves("0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b")


def accepted(table: Table) -> Table:
    voters = table.voters
    assert voters is not None
    return table.moves(*(f"{seat} vote quiero" for seat in voters))


def refused(table: Table) -> Table:
    voters = table.voters
    assert voters is not None
    return table.moves(*(f"{seat} vote no-quiero" for seat in voters))


def test_a_hand_without_truco_is_worth_one():
    """B8.1"""
    assert won_by_pair_0(hand()).score == (1, 0)


@pytest.mark.parametrize(("calls", "points"), [(TRUCO, 2), (RETRUCO, 3), (VALE_CUATRO, 4)])
def test_what_an_accepted_bet_makes_the_hand_worth(calls: tuple[str, ...], points: int):
    """B8.1"""
    table = accepted(hand().moves(*calls))
    assert (table.hand.worth, table.score) == (points, (0, 0))
    assert won_by_pair_0(table).truco == {"side": 0, "points": points, "by": "rounds"}


@pytest.mark.parametrize(("calls", "side", "points"), [(TRUCO, 0, 1), (RETRUCO, 1, 2), (VALE_CUATRO, 0, 3)])
def test_refused_the_caller_takes_what_it_was_worth_before(calls: tuple[str, ...], side: int, points: int):
    """B8.4"""
    table = refused(hand().moves(*calls))
    assert table.truco == {"side": side, "points": points, "by": "refused"}
    assert table.score[side] == points
    assert table.facts[-1] == HandEnded(side, points, "refused")


def test_any_player_on_turn_may_open_it_in_any_round():
    """B8.2"""
    table = hand()
    for move in ("0 play 2c", "1 play 4c", "2 play 3o", "3 play 7c", "2 play 10o", "3 play 12b", "0 play 6e"):
        assert table.turn is not None
        assert "truco" in table.calls(table.turn)
        table = table.moves(move)
    third = hand(PARDAS).moves("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b")
    third = third.moves("0 play 12c", "1 play 12o", "2 play 11c", "3 play 10c")
    assert third.calls(0) == ["truco"]


def test_truco_is_called_once():
    """B8.2"""
    table = accepted(hand().moves(*TRUCO))
    assert table.refusal("0 call truco") == "not_open"
    assert table.moves("0 play 7e").refusal("1 call truco") == "not_open"


def test_only_the_pair_that_accepted_raises():
    """B8.3"""
    table = accepted(hand().moves(*TRUCO))
    assert table.calls(0) == []
    table = table.moves("0 play 7e")
    assert table.calls(1) == ["retruco"]
    table = table.moves("1 play 4c")
    assert table.calls(2) == []
    table = table.moves("2 play 5b")
    assert table.calls(3) == ["retruco"]


def test_the_accepting_pair_keeps_the_word_into_later_rounds():
    """B8.3"""
    table = accepted(hand().moves(*TRUCO)).moves("0 play 2c", "1 play 1b", "2 play 5b", "3 play 7c")
    assert table.turn == 1
    assert table.calls(1) == ["retruco"]


def test_the_raise_goes_from_pair_to_pair():
    """B8.3"""
    table = accepted(hand().moves(*TRUCO)).moves("0 play 2c", "1 call retruco")
    assert (table.call, table.voters) == ("retruco", (0, 2))
    table = accepted(table)
    assert (table.turn, table.calls(1), table.hand.worth) == (1, [], 3)
    table = table.moves("1 play 4c")
    assert table.calls(2) == ["vale-cuatro"]
    table = accepted(table.moves("2 call vale-cuatro"))
    assert (table.turn, table.hand.worth) == (2, 4)


def test_a_raise_at_once_accepts_the_bet_below_it():
    """B8.3, B8.4"""
    table = hand().moves(*RETRUCO)
    assert table.facts == (*table.facts[:1], Answered(1, "retruco", 1))
    assert (table.call, table.voters, table.hand.worth) == ("retruco", (0, 2), 2)
    assert refused(table).truco == {"side": 1, "points": 2, "by": "refused"}


def test_a_raise_at_once_is_open_to_the_asked_pair_only():
    """B8.3, B9.1"""
    table = hand().moves(*TRUCO)
    assert [table.ballots(seat) for seat in range(4)] == [
        [],
        ["no-quiero", "quiero", "retruco"],
        [],
        ["no-quiero", "quiero", "retruco"],
    ]
    table = hand().moves(*RETRUCO)
    assert table.ballots(0) == ["no-quiero", "quiero", "vale-cuatro"]
    assert table.refusal("1 vote vale-cuatro") == "not_asked"


def test_no_word_of_the_ladder_is_skipped():
    """B8.3"""
    table = hand().moves(*TRUCO)
    assert table.refusal("1 vote vale-cuatro") == "not_open"
    assert accepted(table).moves("0 play 2c").refusal("1 call vale-cuatro") == "not_open"


def test_after_retruco_at_once_and_quiero_the_first_callers_pair_has_the_word():
    """B8.3"""
    table = accepted(hand().moves(*RETRUCO))
    assert table.calls(0) == ["vale-cuatro"]
    table = table.moves("0 play 2c")
    assert table.calls(1) == []
    assert table.moves("1 play 4c").calls(2) == ["vale-cuatro"]


def test_the_pair_that_called_retruco_may_not_raise_it():
    """B8.3"""
    table = accepted(accepted(hand().moves(*TRUCO)).moves("0 play 2c", "1 call retruco"))
    assert table.refusal("1 call vale-cuatro") == "not_open"


@pytest.mark.parametrize("open_", [True, False])
def test_vale_cuatro_is_the_end_of_it(open_: bool):
    """B8.5"""
    table = hand().moves(*VALE_CUATRO)
    if open_:
        assert table.ballots(1) == ["no-quiero", "quiero"]
        return
    table = accepted(table)
    for move in ("0 play 2c", "1 play 4c", "2 play 3o"):
        assert table.turn is not None
        assert table.calls(table.turn) == []
        table = table.moves(move)


def test_the_truco_of_one_whose_partner_has_folded():
    """B8.3, B9.2"""
    table = hand().moves("0 play 2c", "1 fold", "2 call truco")
    assert table.voters == (3,)
    table = table.moves("3 vote retruco")
    assert (table.call, table.voters) == ("retruco", (0, 2))
    assert table.moves("0+2 vote vale-cuatro", "3 vote quiero").hand.worth == 4


def test_the_points_are_added_at_the_end_of_the_hand():
    """B8.6"""
    table = accepted(hand().moves(*TRUCO))
    assert table.score == (0, 0)
    assert won_by_pair_0(table).score == (2, 0)


def test_a_refused_truco_can_end_the_game():
    """B8.4, B11.3"""
    table = refused(hand(score=(29, 29)).moves(*TRUCO))
    assert (table.score, table.winner) == ((30, 29), 0)


def test_a_refused_retruco_counts_for_those_who_raised():
    """B8.4"""
    table = refused(hand(score=(29, 28)).moves(*RETRUCO))
    assert (table.score, table.winner) == ((29, 30), 1)


def test_the_caller_of_a_raise_by_vote_is_the_voter_nearest_the_mano():
    table = hand(dealer=1).moves("2 call truco", "1+3 vote retruco")
    assert table.hand.question is not None
    assert table.hand.question.caller == 3
    assert Called(2, "truco") in table.log
    assert Answered(1, "retruco", 3) in table.log
