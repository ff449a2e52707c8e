"""A restart costs nobody anything: the table is the fold of its journal (B12.8, scenario 24)."""

import pytest

from tests.table.builder import NAMES, joined, playing
from truco.rules.events import Dropped, Returned, VotesLapsed
from truco.table.events import GameEnded, MemberAway, MemberBack, Stood
from truco.table.refused import Refused
from truco.table.table import Table
from truco.table.wishes import SetReady


def test_the_table_is_as_it_was():
    at = playing()
    at.does("0 play 6e", "1 call truco", "0 vote quiero")
    before, versions = at.table.state, [at.table.version(name) for name in NAMES]
    at.restart()
    assert at.table.state == before
    assert [at.table.version(name) for name in NAMES] == versions
    assert at.table.seq == len(at.rows)


def test_an_open_call_begins_again_with_ten_seconds():
    """B12.8"""
    at = playing()
    at.does("0 call truco", "1 vote quiero")
    at.wait(9)
    at.restart()
    assert at.game("Beto")["clocks"]["question"] == 10_000
    assert at.game("Beto")["question"]["votes"] == {"1": "quiero"}


def test_nothing_settles_early_by_absence_in_the_first_ten_seconds():
    """B12.8"""
    at = playing()
    at.does("0 call truco", "1 vote no-quiero")
    at.restart()
    at.back("Beto")
    at.now += 5
    assert at.hand.question is not None
    assert not at.game("Ana")["paused"]


def test_whoever_is_not_there_after_ten_seconds_drops_with_a_full_minute():
    """B12.8"""
    at = playing()
    at.restart()
    at.back("Ana", "Beto", "Caro")
    assert at.wait(9.9) == ()
    assert at.wait(0.1) == (MemberAway("Dani"), Dropped(3))
    assert at.wait(59.9) == ()
    assert at.wait(0.1)[0] == GameEnded("cancelled", seat=3)


def test_who_was_away_counts_as_connected_again():
    """B12.8: every seat counts as connected for ten seconds."""
    at = playing()
    at.drop("Beto")
    at.wait(50)
    assert at.restart() == (MemberBack("Beto"), Returned(1))
    assert not at.game("Ana")["paused"]
    assert at.wait(10)[:2] == (MemberAway("Ana"), Dropped(0))
    assert at.game("Ana")["clocks"]["chairs"][0]["ms"] == 60_000


def test_everybody_back_in_time_is_as_if_nothing_had_happened():
    at = playing()
    at.restart()
    assert at.back(*NAMES) == ()
    assert at.wait(10) == ()


def test_an_aid_that_was_accepted_is_known_after_a_restart():
    """Scenario 12"""
    at = playing()
    who, wish = at.play("0 play 6e")
    at.wish(who, wish, aid="a-1")
    at.restart()
    assert at.table.request(who, wish, at.now, "a-1").dup
    with pytest.raises(Refused):
        at.table.request(who, wish, at.now, "a-2")


def test_an_idle_player_is_given_the_whole_idle_time_again():
    """B12.8: a restart is no fault of anybody."""
    at = playing()
    at.wait(140)
    at.restart()
    at.back(*NAMES)
    assert at.game("Ana")["clocks"]["turn"] == 90_000
    assert at.game("Ana")["clocks"]["chairs"] == []


def test_a_waiting_room_keeps_its_chairs_and_frees_those_nobody_comes_back_to():
    at = joined()
    at.restart()
    at.back("Ana")
    at.wait(10)
    assert at.table.room.chairs == NAMES
    assert at.wait(60) == tuple(Stood(name, seat) for seat, name in list(enumerate(NAMES))[1:])


def test_a_member_who_was_away_before_the_restart_does_not_start_a_game():
    at = joined()
    at.drop("Beto")
    for name in NAMES:
        at.wish(name, SetReady(True))
    at.restart()
    assert not at.table.room.playing


def test_a_restart_between_hands_waits_the_whole_summary_again():
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    at.wait(7)
    at.restart()
    at.back(*NAMES)
    assert at.game("Ana")["clocks"]["next"] == 8_000


def test_a_restart_in_every_step_of_a_hand_leads_to_the_same_end():
    """Scenario 31: a log replayed equals the live game, whenever it is cut."""
    moves = [
        "0 call truco",
        "3 call envido",
        "0 vote quiero",
        "2 vote quiero",
        "1 vote quiero",
        "3 vote quiero",
    ]
    moves += [
        "0 play 1e",
        "1 play 4b",
        "2 play 2c",
        "3 play 5c",
        "0 play 7e",
        "1 play 5b",
        "2 play 4c",
        "3 play 10o",
    ]
    straight, cut = playing(), playing()
    for move in moves:
        straight.does(move)
        cut.does(move)
        cut.restart()
        cut.back(*NAMES)
    assert cut.table.state == straight.table.state
    assert cut.score == (4, 0)


def test_a_second_restart_during_the_grace():
    at = playing()
    at.restart()
    at.now += 5
    at.restart()
    assert at.wait(9.9) == ()
    assert len([fact for fact in at.wait(0.1) if isinstance(fact, Dropped)]) == 4


def test_a_table_of_nothing_but_its_opening():
    at = joined()
    table = Table.recover(at.rows[:1], at.times, at.chance)
    assert table.room.members == ()
    assert table.seq == 1


def test_the_vote_clock_after_a_restart_ends_the_call():
    at = playing()
    at.does("0 call truco")
    at.restart()
    at.back(*NAMES)
    assert VotesLapsed() in at.wait(10)
