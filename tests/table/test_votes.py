"""The pair's vote in time (B9), to the letter and with its races."""

import pytest

from tests.table.builder import At, playing
from truco.rules.actions import Vote
from truco.rules.events import Answered, AskedAgain, Dropped, HandEnded, VoteCast, VotesLapsed
from truco.table.wishes import Ballot


def kinds(facts):
    return [type(fact) for fact in facts]


@pytest.fixture
def called() -> At:
    """Ana has called truco; Beto and Dani are asked."""
    at = playing()
    at.does("0 call truco")
    return at


def test_two_equal_votes_settle_at_once(called):
    """B9.2"""
    called.does("1 vote quiero")
    assert Answered(1, "quiero", 1) in called.does("3 vote quiero")
    assert called.game("Ana")["worth"] == 2


def test_a_vote_at_nine_point_nine_seconds_counts(called):
    """B9.3, scenario 15"""
    called.does("1 vote quiero")
    called.wait(9.9)
    assert Answered(1, "quiero", 1) in called.does("3 vote quiero")


def test_at_ten_seconds_the_answer_is_no_quiero(called):
    """B9.3"""
    called.does("1 vote quiero")
    assert called.wait(9.999) == ()
    assert called.wait(0.001)[:2] == (VotesLapsed(), Answered(1, "no-quiero", None))
    assert called.score == (1, 0)


def test_a_vote_after_its_clock_is_late_and_the_outcome_happens_once(called):
    """B9.3, scenario 15"""
    vote = called.play("3 vote quiero")
    called.wait(10.1)
    assert called.refuses(*vote) == "late"
    assert sum(isinstance(fact, VotesLapsed) for row in called.rows for fact in row.facts) == 1


def test_a_vote_read_at_the_deadline_is_late_even_before_the_clock_is_noticed(called):
    """B9.3: a vote that arrives at or after the deadline is too late."""
    called.now += 10.0
    assert called.refuses_move("3 vote quiero") == "late"


def test_a_vote_for_a_question_just_answered_is_stale(called):
    """Scenario 13"""
    vote = called.play("3 vote no-quiero")
    called.does("1 vote quiero", "3 vote quiero")
    assert called.refuses(*vote) == "stale"


def test_a_vote_for_a_question_just_raised_is_stale(called):
    """Scenario 13"""
    vote = called.play("3 vote quiero")
    called.does("1 vote retruco", "3 vote retruco")
    assert called.refuses(*vote) == "stale"


def test_two_partners_votes_cross_freely(called):
    """Scenario 13: a newer version alone is no reason to refuse."""
    first, second = called.play("1 vote quiero"), called.play("3 vote no-quiero")
    called.wish(*first)
    assert called.wish(*second) == (VoteCast(3, "no-quiero"),)


def test_a_raise_is_a_call_with_a_clock_of_its_own(called):
    """B9.3"""
    called.wait(8)
    called.does("1 vote retruco", "3 vote retruco")
    assert called.game("Ana")["clocks"]["question"] == 10_000
    called.wait(9.9)
    called.does("0 vote quiero", "2 vote quiero")
    assert called.game("Ana")["worth"] == 3


def test_a_vote_may_be_changed_and_the_window_is_not_prolonged(called):
    """B9.4, scenario 16"""
    called.does("1 vote quiero")
    called.wait(6)
    called.does("1 vote no-quiero", "1 vote quiero")
    assert called.game("Beto")["clocks"]["question"] == 4_000
    assert VotesLapsed() in called.wait(4)


def test_the_truco_is_asked_again_with_a_fresh_clock(called):
    """B7.3"""
    called.does("3 vote quiero")
    called.wait(7)
    called.does("1 call envido")
    assert called.game("Beto")["question"]["behind"] == "truco"
    called.wait(7)
    called.does("0 vote no-quiero")
    assert AskedAgain("truco") in called.does("2 vote no-quiero")
    assert called.game("Dani")["clocks"]["question"] == 10_000
    assert called.game("Dani")["question"]["votes"] == {}


