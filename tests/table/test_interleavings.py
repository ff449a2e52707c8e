"""Thousands of random orders of all that can happen around the end of a minute (scenario 8)."""

import os
import random

import pytest

from tests.table.builder import NAMES, At, playing
from truco.rules.events import Dealt
from truco.table.events import GameEnded

RUNS = int(os.environ.get("TRUCO_INTERLEAVINGS", "3000"))
SHARES = 4


def _something(at: At, chance: random.Random, away: set[str]) -> None:
    """One thing that may happen while Beto's chair waits: others drop, are back, vote; time passes."""
    others = [name for name in NAMES if name != "Beto"]
    kind = chance.choice(("drop", "back", "play", "play", "wait"))
    who = chance.choice(others)
    if kind == "drop" and who not in away:
        away.add(who)
        at.drop(who)
    elif kind == "back" and who in away:
        away.remove(who)
        at.back(who)
    elif kind == "play":
        votes = [one for one in at.game(who)["legal"] if one["do"] == "vote"]
        if votes and who not in away:
            at.does(f"{NAMES.index(who)} vote {chance.choice(votes)['word']}")
    else:
        at.wait(chance.choice((0.01, 1, 7)))


@pytest.mark.parametrize("share", range(SHARES))
def test_exactly_one_of_return_and_cancellation_is_in_the_log(share: int):
    """Scenario 8: back before the minute is over, or the game is cancelled; never both, never neither."""
    returned = cancelled = 0
    for seed in range(share, RUNS, SHARES):
        chance = random.Random(seed)
        at = playing()
        if chance.random() < 0.5:
            at.does("0 call truco")
        at.drop("Beto")
        over = at.now + 60
        at.wait(0.01)  # those who drop at the very same moment have the same minute
        back = over + chance.choice((-0.1, -0.001, 0, 0.001, 0.1))
        away: set[str] = set()
        while at.now < over - 15:
            _something(at, chance, away)
        at.wait(max(back - at.now, 0))
        at.back("Beto")
        at.back(*away)
        facts = [fact for row in at.rows for fact in row.facts]
        ends = [fact for fact in facts if isinstance(fact, GameEnded)]
        if back < over:
            returned += 1
            assert ends == [], seed
            assert at.table.room.playing
            assert at.game("Beto")["seats"][1]["away"] is False
        else:
            cancelled += 1
            assert ends == [GameEnded("cancelled", seat=1)], seed
            assert not at.table.room.playing
        deals = [fact for fact in facts if isinstance(fact, Dealt)]
        assert len(deals) == len({deal.hand for deal in deals})
    assert min(returned, cancelled) > RUNS // SHARES // 10
