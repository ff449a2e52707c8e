"""Playing through a table: whose wish, meant for which moment, once."""

import pytest

from tests.table.builder import HANDS, NAMES, At, joined, playing
from truco.rules.actions import FOLD, PlayCard
from truco.rules.cards import Card
from truco.rules.events import CardPlayed
from truco.table.refused import Refused
from truco.table.wishes import Continue, Join, Play, SetReady


def test_a_card_is_played_once_however_often_it_is_sent():
    """Scenario 12: the same aid again gives the same ack, with dup."""
    at = playing()
    who, wish = at.play("0 play 6e")
    at.wish(who, wish, aid="a-1")
    step = at.table.request(who, wish, at.now, "a-1")
    assert step.dup
    assert step.facts == ()
    assert len([1 for row in at.rows for fact in row.facts if isinstance(fact, CardPlayed)]) == 1


def test_the_aid_of_a_refused_action_is_free():
    """Scenario 12: a refused action leaves nothing."""
    at = playing()
    who, wish = at.play("0 play 4b")
    with pytest.raises(Refused):
        at.table.request(who, wish, at.now, "a-1")
    assert not at.table.request(*at.play("0 play 6e"), at.now, "a-1").dup


def test_another_guests_aid_is_another():
    at = playing()
    at.wish(*at.play("0 play 6e"), aid="a-1")
    assert at.wish(*at.play("1 play 4b"), aid="a-1")


def test_aids_begin_anew_with_each_game():
    at = playing()
    at.wish(*at.play("0 call falta-envido"), aid="a-1")
    at.does("1 vote quiero", "3 vote quiero")
    for name in NAMES:
        at.wish(name, SetReady(True))
    assert at.wish(*at.play("0 play 6e"), aid="a-1")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("1 play 4b", "not_your_turn"),
        ("0 play 4b", "not_your_card"),
        ("0 call retruco", "not_open"),
        ("1 fold", "not_your_turn"),
        ("1 call truco", "not_your_turn"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_their_reason(move, code):
    """B6.3, scenario 14"""
    assert playing().refuses_move(move) == code


def test_a_refusal_out_of_turn_says_whose_turn_it_is():
    at = playing()
    with pytest.raises(Refused) as refusal:
        at.table.request(*at.play("2 play 2c"), at.now)
    assert refusal.value.params == {"seat": 0}


@pytest.mark.parametrize(("hand", "ply"), [(1, 1), (2, 0), (0, 0)])
def test_an_action_meant_for_another_moment_is_stale(hand, ply):
    """A double click never plays two cards."""
    assert playing().refuses("Ana", Play(PlayCard(Card("1e")), hand, ply)) == "stale"


def test_a_second_card_meant_for_the_same_turn_is_stale():
    at = playing()
    second = at.play("0 play 7e")
    at.does("0 play 6e")
    assert at.refuses(*second) == "stale"


def test_a_spectator_does_not_play():
    """Scenario 14"""
    at = playing()
    at.wish("Eva", Join("Eva", "eva"))
    assert at.refuses("Eva", Play(FOLD, 1, 0)) == "not_seated"
    assert at.game("Eva")["cards"] == ()
    assert at.game("Eva")["seat"] is None


def test_without_a_game_nobody_plays():
    assert joined().refuses("Ana", Play(FOLD, 1, 0)) == "no_game"
    assert joined().refuses("Ana", Continue(1)) == "no_game"


def test_a_hand_over_is_over():
    at = playing()
    at.does("0 call truco", "1 vote no-quiero", "3 vote no-quiero")
    assert at.refuses("Ana", Play(FOLD, 1, 0)) == "hand_over"


def test_a_whole_hand_by_the_rounds():
    """B5.1, B8.6"""
    at = playing()
    at.does("0 play 6e", "1 play 4b", "2 play 2c", "3 play 5c")
    at.does("2 play 4c", "3 play 10o", "0 play 7e", "1 play 5b")
    game = at.game("Beto")
    assert game["result"]["why"] == {"code": "two_rounds", "rule": "B5.1"}
    assert game["score"] == (1, 0)


def test_the_table_waits_for_nothing_before_anything_happened():
    at = At()
    assert at.table.tick(at.now).facts == ()
    assert at.game(None) is None
    assert at.table.game_number is None


def test_the_deal_is_what_the_chance_gave():
    """B2.3"""
    at = playing()
    assert [" ".join(at.game(name)["cards"]) for name in ("Ana", "Beto", "Caro", "Dani")] == list(HANDS)
