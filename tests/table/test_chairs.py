"""Lost connections, the minute of a chair, the pause, the idle player (B12)."""

import pytest

from tests.table.builder import NAMES, go_on, playing
from truco.rules.events import Dealt, Dropped, EnvidoSettled, GameWon, HandEnded, Returned, VotesLapsed
from truco.table.clocks import Times
from truco.table.events import GameEnded, HostChanged, MemberAway, MemberBack, MemberLeft, Stood, WentIdle
from truco.table.wishes import Join, Leave, SetReady, Sit


def test_a_lost_connection_gives_nobody_points_and_is_no_fold():
    """B12.1"""
    at = playing()
    assert at.drop("Beto") == (MemberAway("Beto"), Dropped(1))
    assert at.score == (0, 0)
    assert at.hand.folded == ()


def test_the_others_see_the_countdown_from_sixty():
    """B12.2, scenario 4"""
    at = playing()
    at.drop("Beto")
    assert at.game("Ana")["clocks"]["chairs"] == [{"seat": 1, "ms": 60_000, "idle": False}]
    at.wait(45)
    assert at.game("Ana")["clocks"]["chairs"] == [{"seat": 1, "ms": 15_000, "idle": False}]


def test_back_at_fifty_nine_point_nine_everything_is_as_before():
    """B12.2, scenario 8"""
    at = playing()
    before = at.game("Beto")
    at.drop("Beto")
    at.wait(59.9)
    assert at.back("Beto") == (MemberBack("Beto"), Returned(1))
    assert at.game("Beto") == before


def test_at_sixty_seconds_the_game_is_cancelled_and_the_chair_is_free():
    """B12.4, scenario 8"""
    at = playing()
    at.drop("Beto")
    assert at.wait(60) == (GameEnded("cancelled", seat=1), Stood("Beto", 1))
    assert at.table.room.chairs == ("Ana", None, "Caro", "Dani")
    assert at.view("Ana")["room"]["last"]["name"] == "Beto"
    at.back("Beto")
    assert not at.table.room.playing


def test_each_empty_chair_has_a_minute_of_its_own():
    """B12.5, scenario 9"""
    at = playing()
    at.drop("Beto")
    at.wait(20)
    at.drop("Caro")
    at.drop("Dani")
    assert [(chair["seat"], chair["ms"]) for chair in at.game("Ana")["clocks"]["chairs"]] == [
        (1, 40_000),
        (2, 60_000),
        (3, 60_000),
    ]
    assert at.wait(40)[0] == GameEnded("cancelled", seat=1)


def test_the_other_empty_chairs_are_kept_under_the_rooms_rules():
    """B12.5: a chair of a waiting room is freed after its own minute away."""
    at = playing()
    at.drop("Beto")
    at.wait(30)
    at.drop("Caro")
    at.wait(30)
    assert at.table.room.chairs == ("Ana", None, "Caro", "Dani")
    assert at.wait(59.9) == ()
    assert at.wait(0.1) == (Stood("Caro", 2),)


@pytest.mark.parametrize("move", ["0 play 1e", "0 call truco", "0 call envido", "0 fold"])
def test_while_a_chair_waits_nobody_plays_calls_or_folds(move):
    """B12.3, scenario 9"""
    at = playing()
    at.drop("Caro")
    assert at.refuses_move(move) == "paused"


def test_while_a_chair_waits_no_hand_is_dealt():
    """B12.3"""
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    at.drop("Caro")
    assert go_on(at, "Ana", "Beto", "Dani")
    assert at.wait(30) == ()
    assert at.game("Ana")["clocks"]["next"] == 8_000
    at.back("Caro")
    assert at.wait(7.9) == ()
    assert isinstance(at.wait(0.1)[0], Dealt)


def test_all_say_continue_in_a_pause_and_the_hand_is_dealt_when_it_ends():
    """B12.3"""
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    go_on(at, "Caro")
    at.drop("Caro")
    assert not any(isinstance(fact, Dealt) for fact in go_on(at, "Ana", "Beto", "Dani"))
    assert any(isinstance(fact, Dealt) for fact in at.back("Caro"))


def test_an_open_call_goes_on_in_a_pause_and_its_points_may_end_the_game():
    """B12.3, B11.3"""
    at = playing()
    at.does("0 call falta-envido", "1 vote quiero")
    at.drop("Caro")
    facts = at.does("3 vote quiero")
    assert any(isinstance(fact, EnvidoSettled) for fact in facts)
    assert facts[-2:] == (GameWon(0), GameEnded("won", side=0))
    assert at.table.next_deadline is not None
    assert at.wait(59) == ()
    assert at.back("Caro") == (MemberBack("Caro"),)


def test_the_votes_clock_runs_on_in_a_pause():
    """B12.3"""
    at = playing()
    at.does("0 call truco")
    at.wait(5)
    at.drop("Ana")
    assert VotesLapsed() in at.wait(5)


def test_leaving_on_purpose_cancels_the_game_at_once():
    """B12.6, scenario 11: and a host who leaves hands the room on."""
    at = playing()
    assert at.wish("Ana", Leave()) == (GameEnded("left", seat=0), MemberLeft("Ana"), HostChanged("Beto"))
    assert at.table.room.chairs == (None, "Beto", "Caro", "Dani")
    assert at.view("Beto")["room"]["last"] == {
        "game": "room-1",
        "why": "left",
        "side": None,
        "seat": 0,
        "name": "Ana",
        "score": (0, 0),
    }


