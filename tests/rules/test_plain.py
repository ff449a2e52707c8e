"""Facts as plain values, both ways."""

import json
from typing import get_args

import pytest

from tests.builders import PARDAS, hand
from truco.rules import events
from truco.rules.cards import Card
from truco.rules.plain import Reader, tag, to_plain


def one_of_each() -> list[events.Event]:
    log = hand(score=(0, 29)).moves("0 call truco", "1 call envido", "0 drop", "0 back", "0+2 vote quiero")
    played = log.moves("1+3 vote quiero, 0 play 7e, 1 play 4c, 2 play 5b, 3 play 7c, 0 fold, 1 fold")
    ended = played.moves("2 play 3o", "3 fold").deal(PARDAS)
    return [
        *ended.moves("1 call truco", "clock").log,
        *hand(score=(29, 29)).moves("0 call truco", "clock").log,
    ]


def test_every_fact_comes_back_the_same_by_way_of_json():
    facts = one_of_each()
    assert {type(fact) for fact in facts} == set(get_args(events.Event))
    reader = Reader(get_args(events.Event))
    for fact in facts:
        assert reader.from_plain(json.loads(json.dumps(to_plain(fact)))) == fact
        assert reader.from_plain(to_plain(fact)) == fact


def test_what_a_fact_is_in_plain():
    assert to_plain(events.CardPlayed(0, Card("3c"))) == {"fact": "card_played", "seat": 0, "card": "3c"}
    assert to_plain(events.VotesLapsed()) == {"fact": "votes_lapsed"}
    settled = events.EnvidoSettled(("envido",), True, 0, 2, 2, ((0, 7), (1, "son buenas")))
    assert to_plain(settled) == {
        "fact": "envido_settled",
        "chain": ("envido",),
        "accepted": True,
        "side": 0,
        "points": 2,
        "seat": 2,
        "declared": ((0, 7), (1, "son buenas")),
    }


def test_the_tags_of_all_facts():
    assert sorted(map(tag, get_args(events.Event))) == [
        "answered",
        "asked_again",
        "called",
        "card_played",
        "dealt",
        "dropped",
        "envido_settled",
        "folded",
        "game_won",
        "hand_ended",
        "returned",
        "round_ended",
        "tanto_shown",
        "vote_cast",
        "votes_lapsed",
    ]


def test_an_unknown_fact_is_not_read():
    with pytest.raises(KeyError, match="no_such_fact"):
        Reader([events.Dealt]).from_plain({"fact": "no_such_fact"})