def test_a_vote_on_the_truco_before_the_envido_is_stale_after_it(called):
    """B7.3: the votes are wiped, and the question is another one."""
    vote = called.play("3 vote quiero")
    called.does("1 call envido", "0 vote no-quiero", "2 vote no-quiero")
    assert called.refuses(*vote) == "stale"


def test_one_drops_at_three_seconds_and_returns_at_eight(called):
    """B9.4, B9.6, scenario 16: the vote stands again, the window is not prolonged."""
    called.does("1 vote quiero")
    called.wait(3)
    called.drop("Beto")
    assert called.game("Dani")["question"]["votes"] == {"1": "no-quiero"}
    called.wait(5)
    called.back("Beto")
    assert called.game("Dani")["question"]["votes"] == {"1": "quiero"}
    assert called.game("Dani")["clocks"]["question"] == 2_000
    assert Answered(1, "quiero", 1) in called.does("3 vote quiero")


def test_one_drops_and_does_not_return(called):
    """B9.6: the absent partner counts as no quiero, so the other's no quiero settles it."""
    called.drop("Beto")
    assert Answered(1, "no-quiero", 3) in called.does("3 vote no-quiero")


def test_a_drop_settles_a_call_that_the_partner_had_refused(called):
    """B9.6"""
    called.does("3 vote no-quiero")
    assert kinds(called.drop("Beto"))[1:] == [Dropped, Answered, HandEnded]


def test_with_both_voters_away_only_the_clock_settles(called):
    """B9.6"""
    called.does("1 vote no-quiero")
    called.drop("Beto", "Dani")
    assert called.hand.question is not None
    assert VotesLapsed() in called.wait(10)
    assert called.hand.outcome is not None


def test_a_return_settles_a_call_when_the_earlier_vote_agrees(called):
    """B9.6"""
    called.does("1 vote quiero")
    called.drop("Beto")
    called.does("3 vote quiero")
    assert called.hand.question is not None
    assert Answered(1, "quiero", 1) in called.back("Beto")


def test_no_answer_by_the_clock_names_a_seat(called):
    """B9.5: who voted what may not be told, also when one of them said no quiero."""
    called.does("1 vote quiero", "3 vote no-quiero")
    assert Answered(1, "no-quiero", None) in called.wait(10)


@pytest.mark.parametrize("vote", ["quiero", "no-quiero", "retruco"])
def test_a_vote_is_seen_by_the_partner_and_by_nobody_else(called, vote):
    """B9.5, scenario 32: for the others it takes no number and changes no byte."""
    before = {who: called.table.frame(who, called.now, []) for who in ("Ana", "Caro", None)}
    facts = called.does(f"1 vote {vote}")
    for who, frame in before.items():
        assert called.table.frame(who, called.now, facts) == frame
    assert called.game("Dani")["question"]["votes"] == {"1": vote}
    assert called.table.frame("Dani", called.now, facts)["facts"] == [
        {"fact": "vote_cast", "seat": 1, "word": vote}
    ]


def test_the_call_that_ends_a_hand_pays_the_caller(called):
    """B8.4"""
    facts = called.does("1 vote no-quiero", "3 vote no-quiero")
    assert HandEnded(0, 1, "refused") in facts


def test_a_vote_without_a_call_is_stale():
    """B6.3"""
    at = playing()
    assert at.refuses("Beto", Ballot(Vote("quiero"), 1, 1)) == "stale"


def test_the_pair_that_called_is_not_asked(called):
    """B9.1"""
    assert called.refuses_move("2 vote quiero") == "not_asked"


def test_a_game_that_waits_for_a_vote_freezes_with_the_store(called):
    """Scenario 29: clocks stand still while nothing can be made durable."""
    called.wait(4)
    called.table.freeze(called.now)
    assert called.table.next_deadline is None
    called.now += 3600
    assert called.game("Beto")["clocks"] | {"chairs": []} == {
        "question": 6_000,
        "turn": None,
        "next": None,
        "chairs": [],
        "stopped": True,
    }
    called.table.thaw(called.now)
    assert called.wait(5.9) == ()
    assert VotesLapsed() in called.wait(0.1)
