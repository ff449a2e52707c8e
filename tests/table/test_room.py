"""The room between games: chairs, host, ready marks, options (DESIGN: rooms)."""

import pytest

from tests.table.builder import NAMES, At, go_on, joined, playing
from truco.rules.events import Dealt
from truco.table.events import (
    GameStarted,
    HostChanged,
    MemberLeft,
    OptionsSet,
    ReadySet,
    RoomClosed,
    Seated,
    Stood,
)
from truco.table.refused import Refused
from truco.table.requests import MOST_MEMBERS
from truco.table.views import listing
from truco.table.wishes import Close, Continue, FreeChair, Join, Leave, SetOptions, SetReady, Sit, Stand


def test_the_first_member_is_the_host():
    at = At()
    assert HostChanged("Ana") in at.wish("Ana", Join("Ana", "ana"))


def test_members_may_stand_without_a_chair():
    at = At()
    at.wish("Ana", Join("Ana", "ana"))
    assert at.table.room.chairs == (None,) * 4


def test_two_joins_for_the_last_chair_one_is_refused():
    """Scenario 11"""
    at = joined()
    assert at.refuses("Eva", Join("Eva", "eva", sit=True)) == "room_full"


def test_nobody_sits_down_in_a_room_that_plays():
    assert playing().refuses("Eva", Join("Eva", "eva", sit=True)) == "game_on"


def test_two_members_never_look_alike():
    at = joined()
    assert at.refuses("other", Join("Аna", "ana")) == "name_taken"


def test_nobody_joins_twice():
    assert joined().refuses("Ana", Join("Ana2", "ana2")) == "already_member"


def test_a_room_has_a_bound():
    at = joined()
    for number in range(MOST_MEMBERS - 4):
        at.wish(f"g{number}", Join(f"g{number}", f"g{number}"))
    assert at.refuses("one more", Join("one more", "one more")) == "room_full"


def test_a_chair_can_be_changed_while_no_game_is_on():
    at = joined()
    at.wish("Dani", Leave())
    assert at.wish("Ana", Sit(3)) == (Stood("Ana", 0), Seated("Ana", 3))
    assert at.table.room.chairs == (None, "Beto", "Caro", "Ana")


@pytest.mark.parametrize(("seat", "code"), [(1, "chair_taken"), (4, "no_chair"), (-1, "no_chair")])
def test_a_chair_must_be_there_and_free(seat, code):
    assert joined().refuses("Ana", Sit(seat)) == code


def test_ready_marks_clear_when_chairs_change():
    at = joined()
    at.wish("Ana", SetReady(True))
    at.wish("Beto", Stand())
    assert not any(member.ready for member in at.table.room.members)


def test_ready_marks_stay_when_somebody_without_a_chair_leaves():
    at = joined()
    at.wish("Eva", Join("Eva", "eva"))
    at.wish("Ana", SetReady(True))
    at.wish("Eva", Leave())
    assert at.table.room.members[0].ready


def test_only_one_with_a_chair_gets_ready():
    at = joined()
    at.wish("Ana", Stand())
    assert at.refuses("Ana", SetReady(True)) == "no_chair"
    assert at.refuses("Ana", Stand()) == "no_chair"


def test_saying_ready_twice_is_nothing_new():
    at = joined()
    assert at.wish("Ana", SetReady(True)) == (ReadySet("Ana", True),)
    assert at.wish("Ana", SetReady(True)) == ()


def test_the_game_starts_when_four_are_ready():
    """B1.3, B1.4: and the hand is dealt at once."""
    at = joined()
    for name in NAMES[:3]:
        at.wish(name, SetReady(True))
    assert not at.table.room.playing
    facts = at.wish("Dani", SetReady(True))
    assert facts[1] == GameStarted(1, NAMES, NAMES, ("", "", "", ""))
    assert isinstance(facts[2], Dealt)
    assert at.game("Ana")["mano"] == 0


def test_a_game_does_not_start_without_one_who_is_away():
    at = joined()
    at.drop("Beto")
    for name in NAMES:
        at.wish(name, SetReady(True))
    assert not at.table.room.playing
    at.back("Beto")
    assert at.table.room.playing


@pytest.mark.parametrize(
    "wish", [Sit(1), Stand(), SetReady(True), FreeChair(1), SetOptions(public=False), Close()]
)
def test_while_a_game_is_on_the_room_stays_as_it_is(wish):
    assert playing().refuses("Ana", wish) == "game_on"


@pytest.mark.parametrize("wish", [FreeChair(1), SetOptions(public=False), Close()])
def test_only_the_host_decides_for_the_room(wish):
    assert joined().refuses("Beto", wish) == "not_host"


@pytest.mark.parametrize("wish", [Leave(), Sit(1), Stand(), SetReady(True), Close(), Continue(1)])
def test_a_stranger_decides_nothing(wish):
    assert joined().refuses("Eva", wish) == "not_member"


def test_the_host_frees_a_chair_of_another():
    at = joined()
    assert at.wish("Ana", FreeChair(1)) == (Stood("Beto", 1),)
    assert at.refuses("Ana", FreeChair(1)) == "no_chair"
    assert at.refuses("Ana", FreeChair(0)) == "no_chair"


def test_a_chair_is_freed_of_the_member_who_is_named_only():
    at = joined()
    at.wish("Dani", Stand())
    at.wish("Beto", Sit(3))
    assert at.refuses("Ana", FreeChair(3, "Dani")) == "chair_taken"
    assert at.wish("Ana", FreeChair(3, "Beto")) == (Stood("Beto", 3),)


