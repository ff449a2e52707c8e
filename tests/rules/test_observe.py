"""What each seat sees of a game: every field of a view, in every situation."""

import json
from typing import Any

import pytest

from tests.builders import PARDAS, Table, hand
from truco.rules import observe
from truco.rules.cards import Card
from truco.rules.game import Game
from truco.rules.rulesets import BARAJAMOS

LADDER = [{"word": "truco", "worth": 2}, {"word": "retruco", "worth": 3}, {"word": "vale-cuatro", "worth": 4}]


def seat_view(seat: int, **changes: Any) -> dict[str, Any]:
    return {
        "seat": seat,
        "side": seat % 2,
        "left": 3,
        "played": (),
        "folded": False,
        "away": False,
        **changes,
    }


def test_what_anybody_sees_of_a_fresh_hand():
    assert hand(score=(3, 4)).view(None) == {
        "seat": None,
        "side": None,
        "hand": 1,
        "ply": 0,
        "dealer": 3,
        "mano": 0,
        "turn": 0,
        "score": (3, 4),
        "target": 30,
        "half": 15,
        "worth": 1,
        "paused": False,
        "winner": None,
        "seats": [seat_view(seat) for seat in range(4)],
        "rounds": [],
        "envido": None,
        "truco": {"chain": (), "side": None, "ladder": LADDER},
        "question": None,
        "result": None,
        "cards": (),
        "held": (),
        "tanto": None,
        "legal": [],
    }


def test_a_seat_sees_its_own_cards_tanto_and_actions_besides():
    table = hand(score=(3, 4))
    assert table.view(0) == {
        **table.view(None),
        "seat": 0,
        "side": 0,
        "cards": ("7e", "6e", "2c"),
        "held": ("7e", "6e", "2c"),
        "tanto": 33,
        "legal": [
            {"do": "play", "card": "7e"},
            {"do": "play", "card": "6e"},
            {"do": "play", "card": "2c"},
            {"do": "call", "word": "envido", "accepted": 2, "refused": 1},
            {"do": "call", "word": "real-envido", "accepted": 3, "refused": 1},
            {"do": "call", "word": "falta-envido", "accepted": 26, "refused": 1},
            {"do": "call", "word": "truco", "accepted": 2, "refused": 1},
            {"do": "fold"},
        ],
    }
    assert table.view(3) == {
        **table.view(None),
        "seat": 3,
        "side": 1,
        "cards": ("11e", "12b", "7c"),
        "held": ("11e", "12b", "7c"),
        "tanto": 7,
    }


def test_a_seat_that_is_not_at_the_table_sees_what_anybody_sees():
    assert hand().view(4) == hand().view(None)


def test_the_public_view_is_left_as_it_was():
    table = hand().moves("0 call truco", "1 vote quiero")
    common = observe.public(table.game)
    before = json.dumps(common)
    for seat in range(4):
        observe.own(table.game, seat, common)
    assert json.dumps(common) == before


def test_cards_as_they_are_played():
    table = hand().moves("0 play 7e", "1 fold", "2 play 3o")
    view = table.view(0)
    assert (view["cards"], view["held"], view["tanto"]) == (("7e", "6e", "2c"), ("6e", "2c"), 33)
    assert view["seats"] == [
        seat_view(0, left=2, played=("7e",)),
        seat_view(1, folded=True),
        seat_view(2, left=2, played=("3o",)),
        seat_view(3),
    ]
    assert (view["ply"], view["turn"]) == (3, 3)
    under_way = {
        "cards": [(0, "7e"), (2, "3o")],
        "best": (0,),
        "done": False,
        "side": None,
        "seat": None,
        "why": None,
    }
    assert view["rounds"] == [under_way]


def test_each_card_and_fold_is_a_ply_and_calls_are_none():
    table = hand().moves("0 call envido", "1+3 vote no-quiero", "0 call truco", "1+3 vote quiero")
    assert table.view(0)["ply"] == 0
    assert table.moves("0 fold", "1 play 4c").view(0)["ply"] == 2


def test_rounds_and_why():
    table = hand(PARDAS).moves("0 play 3e", "1 play 3b", "2 play 6o", "3 play 6c")
    assert table.view(None)["rounds"] == [
        {
            "cards": [(0, "3e"), (1, "3b"), (2, "6o"), (3, "6c")],
            "best": (0, 1),
            "done": True,
            "side": None,
            "seat": None,
            "why": {"code": "parda", "rule": "B4.3"},
        }
    ]
    highest = hand().moves("0 play 7e", "1 play 4c", "2 play 3o", "3 play 7c").view(None)["rounds"][0]
    assert (highest["side"], highest["seat"], highest["best"]) == (0, 0, (0,))
    assert highest["why"] == {"code": "highest", "rule": "B4.3"}
    partners = hand("3e 4b 5o / 2e 3b 6o / 3o 4e 5b / 2b 3c 6e")
    tied = partners.moves("0 play 3e", "1 play 2e", "2 play 3o", "3 play 2b").view(None)["rounds"][0]
    assert (tied["best"], tied["seat"]) == ((0, 2), 0)
    assert tied["why"] == {"code": "partners_tied", "rule": "B4.4"}


