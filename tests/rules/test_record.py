"""What is a record and what is none (``docs/record.md``), and that the error names the place."""

import json
from typing import Any

import pytest

from tests.builders import PARDAS, PLAIN, hand, paper, paper_hand
from truco.rules import record
from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote
from truco.rules.cards import Card
from truco.rules.events import Event
from truco.rules.record import NotARecord, from_json, parse, write
from truco.rules.replay import replay
from truco.rules.rulesets import BARAJAMOS


def error(value: Any) -> str:
    """The error of a record that is none: read as text and, where JSON has the value, played."""
    with pytest.raises(NotARecord) as raised:
        replay(parse(json.dumps(value)))
    return str(raised.value)


def accepted(value: Any) -> bool:
    return replay(parse(json.dumps(value))).refused == []


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: kept for name, kept in value.items() if name != key}


def with_hand(**changes: Any) -> dict[str, Any]:
    return {"rules": "barajamos", "hands": [{**paper_hand(), **changes}]}


# What a record says.


def test_a_record_is_read_with_all_that_it_says():
    read = from_json(
        paper(
            "0 call envido",
            "1 vote no-quiero",
            "2 fold",
            "3 drop",
            "3 back",
            "clock",
            "0 play 7e",
            score=[3, 4],
            names=["Ana", "Beto", "Caro", "Dani"],
            format="truco-record/1",
            dealer=2,
        )
    )
    assert read.rules is BARAJAMOS
    assert (read.score, read.names) == ((3, 4), ("Ana", "Beto", "Caro", "Dani"))
    (only,) = read.hands
    assert (only.dealer, only.turned) == (2, None)
    assert only.cards[3] == ("11e", "12b", "7c")
    assert only.moves == (
        (0, MakeCall("envido")),
        (1, Vote("no-quiero")),
        (2, FOLD),
        (3, "drop"),
        (3, "back"),
        "clock",
        (0, PlayCard(Card("7e"))),
    )


def test_names_score_and_format_may_be_left_out():
    read = from_json(paper())
    assert (read.score, read.names) == ((0, 0), ("seat 0", "seat 1", "seat 2", "seat 3"))


def test_a_record_may_have_no_hand_yet():
    assert from_json({"rules": "barajamos", "hands": []}).hands == ()


def test_the_rules_may_be_an_object_with_the_name_alone():
    assert from_json(paper(rules={"name": "barajamos"})).rules is BARAJAMOS


def test_keys_that_are_not_named_are_ignored():
    assert accepted({**paper(), "turned": 5, "": None, "notes": {"a": [1]}})
    assert accepted(with_hand(turned="1x", winner=[]))


def test_what_an_export_adds_is_accepted():
    more = {"end": {"why": "left", "seat": 2}, "deal": {"seed": "00"}}
    assert accepted({**with_hand(at=[0, 12.5], moves=["0 fold", "1 fold"]), **more})
    assert accepted(paper(end={"why": "won"}))


@pytest.mark.parametrize("score", [[0, 0], [29, 29], [29, 0], [0, 29], [-0, 5]])
def test_any_score_below_the_target_may_stand_before_the_first_hand(score: list[int]):
    assert from_json(paper(score=score)).score == tuple(score)


@pytest.mark.parametrize("dealer", range(4))
def test_any_seat_may_deal_the_first_hand(dealer: int):
    assert accepted(paper(dealer=dealer))


# What is no JSON.


@pytest.mark.parametrize(
    "text", ["", "{", '{"rules"', "nothing", '{"rules": barajamos}', "{'rules': 1}", "{} {}", "\ufeff{}"]
)
def test_what_is_not_json_is_no_record(text: str):
    with pytest.raises(NotARecord, match=r"^not JSON: "):
        parse(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_know_is_no_record(number: str):
    text = json.dumps(paper(more=0)).replace('"more": 0', f'"more": {number}')
    with pytest.raises(NotARecord, match=f"^not JSON: {number}"):
        parse(text)


def test_a_number_of_very_many_digits_is_no_record():
    with pytest.raises(NotARecord, match=r"^not JSON"):
        parse('{"rules": "barajamos", "hands": [], "more": ' + "9" * 5000 + "}")


@pytest.mark.parametrize("depth", [10, 900, 950, 960, 970, 980, 1000, 100_000])
@pytest.mark.parametrize("place", ["rules", "score", "names", "hands", "format", "end"])
def test_deep_nesting_is_no_record_and_no_crash(place: str, depth: int):
    text = json.dumps({**paper(), place: 0}).replace(
        f'"{place}": 0', f'"{place}": {"[" * depth}{"]" * depth}'
    )
    with pytest.raises(NotARecord):
        parse(text)


def test_deep_nesting_where_nothing_is_read_is_no_crash_either():
    for depth in range(900, 1000):
        for text in ('"score": [0, %s]', '"hands": [{"dealer": %s}]', '"names": %s', '"rules": {"name": %s}'):
            nested = "[" * depth + "]" * depth
            with pytest.raises(NotARecord):
                parse(json.dumps(paper())[:-1] + ", " + text % nested + "}")


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "x", [], [{}]])
def test_only_an_object_is_a_record(value: Any):
    assert error(value) == "the record: not an object"