def test_the_host_changes_the_options():
    at = joined()
    assert at.wish("Ana", SetOptions("Peña", False, "closed")) == (OptionsSet("Peña", False, "closed"),)
    assert at.wish("Ana", SetOptions()) == ()
    assert at.view("Ana")["room"]["name"] == "Peña"


def test_who_was_ready_for_other_records_is_asked_again():
    """B2.3"""
    at = joined()
    for name in NAMES[1:]:
        at.wish(name, SetReady(True))
    at.wish("Ana", SetOptions("Peña", public=False))
    assert [one.ready for one in at.table.room.members] == [False, True, True, True]
    at.wish("Ana", SetOptions(records="closed"))
    assert [one.ready for one in at.table.room.members] == [False] * 4


def test_the_host_closes_the_room_and_then_nothing_is_possible():
    at = joined()
    assert at.wish("Ana", Close()) == (RoomClosed(),)
    assert at.refuses("Ana", Leave()) == "room_closed"


def test_the_member_longest_there_is_the_next_host():
    at = joined()
    assert at.wish("Ana", Leave()) == (MemberLeft("Ana"), HostChanged("Beto"))


def test_a_chair_in_a_waiting_room_is_freed_after_a_minute_away():
    at = joined()
    at.drop("Caro")
    assert at.view("Ana")["room"]["members"][2]["left_ms"] == 60_000
    at.wait(59)
    at.back("Caro")
    at.drop("Caro")
    assert at.wait(59.9) == ()
    assert at.wait(0.1) == (Stood("Caro", 2),)


def test_a_member_who_stands_and_is_away_leaves_after_ten_minutes():
    at = joined()
    at.drop("Caro")
    at.wait(60)
    assert at.wait(599.9) == ()
    assert at.wait(0.1) == (MemberLeft("Caro"),)


def test_an_empty_room_closes_after_ten_minutes():
    at = At()
    at.wish("Ana", Join("Ana", "ana"))
    at.wish("Ana", Leave())
    assert at.wait(599.9) == ()
    assert at.wait(0.1) == (RoomClosed(),)


def test_the_invite_code_is_for_members_only():
    at = joined()
    assert at.view("Ana")["room"]["code"] == "0000-0000-00000"
    assert at.view("Eva")["room"]["code"] is None
    assert at.view(None)["room"]["you"] is None


def test_a_finished_game_stays_in_view_until_the_next_begins():
    """The rematch: the same chairs, ready again."""
    at = playing()
    at.does("0 call falta-envido", "1 vote quiero", "3 vote quiero")
    assert at.game("Ana")["over"] == {"why": "won", "side": 0, "seat": None}
    assert at.view("Ana")["room"]["last"]["score"] == (30, 0)
    for name in NAMES:
        at.wish(name, SetReady(True))
    assert at.game("Ana")["over"] is None
    assert at.game("Ana")["score"] == (0, 0)
    assert at.game("Ana")["id"] == "room-2"


def test_the_next_hand_comes_when_all_have_said_continue():
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    assert not any(isinstance(fact, Dealt) for fact in go_on(at, "Ana", "Caro", "Dani"))
    assert at.game("Ana")["continued"] == [0, 2, 3]
    assert any(isinstance(fact, Dealt) for fact in go_on(at, "Beto"))
    assert at.game("Ana")["continued"] == []
    assert at.game("Ana")["dealer"] == 0


def test_or_after_some_seconds():
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    assert at.wait(7.9) == ()
    assert isinstance(at.wait(0.1)[0], Dealt)


def test_continue_is_for_the_hand_that_is_over():
    at = playing()
    assert at.refuses("Ana", Continue(1)) == "stale"
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    assert at.refuses("Ana", Continue(2)) == "stale"
    go_on(at, "Ana")
    assert at.refuses("Ana", Continue(1)) == "already_continued"


def test_a_room_that_plays_is_listed_with_its_score():
    listed = listing(playing().table.state)
    assert listed["playing"]
    assert listed["score"] == (0, 0)
    assert [chair["name"] for chair in listed["chairs"]] == list(NAMES)


def test_a_waiting_room_is_listed_with_its_free_chairs():
    at = joined()
    at.wish("Beto", Leave())
    listed = listing(at.table.state)
    assert listed["chairs"][1] is None
    assert listed["score"] is None


def test_a_stranger_has_no_connection_to_a_room():
    at = joined()
    with pytest.raises(Refused) as refusal:
        at.back("Eva")
    assert refusal.value.code == "not_member"


def test_a_player_who_stood_up_before_the_minute_was_over_has_no_chair_to_lose():
    """B12.4: leaving and chairs do not mix."""
    at = playing()
    at.drop("Beto")
    at.wish("Beto", Leave())
    assert at.wait(60) == ()
    assert at.table.room.chairs == ("Ana", None, "Caro", "Dani")


def test_a_room_that_only_waits_to_close_says_when():
    """Scenario 10: it need not be kept in memory for that."""
    at = At()
    assert at.table.closing is None
    at.wish("Ana", Join("Ana", "ana", sit=True))
    assert at.table.closing is None, "a chair is taken, and will be freed first"
    at.wish("Ana", Leave())
    assert at.table.closing == at.now + 600
    at.wish("Beto", Join("Beto", "beto"))
    at.back("Beto")
    assert at.table.closing is None, "somebody is here"