def test_an_open_call():
    table = hand(score=(10, 22)).moves("0 call envido", "1+3 vote falta-envido", "2 vote no-quiero")
    question = {
        "id": 2,
        "ladder": "envido",
        "call": "falta-envido",
        "chain": ("envido", "falta-envido"),
        "behind": None,
        "caller": 1,
        "side": 0,
        "seats": (0, 2),
        "votes": {},
        "accepted": 8,
        "refused": 2,
    }
    assert table.view(None)["question"] == question
    assert table.view(1)["question"] == question
    assert table.view(0)["question"] == {**question, "votes": {"2": "no-quiero"}}
    assert table.view(None)["turn"] is None


def test_what_may_be_voted_with_its_worth():
    table = hand(score=(10, 22)).moves("0 call envido")
    assert table.view(1)["legal"] == [
        {"do": "vote", "word": "quiero", "accepted": 2, "refused": None},
        {"do": "vote", "word": "no-quiero", "accepted": None, "refused": 1},
        {"do": "vote", "word": "envido", "accepted": 4, "refused": 2},
        {"do": "vote", "word": "real-envido", "accepted": 5, "refused": 2},
        {"do": "vote", "word": "falta-envido", "accepted": 8, "refused": 2},
    ]
    voted = table.moves("1 vote envido").view(1)["legal"]
    assert [action.get("word") for action in voted] == ["quiero", "no-quiero", "real-envido", "falta-envido"]


def test_the_envido_first_with_its_worth():
    table = hand().moves("0 call truco")
    assert table.view(1)["legal"] == [
        {"do": "vote", "word": "quiero", "accepted": 2, "refused": None},
        {"do": "vote", "word": "no-quiero", "accepted": None, "refused": 1},
        {"do": "vote", "word": "retruco", "accepted": 3, "refused": 2},
        {"do": "call", "word": "envido", "accepted": 2, "refused": 1},
        {"do": "call", "word": "real-envido", "accepted": 3, "refused": 1},
        {"do": "call", "word": "falta-envido", "accepted": 30, "refused": 1},
    ]
    question = table.moves("3 call envido").view(0)["question"]
    assert question is not None
    assert (question["call"], question["behind"], question["caller"]) == ("envido", "truco", 3)


def test_the_truco_with_its_chain_worth_and_who_may_raise():
    table = hand().moves("0 call truco")
    assert table.view(None)["truco"] == {"chain": ("truco",), "side": None, "ladder": LADDER}
    table = table.moves("1+3 vote retruco")
    assert table.view(None)["truco"] == {"chain": ("truco", "retruco"), "side": 1, "ladder": LADDER}
    assert table.view(None)["worth"] == 2
    table = table.moves("0+2 vote quiero")
    assert (table.view(None)["truco"]["side"], table.view(None)["worth"]) == (0, 3)
    raising = {"do": "call", "word": "vale-cuatro", "accepted": 4, "refused": 3}
    assert raising in table.view(0)["legal"]


def test_absent_voters_in_the_votes():
    """B9.6"""
    table = hand().moves("0 call truco", "1 vote quiero", "1 drop")
    for seat, votes in ((0, {}), (1, {"1": "no-quiero"}), (3, {"1": "no-quiero"})):
        question = table.view(seat)["question"]
        assert question is not None
        assert question["votes"] == votes
    view = table.view(1)
    assert (view["paused"], view["legal"], view["seats"][1]["away"]) == (True, [], True)


def test_a_settled_envido():
    table = hand().moves("0 call envido", "1+3 vote quiero")
    envido = {
        "chain": ("envido",),
        "accepted": True,
        "side": 0,
        "points": 2,
        "seat": 0,
        "declared": ((0, 33), (1, "son buenas"), (2, 23), (3, "son buenas")),
        "shown": (),
        "why": {"code": "higher", "rule": "B7.9"},
        "price": None,
    }
    assert table.view(None)["envido"] == envido
    assert table.view(None)["result"] is None
    over = table.moves("0 call truco", "1+3 vote no-quiero").view(None)
    assert over["envido"] == {**envido, "shown": ("7e", "6e")}
    assert over["result"] is not None
    assert over["result"]["shown"] == [{"seat": 0, "cards": ("7e", "6e")}]


def test_a_refused_envido():
    envido = hand().moves("0 call envido", "1+3 vote no-quiero").view(2)["envido"]
    assert envido is not None
    assert (envido["accepted"], envido["seat"], envido["declared"]) == (False, None, ())
    assert envido["why"] == {"code": "refused", "rule": "B7.8"}