# Keys that are missing or of the wrong type.


@pytest.mark.parametrize("key", ["rules", "hands"])
def test_a_record_needs_its_rules_and_hands(key: str):
    assert error(without(paper(), key)) == f"the record: '{key}' is missing"


@pytest.mark.parametrize("key", ["dealer", "cards", "moves"])
def test_a_hand_needs_its_dealer_cards_and_moves(key: str):
    broken = [paper_hand("0 fold", "1 fold", "2 fold"), without(paper_hand(dealer=0), key)]
    assert error({"rules": "barajamos", "hands": broken}) == f"hands[1]: '{key}' is missing"


@pytest.mark.parametrize("value", [None, 1, "truco-record/2", "", [], "TRUCO-RECORD/1", True])
def test_another_format_is_no_record(value: Any):
    assert error(paper(format=value)) == "format: not 'truco-record/1'"


@pytest.mark.parametrize("value", [None, 1, True, [], ["barajamos"], {"name": None}, {"name": ["barajamos"]}])
def test_the_rules_are_named_by_a_text(value: Any):
    assert error(paper(rules=value)) == "rules: not a name"


def test_rules_as_an_object_need_a_name():
    assert error(paper(rules={})) == "rules: 'name' is missing"


@pytest.mark.parametrize("value", ["", "truco", "Barajamos", "barajamos ", {"name": "tute"}])
def test_an_unknown_rule_set_is_no_record(value: Any):
    name = value["name"] if isinstance(value, dict) else value
    assert error(paper(rules=value)) == f"rules: unknown rule set {name!r}"


@pytest.mark.parametrize("option", ["no-such-option", "Name", ""])
def test_an_unknown_option_is_no_record(option: str):
    assert error(paper(rules={"name": "barajamos", option: 1})) == f"rules: unknown option {option!r}"


@pytest.mark.parametrize("value", [None, 0, "0 0", {}, True])
def test_a_score_is_a_list(value: Any):
    assert error(paper(score=value)) == "score: not a list"


@pytest.mark.parametrize("value", [[], [0], [0, 0, 0]])
def test_a_score_has_the_points_of_each_pair(value: Any):
    assert error(paper(score=value)) == f"score: {len(value)} entries where there must be 2"


@pytest.mark.parametrize("value", [30, 31, -1, True, False, None, "1", 1.0, 0.5, [], {}, 10**30])
@pytest.mark.parametrize("side", [0, 1])
def test_points_that_are_none(side: int, value: Any):
    score = [0, 0]
    score[side] = value
    assert error(paper(score=score)).startswith(f"score[{side}]: ")
    assert error(paper(score=score)).endswith(" is not a whole number from 0 to 29")


@pytest.mark.parametrize("value", [None, 1, "Ana", {}, True])
def test_names_are_a_list(value: Any):
    assert error(paper(names=value)) == "names: not a list"


@pytest.mark.parametrize("value", [[], ["a"] * 3, ["a"] * 5])
def test_there_is_a_name_for_each_seat(value: Any):
    assert error(paper(names=value)) == f"names: {len(value)} entries where there must be 4"


@pytest.mark.parametrize("value", [None, 1, True, [], {}])
def test_a_name_is_a_text(value: Any):
    assert error(paper(names=["Ana", "Beto", value, "Dani"])) == "names[2]: not a text"


@pytest.mark.parametrize("value", [None, 1, "x", {}, True])
def test_hands_are_a_list(value: Any):
    assert error(paper(hands=value)) == "hands: not a list"


@pytest.mark.parametrize("value", [None, 1, "x", [], True])
def test_a_hand_is_an_object(value: Any):
    assert error(paper(hands=[value])) == "hands[0]: not an object"


@pytest.mark.parametrize("value", [None, True, False, "3", 1.0, -1, 4, [], {}])
def test_a_dealer_is_a_seat(value: Any):
    assert error(with_hand(dealer=value)).startswith("hands[0].dealer: ")
    assert error(with_hand(dealer=value)).endswith(" is not a whole number from 0 to 3")


@pytest.mark.parametrize("value", [None, 1, "x", {}, True])
def test_cards_are_a_list(value: Any):
    assert error(with_hand(cards=value)) == "hands[0].cards: not a list"