def test_the_player_on_turn_who_does_nothing_is_idle_after_ninety_seconds():
    """B12.7: the chair's minute starts, the table is not paused."""
    at = playing()
    assert at.wait(89.9) == ()
    assert at.wait(0.1) == (WentIdle(0),)
    game = at.game("Beto")
    assert game["clocks"]["chairs"] == [{"seat": 0, "ms": 60_000, "idle": True}]
    assert game["seats"][0]["idle"]
    assert not game["paused"]
    assert game["turn"] == 0


def test_an_accepted_action_ends_the_idle_players_minute():
    """B12.7"""
    at = playing()
    at.wait(140)
    at.does("0 play 6e")
    assert at.game("Beto")["clocks"]["chairs"] == []
    assert not at.game("Beto")["seats"][0]["idle"]


def test_a_refused_action_does_not_end_it():
    """B12.7"""
    at = playing()
    at.wait(140)
    assert at.refuses_move("0 play 4b") == "not_your_card"
    assert at.wait(10)[0] == GameEnded("cancelled", seat=0)


def test_the_idle_players_minute_over_cancels_and_frees_the_chair():
    """B12.4, B12.7: the one who did nothing stands, though connected."""
    at = playing()
    assert at.wait(150) == (WentIdle(0), GameEnded("cancelled", seat=0), Stood("Ana", 0))
    assert at.table.room.member("Ana")


def test_idle_clocks_stand_still_while_a_chair_is_empty():
    """B12.3, B12.7"""
    at = playing()
    at.wait(80)
    at.drop("Caro")
    at.wait(50)
    assert at.game("Ana")["clocks"]["turn"] == 10_000
    at.back("Caro")
    assert at.wait(9.9) == ()
    assert at.wait(0.1) == (WentIdle(0),)


def test_the_minute_of_an_idle_player_stands_still_while_a_chair_is_empty():
    """B12.7"""
    at = playing()
    at.wait(90 + 20)
    at.drop("Caro")
    at.wait(50)
    assert {"seat": 0, "ms": 40_000, "idle": True} in at.game("Beto")["clocks"]["chairs"]
    at.back("Caro")
    assert at.wait(39.9) == ()
    assert at.wait(0.1)[0] == GameEnded("cancelled", seat=0)


def test_an_idle_player_who_drops_has_a_full_minute_and_the_idle_one_stands_still():
    """B12.2, B12.7"""
    at = playing()
    at.wait(90 + 50)
    at.drop("Ana")
    chairs = at.game("Beto")["clocks"]["chairs"]
    assert chairs == [{"seat": 0, "ms": 60_000, "idle": False}, {"seat": 0, "ms": 10_000, "idle": True}]
    at.wait(59)
    at.back("Ana")
    assert at.wait(9.9) == ()
    assert at.wait(0.1)[0] == GameEnded("cancelled", seat=0)


def test_idle_time_zero_turns_it_off():
    """B12.7"""
    at = playing(Times(idle=0))
    assert at.wait(100_000) == ()
    assert at.game("Ana")["clocks"]["turn"] is None


def test_the_idle_clock_begins_again_with_each_accepted_action():
    """B12.7"""
    at = playing()
    at.wait(80)
    at.does("0 call truco")
    at.wait(5)
    at.does("1 vote quiero", "3 vote quiero")
    assert at.game("Ana")["clocks"]["turn"] == 90_000
    at.wait(80)
    at.does("0 play 6e")
    assert at.game("Ana")["clocks"]["turn"] == 90_000


def test_while_a_call_waits_no_idle_clock_runs():
    """B12.7: idle is who does nothing when it is their turn."""
    at = playing(Times(vote=1000))
    at.does("0 call truco")
    assert at.game("Ana")["clocks"]["turn"] is None
    assert at.wait(999) == ()


@pytest.mark.parametrize("who", NAMES)
def test_a_new_connection_while_connected_is_nothing_new(who):
    """Scenario 3: no minute is started."""
    at = playing()
    assert at.back(who) == ()


def test_after_the_cancellation_the_room_can_play_again():
    """B12.4"""
    at = playing()
    at.drop("Beto")
    at.wait(60)
    at.wish("Eva", Join("Eva", "eva"))
    at.back("Eva")
    at.wish("Eva", Sit(1))
    for name in ("Ana", "Eva", "Caro", "Dani"):
        at.wish(name, SetReady(True))
    assert at.table.room.playing
    assert at.table.game_number == 2
    assert [seat["name"] for seat in at.game("Ana")["seats"]] == ["Ana", "Eva", "Caro", "Dani"]


def test_all_gone_the_game_is_cancelled_and_the_empty_room_closes():
    """Scenario 10: nothing waits any more after that."""
    at = playing()
    at.drop(*NAMES)
    at.wait(60)
    assert not at.table.room.playing
    at.wait(600)
    assert at.table.room.closed
    assert at.wait(100_000) == ()


def test_a_hand_that_ends_in_a_pause_waits_for_the_chair():
    """B12.3"""
    at = playing()
    at.does("0 call truco", "1 vote no-quiero")
    at.drop("Ana")
    assert any(isinstance(fact, HandEnded) for fact in at.does("3 vote no-quiero"))
    assert at.wait(59.9) == ()
