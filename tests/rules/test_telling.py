"""A game told in English, and the sentences it is told in."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.builders import PARDAS, PLAIN, paper, paper_hand
from truco.rules import english, legal, reasons
from truco.rules.reasons import Why
from truco.rules.record import from_json
from truco.rules.replay import replay
from truco.rules.rounds import Reason
from truco.rules.rulesets import BARAJAMOS
from truco.rules.telling import tell

ENVIDO_STILL_OPEN = "the other side has folded while the envido could still be opened"

NAMES = ["Ana", "Beto", "Caro", "Dani"]


def told(*moves: str, cards: str = PLAIN, **more: Any) -> list[str]:
    """What is told after the head and the deal."""
    lines = list(tell(replay(from_json(paper(*moves, cards=cards, names=NAMES, **more)))))
    assert lines[0] == "barajamos, to 30: Ana, Beto, Caro, Dani"
    return [line for text in lines[2:] for line in text.split("\n")]


def test_the_deal():
    lines = list(tell(replay(from_json(paper(names=NAMES, score=[3, 4])))))
    assert lines == [
        "barajamos, to 30: Ana, Beto, Caro, Dani",
        "\nHand 1, 3 to 4. Dani deals. Ana 7e 6e 2c; Beto 1b 4c 12c; Caro 3o 10o 5b; Dani 11e 12b 7c.",
        "The game is open at 3 to 4.",
    ]


def test_names_steer_no_terminal():
    odd = ["\x1b[2J", "a\nb", "Ñandú \u202e", "\ud800"]
    head, deal, _ = tell(replay(from_json(paper(names=odd))))
    assert head == "barajamos, to 30: \\x1b[2J, a\\nb, Ñandú \\u202e, \\ud800"
    assert deal.count("\n") == 1, "the blank line before the hand"


def test_a_game_without_a_hand():
    lines = list(tell(replay(from_json({"rules": "barajamos", "hands": []}))))
    assert lines == ["barajamos, to 30: seat 0, seat 1, seat 2, seat 3", "The game is open at 0 to 0."]


def test_an_envido_before_the_truco_and_the_rounds():
    moves = ["0 call truco", "1 vote quiero", "1 call envido", "0+2 vote real-envido", "1+3 vote quiero"]
    moves += ["1+3 vote quiero", "0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c"]
    moves += ["0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b"]
    assert told(*moves) == [
        "  Ana calls truco.",
        "    Beto votes quiero.",
        "  Beto calls envido.",
        "    Ana votes real envido.",
        "    Caro votes real envido.",
        "  Ana and Caro: real envido.",
        "    Beto votes quiero.",
        "    Dani votes quiero.",
        "  Beto and Dani: quiero.",
        "  Ana: 33.",
        "  Beto: son buenas.",
        "  Caro: 23.",
        "  Dani: son buenas.",
        "  envido, real envido: 5 points to Ana and Caro; the highest tanto (B7.9).",
        "  Truco is asked again.",
        "    Beto votes quiero.",
        "    Dani votes quiero.",
        "  Beto and Dani: quiero.",
        "  Ana plays 7e.",
        "  Beto plays 4c.",
        "  Caro plays 5b.",
        "  Dani plays 7c.",
        "  Round 1: Ana and Caro; the highest card (B4.3).",
        "  Ana plays 2c.",
        "  Beto plays 12c.",
        "  Caro plays 3o.",
        "  Dani plays 12b.",
        "  Round 2: Ana and Caro; the highest card (B4.3).",
        "  Ana shows 7e 6e (B7.12).",
        "  Hand: 2 points to Ana and Caro; two rounds won (B5.1). Now 7 to 0.",
        "The game is open at 7 to 0.",
    ]


def test_the_clock_and_a_lost_connection():
    assert told("0 call envido", "3 drop", "3 back", "clock", "0 play 7e", "1 drop", "2 play 3o") == [
        "  Ana calls envido.",
        "    Dani loses the connection.",
        "    Dani is back.",
        "    The clock is over.",
        "  Beto and Dani: no quiero.",
        "  envido: 1 point to Ana and Caro; no quiero (B7.8).",
        "  Ana plays 7e.",
        "    Beto loses the connection.",
        "refused: move 6 of hand 1: a chair is empty and the table waits (B12.3)",
        "The game is open at 1 to 0.",
    ]


def test_folds_that_end_the_game():
    assert told("0 fold", "1 fold", "2 fold", "3 fold", score=[0, 28]) == [
        "  Ana folds.",
        "  Beto folds.",
        "  Caro folds.",
        f"  Hand: 2 points to Beto and Dani; {ENVIDO_STILL_OPEN} (B10.2). Now 0 to 30.",
        "",
        "Beto and Dani win the game, 0 to 30.",
        "refused: move 3 of hand 1: the game is over (B11.3)",
    ]


P1 = ("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b")
P2 = ("0 play 12c", "1 play 12o", "2 play 11c", "3 play 10c")
P3 = ("0 play 4o", "1 play 5c", "2 play 6o", "3 play 6c")
ONE_EACH = (
    "0 play 4o, 1 play 3b, 2 play 11c, 3 play 10c",
    "1 play 5c, 2 play 2e, 3 play 2b, 0 play 3e",
    "0 play 12c, 1 play 12o, 2 play 6o, 3 play 6c",
)


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ((*P1, "0 play 12c", "1 play 5c", *P2[2:]), "first round parda, so the second decides (B5.2)"),
        ((*P1, *P2, *P3[:3], "3 fold"), "two pardas, so the third round decides (B5.2)"),
        (("0 play 3e", "1 play 5c", *P1[2:], *P2), "first round won, second parda (B5.3)"),
        (ONE_EACH, "one round each, third parda: the winner of the first (B5.4)"),
        ((*P1, *P2, *P3), "three pardas: the mano's side (B5.5)"),
        (("0 call truco", "1+3 vote retruco", "0+2 vote no-quiero"), "no quiero (B8.4)"),
        ((*P1, "0 fold", "1 fold", "2 fold"), "the other side has folded (B10.2)"),
    ],
)
def test_each_reason_a_hand_ends_for(moves: tuple[str, ...], last: str):
    assert last in told(*moves, cards=PARDAS)[-2]


@pytest.mark.parametrize(
    ("cards", "moves", "line"),
    [
        (PARDAS, P1, "  Round 1: nobody; the highest step was played by both sides (B4.3)."),
        (
            "3e 4b 5o / 2e 3b 6o / 3o 4e 5b / 2b 3c 6e",
            ("0 play 3e", "1 play 2e", "2 play 3o", "3 play 2b"),
            "  Round 1: Ana and Caro; the highest step, by both partners (B4.4).",
        ),
        (
            "7e 10e 5o / 4b 10b 2c / 7o 11o 3c / 6e 12b 4c",
            ("0 call envido", "1+3 vote quiero"),
            "  envido: 2 points to Ana and Caro; equal tantos: the nearer to the mano (B7.9).",
        ),
    ],
)
def test_each_reason_of_a_round_and_an_envido(cards: str, moves: tuple[str, ...], line: str):
    assert line in told(*moves, cards=cards)


def test_an_envido_that_ends_the_game():
    assert told("0 call falta-envido", "1+3 vote quiero", score=[29, 29])[-4:] == [
        "  falta envido: 1 point to Ana and Caro; the highest tanto (B7.9).",
        "  Ana shows 7e 6e (B7.12).",
        "",
        "Ana and Caro win the game, 30 to 29.",
    ]


def test_refusals_name_their_hand():
    hands = [paper_hand("0 fold", "1 fold", "2 fold", "2 fold"), paper_hand("0 fold", dealer=0)]
    lines = list(tell(replay(from_json({"rules": "barajamos", "hands": hands}))))
    assert lines[-3:] == [
        "refused: move 3 of hand 1: the hand is over (B5.6)",
        "refused: move 0 of hand 2: the seat is not on turn (B6.1)",
        "The game is open at 0 to 2.",
    ]


def test_a_hand_that_nobody_takes_is_told_so():
    rules = replace(BARAJAMOS, three_pardas=lambda sides, mano: None)
    record = from_json(paper(*P1, *P2, *P3, cards=PARDAS))
    lines = list(tell(replay(replace(record, rules=rules))))
    assert lines[-2] == "  Hand: 0 points to nobody; three pardas: the mano's side (B5.5). Now 0 to 0."


# The sentences.


def test_every_refusal_has_its_sentence():
    codes = {*get_args(legal.Reason), "no_call", "not_away"}
    assert set(english._REFUSALS) == codes
    for code in codes:
        assert "(B" in english.refusal(code)


def test_every_reason_has_its_sentence():
    said = {why.code for why in (*reasons.ROUNDS, *reasons.ENVIDOS, *reasons.HANDS)}
    assert set(english._REASONS) == said - {reasons.GAME_BY_ENVIDO.code}
    assert set(reasons._BY_VERDICT) == set(get_args(Reason))


def test_a_reason_names_its_rule():
    assert english.reason(Why("two_rounds", "B5.1")) == "two rounds won (B5.1)"
    assert english.refusal("not_your_turn") == "the seat is not on turn (B6.1)"