@pytest.mark.parametrize("seats", [0, 3, 5])
def test_there_are_cards_for_each_seat(seats: int):
    cards = [
        ["1e", "2e", "3e"],
        ["1b", "2b", "3b"],
        ["1o", "2o", "3o"],
        ["1c", "2c", "3c"],
        ["4e", "4b", "4o"],
    ]
    assert error(with_hand(cards=cards[:seats])) == f"hands[0].cards: {seats} entries where there must be 4"


@pytest.mark.parametrize("value", [None, 1, "7e 6e 2c", {}, True])
def test_the_cards_of_a_seat_are_a_list(value: Any):
    cards = [["7e", "6e", "2c"], value, ["3o", "10o", "5b"], ["11e", "12b", "7c"]]
    assert error(with_hand(cards=cards)) == "hands[0].cards[1]: not a list"


@pytest.mark.parametrize("own", [[], ["3o", "10o"], ["3o", "10o", "5b", "4b"]])
def test_each_seat_has_three_cards(own: list[str]):
    cards = [["7e", "6e", "2c"], ["1b", "4c", "12c"], own, ["11e", "12b", "7c"]]
    assert error(with_hand(cards=cards)) == f"hands[0].cards[2]: {len(own)} entries where there must be 3"


@pytest.mark.parametrize(
    "card",
    [None, 1, True, [], {}, "", "7", "e", "7E", "e7", "07e", "7e ", "8e", "9o", "0b", "13c", "7x", "joker"],
)
def test_a_card_that_is_none(card: Any):
    cards = [["1e", "6e", "2c"], ["1b", "4c", "12c"], ["3o", "10o", "5b"], ["11e", card, "7c"]]
    assert error(with_hand(cards=cards)) == f"hands[0].cards[3]: no such card: {card!r}"


@pytest.mark.parametrize(
    "cards", ["7e 7e 2c / 1b 4c 12c / 3o 10o 5b / 11e 12b 7c", PLAIN.replace("7c", "7e")]
)
def test_a_card_dealt_twice_is_no_record(cards: str):
    assert error(paper(cards=cards)) == "hands[0].cards: 7e is dealt twice"


@pytest.mark.parametrize("value", [None, 1, "0 fold", {}, True])
def test_moves_are_a_list(value: Any):
    assert error(with_hand(moves=value)) == "hands[0].moves: not a list"


@pytest.mark.parametrize("value", [None, 1, True, [], ["0 fold"], {}])
def test_a_move_is_a_text(value: Any):
    assert error(with_hand(moves=["0 fold", value])) == "hands[0].moves[1]: not a text"


@pytest.mark.parametrize(
    "move",
    [
        "4 fold",
        "-1 fold",
        "00 fold",
        "x fold",
        "",
        " ",
        " 0 fold",
        "fold",
        "Clock",
        "clock ",
        "٣ fold",
        "1.0 fold",
    ],
)
def test_a_move_of_no_seat(move: str):
    assert (
        error(with_hand(moves=[move]))
        == f"hands[0].moves[0]: no such seat: {move.split(' ', maxsplit=1)[0]!r}"
    )


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "play",
        "call",
        "vote",
        "fold now",
        "drop 1",
        "back 1",
        "clock",
        "discard 7e",
        "Fold",
        "play 7e ",
        "play  7e",
        "play 7e 6e",
        "call flor",
        "call quiero",
        "call no-quiero",
        "call no quiero",
        "call Envido",
        "call contraflor",
        "call truco!",
        "vote truco",
        "vote si",
        "vote quiero retruco",
        "vote me-achico",
        "vote quiero ",
        "deal",
    ],
)
def test_a_move_that_is_none(words: str):
    assert error(with_hand(moves=[f"0 {words}"])) == f"hands[0].moves[0]: no such move: {words!r}"


@pytest.mark.parametrize("card", ["8e", "7E", "", "e7"])
def test_a_card_that_is_none_cannot_be_played_either(card: str):
    assert (
        error(with_hand(moves=["0 fold", f"1 play {card}"])) == f"hands[0].moves[1]: no such card: {card!r}"
    )


def test_each_word_stands_under_its_verb():
    calls = ["envido", "real-envido", "falta-envido", "truco", "retruco", "vale-cuatro"]
    votes = ["quiero", "no-quiero", "envido", "real-envido", "falta-envido", "retruco", "vale-cuatro"]
    moves = [f"0 call {word}" for word in calls] + [f"0 vote {word}" for word in votes]
    assert len(from_json(with_hand(moves=moves)).hands[0].moves) == len(moves)


def test_a_long_mistake_is_told_in_short():
    assert len(error(with_hand(moves=["0 " + "x" * 10_000]))) < 100
    assert len(error(paper(rules="x" * 10_000))) < 100
    assert len(error(paper(rules={"name": "barajamos", "x" * 10_000: 1}))) < 100
    assert len(error(paper(score=["x" * 10_000, 0]))) < 100


