"""Games that were recorded by earlier releases come to the same end with the present code."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.faults.grow_corpus import CORPUS, end_of

FILES = sorted(CORPUS.glob("*.jsonl"))


def _lines(file: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in file.read_bytes().splitlines()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_comes_to_the_same_end(file: Path) -> None:
    """Scenario 31."""
    head, *rows = _lines(file)
    assert end_of(rows) == head["end"]


def test_the_corpus_has_games_of_all_kinds() -> None:
    """Scenario 31: what no recorded game has is not kept alike by replaying them."""
    facts = {fact["fact"] for file in FILES for row in _lines(file)[1:] for fact in row["facts"]}
    assert len(FILES) >= 40
    assert facts >= {
        *(
            "dealt",
            "card_played",
            "called",
            "vote_cast",
            "votes_lapsed",
            "folded",
            "game_started",
            "game_ended",
        ),
        *("dropped", "returned", "member_away", "member_back", "ready_set", "continued"),
    }


def test_another_end_is_noticed() -> None:
    """The tests above can fail."""
    head, *rows = _lines(FILES[0])
    assert end_of(rows[:-1]) != head["end"]