def test_equal_tantos_are_told_where_they_were_said():
    """B7.9: the later of the two says son buenas, so only a tie of partners is heard."""
    said = hand("7e 10e 5o / 4b 10b 2c / 7o 11o 3c / 6e 12b 4c").moves("0 call envido", "1+3 vote quiero")
    tied = said.view(None)["envido"]
    assert tied is not None
    assert tied["declared"] == ((0, 27), (1, "son buenas"), (2, 27), (3, "son buenas"))
    assert tied["why"] == {"code": "nearer_mano", "rule": "B7.9"}
    hidden = hand("7e 10e 5o / 7b 10b 2c / 4o 11o 3c / 6e 12b 4c").moves("0 call envido", "1+3 vote quiero")
    untold = hidden.view(None)["envido"]
    assert untold is not None
    assert untold["why"] == {"code": "higher", "rule": "B7.9"}


def result(table: Table) -> dict[str, Any]:
    view = table.view(None)
    assert view["result"] is not None
    assert view["turn"] is None
    assert view["question"] is None
    return {**view["result"]}


def plain_rounds(table: Table) -> Table:
    table = table.moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c")
    return table.moves("0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b")


def ended(side: int | None, points: int, by: str, code: str, rule: str, *, extra: int = 0) -> dict[str, Any]:
    why = {"code": code, "rule": rule}
    return {"side": side, "points": points, "by": by, "extra": extra, "why": why, "shown": []}


def test_how_a_hand_ended():
    assert result(plain_rounds(hand())) == ended(0, 1, "rounds", "two_rounds", "B5.1")
    refused = hand().moves("0 call truco", "1+3 vote retruco", "clock")
    assert result(refused) == ended(1, 2, "refused", "refused", "B8.4")
    folded = hand().moves("0 fold", "1 fold", "2 fold")
    assert result(folded) == ended(1, 2, "fold", "folded_extra", "B10.2", extra=1)
    later = hand().moves("0 call truco", "1+3 vote quiero", "0 fold", "1 fold", "2 fold")
    assert result(later) == ended(1, 2, "fold", "folded", "B10.2")


P1, P2, P3 = (
    ("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b"),
    ("0 play 12c", "1 play 12o", "2 play 11c", "3 play 10c"),
    ("0 play 4o", "1 play 5c", "2 play 6o", "3 play 6c"),
)


@pytest.mark.parametrize(
    ("moves", "side", "code", "rule"),
    [
        ((*P1, "0 play 12c", "1 play 5c", "2 play 11c", "3 play 10c"), 0, "first_parda", "B5.2"),
        ((*P1, *P2, "0 play 4o", "1 fold", "2 play 6o", "3 play 6c"), 0, "three_pardas", "B5.5"),
        ((*P1, *P2, "0 play 4o", "1 play 5c", "2 play 6o", "3 fold"), 0, "third_round", "B5.2"),
        ((*P1, *P2, *P3), 0, "three_pardas", "B5.5"),
        (("0 play 3e", "1 play 5c", *P1[2:], *P2), 0, "second_parda", "B5.3"),
        (
            (
                "0 play 4o, 1 play 3b, 2 play 11c, 3 play 10c",
                "1 play 5c, 2 play 2e, 3 play 2b, 0 play 3e",
                "0 play 12c, 1 play 12o, 2 play 6o, 3 play 6c",
            ),
            1,
            "third_parda",
            "B5.4",
        ),
    ],
)
def test_which_rule_of_the_rounds_decided(moves: tuple[str, ...], side: int, code: str, rule: str):
    """B5"""
    table = hand(PARDAS).moves(*moves)
    assert result(table) == ended(side, 1, "rounds", code, rule)


def test_an_envido_that_ends_the_game_ends_the_hand_too():
    """B7.11"""
    table = hand(score=(28, 0)).moves("0 call envido", "1+3 vote quiero")
    shown = [{"seat": 0, "cards": ("7e", "6e")}]
    assert result(table) == {**ended(0, 2, "envido", "envido", "B7.11"), "shown": shown}
    assert (table.view(0)["winner"], table.view(0)["legal"]) == (0, [])
    refused = hand(score=(29, 0)).moves("0 call truco, 1 call envido, 0+2 vote envido, 1+3 vote no-quiero")
    assert result(refused) == ended(0, 2, "envido", "envido", "B7.11")


def test_a_game_is_over_as_everybody_sees():
    """B11.3"""
    view = plain_rounds(hand(score=(29, 4))).view(3)
    assert (view["winner"], view["score"], view["legal"], view["turn"]) == (0, (30, 4), [], None)
    assert view["result"] is not None
    assert view["result"]["by"] == "rounds"


def test_a_game_won_on_paper_before_anything_was_played_has_no_result():
    game = hand().game._replace(winner=0)
    assert observe.view(game, 0)["result"] is None


def test_before_the_first_deal_there_is_nothing_to_see():
    with pytest.raises(AssertionError):
        observe.view(Game(BARAJAMOS, (0, 0)), 0)


def test_a_turned_card_is_no_secret_of_this_game():
    assert hand(turned="5b").view(0) == {**hand().view(0)}


def test_views_are_plain_values():
    table = plain_rounds(hand().moves("0 call envido", "1+3 vote quiero"))
    assert json.loads(json.dumps(table.view(0)))["held"] == [Card("6e")]