@pytest.mark.parametrize("value", [None, 1, "x", {}])
def test_the_times_of_an_export_are_a_list(value: Any):
    assert error(with_hand(at=value)) == "hands[0].at: not a list"


@pytest.mark.parametrize("value", [None, True, "1", []])
def test_the_times_of_an_export_are_numbers(value: Any):
    assert error(with_hand(at=[1, 2.5, value])) == "hands[0].at[2]: not a number"


def test_the_end_of_an_export_says_why():
    assert error(paper(end="won")) == "end: not an object"
    assert error(paper(end={})) == "end: 'why' is missing"
    assert error(paper(end={"why": 1})) == "end.why: not a text"
    assert error(paper(end={"why": "left", "seat": 4})) == "end.seat: 4 is not a whole number from 0 to 3"


# What only the play can tell.


def two_hands(*moves: str, dealer: int = 0, **more: Any) -> dict[str, Any]:
    hands = [paper_hand(*moves), paper_hand(dealer=dealer, cards=PARDAS)]
    return {"rules": "barajamos", "hands": hands, **more}


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_a_dealer_who_is_not_the_next_in_turn(dealer: int):
    """B1.3"""
    assert (
        error(two_hands("0 fold", "1 fold", "2 fold", dealer=dealer))
        == "hands[1].dealer: seat 0 is the next to deal"
    )


@pytest.mark.parametrize(
    "moves", [(), ("0 fold",), ("0 call truco", "1 vote quiero"), ("0 call truco", "1+3 vote quiero")]
)
def test_no_new_hand_while_the_last_is_not_over(moves: tuple[str, ...]):
    assert error(two_hands(*moves)) == "hands[1]: the hand before it is not over"


@pytest.mark.parametrize(
    "moves",
    [
        ("0 call truco", "1+3 vote no-quiero", "2 drop"),
        ("0 call truco", "2 drop", "1+3 vote no-quiero"),
        ("0 call truco", "1+3 vote no-quiero", "2 drop", "0 drop", "2 back"),
    ],
)
def test_no_new_hand_while_a_chair_is_empty(moves: tuple[str, ...]):
    """B12.3"""
    assert error(two_hands(*moves)) == "hands[1]: a chair is empty"


def test_a_new_hand_once_the_chair_is_filled_again():
    """B12.3"""
    assert accepted(two_hands("0 call truco", "1+3 vote no-quiero", "2 drop", "2 back"))


def test_no_new_hand_after_the_end_of_the_game():
    """B11.3"""
    assert (
        error(two_hands("0 call truco", "1+3 vote no-quiero", score=[29, 0])) == "hands[1]: the game is over"
    )
    ended_by_envido = two_hands("0 call falta-envido", "1+3 vote quiero", score=[29, 29])
    assert error(ended_by_envido) == "hands[1]: the game is over"


# Writing.


def test_what_is_written_is_read_again():
    moves = ["0 call truco", "1 call envido", "0+2 vote quiero", "1 drop", "1 back", "1 vote quiero", "clock"]
    table = hand().moves(*moves).deal(PARDAS).moves("1 play 3b", "2 fold")
    times = [(1_000 * at, fact) for at, fact in enumerate(table.log)]
    written = write(BARAJAMOS, ["Ana", "Beto", "Caro", "Dani"], times, {"why": "left", "seat": 1})

    assert written == json.loads(json.dumps(written))
    assert list(written) == ["format", "rules", "names", "hands", "end"]
    assert written["end"] == {"why": "left", "seat": 1}
    assert [move["moves"] for move in written["hands"]] == [
        [*moves[:2], "0 vote quiero", "2 vote quiero", *moves[3:]],
        ["1 play 3b", "2 fold"],
    ]
    played = replay(from_json(written))
    assert (played.game, tuple(played.events), played.refused) == (table.game, table.log, [])


def test_times_are_counted_from_the_deal():
    table = hand().moves("0 fold", "1 fold", "2 fold")
    at = {"Dealt": 5_000, "Folded": 6_500}
    times = [(at.get(type(fact).__name__, 9_999), fact) for fact in table.log]
    assert write(BARAJAMOS, ["a", "b", "c", "d"], times)["hands"][0]["at"] == [1_500, 1_500, 1_500]


def test_a_game_that_goes_on_is_written_without_an_end():
    happened: list[tuple[int, Event]] = [(0, fact) for fact in hand().log]
    written = write(BARAJAMOS, ("Ana", "Beto", "Caro", "Dani"), happened)
    cards = [["7e", "6e", "2c"], ["1b", "4c", "12c"], ["3o", "10o", "5b"], ["11e", "12b", "7c"]]
    assert written == {
        "format": record.FORMAT,
        "rules": "barajamos",
        "names": ["Ana", "Beto", "Caro", "Dani"],
        "hands": [{"dealer": 3, "cards": cards, "moves": [], "at": []}],
    }
