"""A record is dealt anew from the secret it shows: what was not dealt so is found, whatever it is."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from truco import replaying
from truco.rules import engine
from truco.rules.fair import Key
from truco.rules.game import Game
from truco.rules.record import NotARecord
from truco.rules.rulesets import BARAJAMOS
from truco.rules.verify import Verdict, deal_of, verify

KEY = Key("0123456789abcdef" * 4, ("a" * 32, "", "b" * 32, "c" * 32))


def dealt(hands: int = 3) -> dict[str, Any]:
    """A record of hands as they follow from the key, in which all go to the mazo."""
    game, dealer = Game(BARAJAMOS, BARAJAMOS.opening_score), KEY.dealer(4)
    record: dict[str, Any] = {"rules": "barajamos", "hands": [], "deal": deal_of(KEY)}
    for at in range(hands):
        deal = engine.deal(game, (dealer + at) % 4, KEY.shuffled(BARAJAMOS.deck, at + 1))
        record["hands"].append(
            {"dealer": deal.dealer, "cards": [list(own) for own in deal.cards], "moves": []}
        )
    return record


def answered(tmp_path: Path, record: object, *, as_json: bool = False) -> tuple[int, str]:
    file, out = tmp_path / "game.json", io.StringIO()
    file.write_text(json.dumps(record))
    status = replaying.run([str(file)], as_json=as_json, out=out, answer=replaying.verified)
    return status, out.getvalue()


def test_what_follows_from_the_secret_is_fair() -> None:
    assert verify(dealt()) == Verdict(promise=True, dealer=True, hands=(True, True, True))
    assert verify(dealt()).fair
    assert verify(dealt(0)).fair


def test_another_secret_than_promised() -> None:
    record = dealt()
    record["deal"]["commitment"] = "0" * 64
    assert verify(record) == Verdict(promise=False, dealer=True, hands=(True, True, True))
    assert not verify(record).fair


def test_another_nonce_than_was_used() -> None:
    record = dealt()
    record["deal"]["nonces"][1] = "d" * 32
    assert not any(verify(record).hands)


def test_another_dealer_than_drawn() -> None:
    record = dealt(1)
    record["hands"][0]["dealer"] = (record["hands"][0]["dealer"] + 1) % 4
    assert not verify(record).dealer


def test_two_cards_that_changed_hands() -> None:
    record = dealt()
    cards = record["hands"][1]["cards"]
    cards[0][0], cards[1][0] = cards[1][0], cards[0][0]
    assert verify(record).hands == (True, False, True)


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("scheme", "fosforo-deal-2", "deal.scheme"),
        ("commitment", None, "deal.commitment"),
        ("commitment", "AB" * 32, "deal.commitment"),
        ("secret", "ab" * 31, "deal.secret"),
        ("secret", 5, "deal.secret"),
        ("nonces", ["a"] * 3, "deal.nonces"),
        ("nonces", "abcd", "deal.nonces"),
        ("nonces", ["", "", "", "xyz"], "deal.nonces"),
    ],
)
def test_a_deal_that_is_none_is_named(key: str, value: object, place: str) -> None:
    record = dealt()
    record["deal"][key] = value
    with pytest.raises(NotARecord, match=place):
        verify(record)


def test_a_record_without_a_secret_cannot_be_verified() -> None:
    record = dealt()
    del record["deal"]
    with pytest.raises(NotARecord, match="shows no secret"):
        verify(record)


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    assert answered(tmp_path, dealt()) == (
        0,
        (
            "the secret is the one that was promised\n"
            "the first dealer is the one that follows from it\n"
            "hands dealt as follows from it: all 3\n"
        ),
    )
    wrong = dealt()
    wrong["hands"][2]["cards"][0].reverse()
    wrong["deal"]["commitment"] = "0" * 64
    status, told = answered(tmp_path, wrong)
    assert status == 1
    assert "NOT the one that was promised" in told
    assert "NOT dealt as follows from it: hand 3 of 3" in told
    assert answered(tmp_path, wrong, as_json=True) == (
        1,
        '{"fair": false, "promise": false, "dealer": true, "hands": [true, true, false]}\n',
    )


def test_the_command_goes_on_after_what_is_no_record(tmp_path: Path) -> None:
    status, told = answered(tmp_path, {"rules": "barajamos"})
    assert (status, told) == (1, "error: the record: 'hands' is missing\n")


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script of the document, as somebody would copy it."""
    text = (Path(__file__).parents[2] / "docs" / "fair-deal.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    file = tmp_path / "deal.py"
    file.write_text(code)
    return file


@pytest.mark.parametrize(
    ("wrong", "said"), [(False, "dealt as was promised: 3 hands"), (True, "other cards in hand 2")]
)
def test_the_documents_script_finds_the_same(script: Path, wrong: bool, said: str) -> None:
    record = dealt()
    if wrong:
        record["hands"][1]["cards"].reverse()
    (script.parent / "game.json").write_text(json.dumps(record))
    ran = subprocess.run(
        [sys.executable, "-I", script, script.parent / "game.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode == 0) is not wrong
    assert said in ran.stdout + ran.stderr
