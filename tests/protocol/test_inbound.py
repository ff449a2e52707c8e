"""What a client may say, and what is refused before a table hears of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truco.protocol.inbound import BadMessage, Hello, Ping, decode, wish
from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote
from truco.rules.cards import Card
from truco.table.wishes import Ballot, Continue, Play

GOOD = {
    '{"type":"play","aid":"a-1_Z","hand":3,"ply":5,"card":"7o"}': Play(PlayCard(Card("7o")), 3, 5),
    '{"type":"call","aid":"a","hand":1,"ply":0,"word":"real-envido"}': Play(MakeCall("real-envido"), 1, 0),
    '{"type":"fold","aid":"a","hand":1,"ply":11}': Play(FOLD, 1, 11),
    '{"type":"vote","aid":"a","hand":2,"question":4,"word":"no-quiero"}': Ballot(Vote("no-quiero"), 2, 4),
    '{"type":"continue","aid":"a","hand":9}': Continue(9),
}


@pytest.mark.parametrize("text", GOOD)
def test_each_action_becomes_the_tables_wish(text: str) -> None:
    message = decode(text)
    assert not isinstance(message, Hello | Ping)
    assert wish(message) == GOOD[text]


def test_a_hello_names_the_version_last_seen_or_none() -> None:
    assert decode('{"type":"hello","protocol":1,"version":17}') == Hello(type="hello", protocol=1, version=17)
    assert decode('{"type":"hello","protocol":1}') == Hello(type="hello", protocol=1, version=None)


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("", "", "json_invalid"),
        ("{", "", "json_invalid"),
        ("[" * 4000, "", "json_invalid"),
        ('{"type":"\\ud800"}', "", "json_invalid"),
        ("null", "", "dict_type"),
        ("[]", "", "dict_type"),
        ("{}", "", "union_tag_not_found"),
        ('{"type":"resign"}', "", "union_tag_invalid"),
        ('{"type":1}', "", "union_tag_invalid"),
        ('{"type":"ping"}', "t", "missing"),
        ('{"type":"ping","t":"1"}', "t", "int_type"),
        ('{"type":"ping","t":true}', "t", "int_type"),
        ('{"type":"ping","t":1.0}', "t", "int_type"),
        ('{"type":"ping","t":9007199254740992}', "t", "less_than_equal"),
        ('{"type":"ping","t":1,"secret":1}', "", "unknown_field"),
        ('{"type":"fold","aid":"","hand":1,"ply":0}', "aid", "string_pattern_mismatch"),
        ('{"type":"fold","aid":"a b","hand":1,"ply":0}', "aid", "string_pattern_mismatch"),
        ('{"type":"fold","aid":"a\\n","hand":1,"ply":0}', "aid", "string_pattern_mismatch"),
        ('{"type":"fold","aid":"%s","hand":1,"ply":0}' % ("a" * 37), "aid", "string_pattern_mismatch"),
        ('{"type":"fold","aid":"a","hand":0,"ply":0}', "hand", "greater_than_equal"),
        ('{"type":"fold","aid":"a","hand":1,"ply":-1}', "ply", "greater_than_equal"),
        ('{"type":"play","aid":"a","hand":1,"ply":0,"card":"13e"}', "card", "string_pattern_mismatch"),
        ('{"type":"play","aid":"a","hand":1,"ply":0,"card":"7x"}', "card", "string_pattern_mismatch"),
        ('{"type":"call","aid":"a","hand":1,"ply":0,"word":"TRUCO"}', "word", "string_pattern_mismatch"),
        ('{"type":"vote","aid":"a","hand":1,"ply":0,"word":"quiero"}', "question", "missing"),
        ('{"type":"hello","protocol":1,"version":-1}', "version", "greater_than_equal"),
    ],
)
def test_what_is_wrong_is_named_by_place_and_kind(text: str, at: str, why: str) -> None:
    with pytest.raises(BadMessage) as bad:
        decode(text)
    assert bad.value.params == {"at": at, "why": why}


@given(st.text())
def test_no_text_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        decode(text)
