"""B12: a lost connection, as far as the rules know of it; the minutes are the table's."""

import pytest

from tests.builders import PARDAS, hand
from truco.rules.events import AskedAgain, Dropped, HandEnded, Returned


def test_losing_the_connection_is_not_folding():
    """B12.1"""
    table = hand().moves("0 drop")
    assert (table.facts, table.score, table.over, table.hand.folded) == ((Dropped(0),), (0, 0), False, ())


@pytest.mark.parametrize("seat", range(4))
def test_while_a_chair_waits_the_table_is_paused(seat: int):
    """B12.3"""
    table = hand().moves(f"{seat} drop")
    assert (table.turn, [table.legal(other) for other in range(4)]) == (None, [[]] * 4)
    reason = "away" if seat == 0 else "paused"
    for wish in ("play 7e", "call truco", "call envido", "fold"):
        assert table.refusal(f"0 {wish}") == reason
    assert table.refusal(f"{(seat + 1) % 4} fold") == "paused"


def test_whoever_comes_back_has_the_same_cards_turn_and_calls():
    """B12.2"""
    before = hand().moves("0 play 2c", "1 play 4c")
    after = before.moves("2 drop", "2 back")
    assert after.facts == (Returned(2),)
    assert after.game == before.game


def test_a_vote_and_its_votes_stand_over_a_drop():
    """B12.2, B12.3"""
    before = hand().moves("0 call truco", "1 vote quiero")
    assert before.moves("1 drop", "1 back").game == before.game
    assert before.moves("0 drop", "2 drop", "0 back", "2 back").game == before.game


def test_two_empty_chairs_both_have_to_be_filled():
    """B12.3, B12.5"""
    table = hand().moves("0 drop", "3 drop", "3 back")
    assert (table.turn, table.legal(0)) == (None, [])
    assert table.moves("0 back").turn == 0


def test_a_seat_cannot_drop_twice_nor_come_back_twice():
    assert hand().moves("2 drop").refusal("2 drop") == "away"
    assert hand().refusal("2 back") == "not_away"
    assert hand().moves("2 drop", "2 back").refusal("2 back") == "not_away"


def test_one_who_has_folded_may_drop_and_pauses_the_table_too():
    """B12.3"""
    table = hand().moves("0 fold", "0 drop")
    assert (table.turn, table.legal(1)) == (None, [])
    assert table.refusal("1 play 4c") == "paused"
    assert table.moves("0 back").turn == 1


def test_an_open_vote_goes_on_to_its_end():
    """B12.3"""
    table = hand().moves("0 call truco", "0 drop", "1 vote quiero")
    assert table.ballots(3) == ["no-quiero", "quiero", "retruco"]
    table = table.moves("3 vote quiero")
    assert (table.hand.worth, table.turn, table.legal(0)) == (2, None, [])
    assert table.moves("0 back").turn == 0


def test_raises_by_vote_go_on():
    """B12.3"""
    table = hand().moves("0 call truco", "2 drop", "1+3 vote retruco", "0 vote vale-cuatro")
    assert (table.call, table.votes) == ("retruco", {"0": "vale-cuatro", "2": "no-quiero"})
    assert table.moves("2 back", "2 vote vale-cuatro").call == "vale-cuatro"


def test_the_envido_may_not_be_put_first_in_a_pause():
    """B12.3, B7.3"""
    table = hand().moves("0 call truco", "2 drop")
    assert (table.calls(1), table.ballots(1)) == ([], ["no-quiero", "quiero", "retruco"])
    assert table.refusal("1 call envido") == "paused"
    assert table.refusal("2 call envido") == "away"
    assert table.moves("2 back").calls(1) == ["envido", "falta-envido", "real-envido"]


def test_the_asked_pair_may_not_put_the_envido_first_while_the_partner_is_away():
    """B12.3, B7.3"""
    table = hand().moves("0 call truco", "3 drop")
    assert table.refusal("1 call envido") == "paused"
    assert table.moves("1 vote no-quiero").truco == {"side": 0, "points": 1, "by": "refused"}


def test_the_clock_goes_on_and_points_fall_due_in_a_pause():
    """B12.3"""
    table = hand().moves("0 call envido", "0 drop", "clock")
    assert (table.score, table.turn, table.call) == ((1, 0), None, None)
    ended = hand(score=(29, 0)).moves("0 call envido", "0 drop", "clock")
    assert ended.winner == 0


def test_the_truco_is_asked_again_in_a_pause():
    """B12.3, B7.3"""
    table = hand().moves("0 call truco", "1 call envido", "0 drop", "2 vote no-quiero")
    assert table.facts[-1] == AskedAgain("truco")
    assert (table.call, table.score, table.calls(1)) == ("truco", (0, 1), [])
    table = table.moves("1+3 vote quiero")
    assert (table.hand.worth, table.turn) == (2, None)
    assert table.moves("0 back").turn == 0


def test_the_truco_asked_again_of_two_who_are_away():
    """B12.3, B9.6"""
    table = hand().moves("0 call truco", "1 call envido", "1 drop", "3 drop", "0+2 vote quiero")
    assert (table.call, table.votes) == ("truco", {"1": "no-quiero", "3": "no-quiero"})
    assert table.moves("clock").facts[-1] == HandEnded(0, 1, "refused")


def test_a_drop_while_the_envido_waits_before_the_truco_settles_the_envido_only():
    """B9.6, B7.3"""
    table = hand().moves("0 call truco", "1 call envido", "0 vote no-quiero", "2 drop")
    assert (table.score, table.call, table.votes) == ((0, 1), "truco", {})


def test_a_truco_voter_who_drops_during_the_envido_is_counted_when_it_is_asked_again():
    """B9.6, B7.3"""
    table = hand().moves("0 call truco", "3 vote no-quiero", "1 call envido", "1 drop", "0+2 vote no-quiero")
    # The votes were wiped, so nobody who is here has voted.
    assert (table.call, table.votes, table.over) == ("truco", {"1": "no-quiero"}, False)


def test_drop_and_back_after_the_hand_are_taken():
    """B12.2"""
    table = hand().moves("0 call truco", "1+3 vote no-quiero", "2 drop")
    assert table.refusal("2 drop") == "away"
    assert table.refusal("1 fold") == "hand_over"
    assert table.refusal("2 fold") == "hand_over"
    assert table.refusal("clock") == "no_call"
    table = table.moves("2 back")
    assert table.deal(PARDAS).turn == 1


def test_a_fold_hand_and_away_seats_are_reported():
    """B12.3"""
    view = hand().moves("1 drop").view(0)
    assert view["paused"]
    assert [seat["away"] for seat in view["seats"]] == [False, True, False, False]
    assert view["turn"] is None
