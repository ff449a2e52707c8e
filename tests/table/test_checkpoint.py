"""A checkpoint saves reading, and changes nothing: the table is the same as from the whole journal."""

import random

import orjson
import pytest

from tests.table.builder import HANDS, NAMES, Arranged, At, joined
from truco.rules.actions import Vote
from truco.rules.legal import legal_actions
from truco.rules.rulesets import BARAJAMOS
from truco.table.checkpoint import from_stored, to_stored
from truco.table.events import GameEnded
from truco.table.refused import Refused
from truco.table.table import Table
from truco.table.wishes import Ballot, Join, Leave, Play, SetReady


def _two_games(seed: int) -> tuple[At, list[tuple[int, dict]]]:
    """A random first game, then a second one as far as chance takes it; and the checkpoints on the way."""
    chance = random.Random(seed)
    at = joined(chance=Arranged((HANDS,)))
    stored = []
    for _ in range(2):
        for name in NAMES:
            at.wish(name, SetReady(True))
        assert at.table.checkpoint is not None
        stored.append((len(at.rows), orjson.loads(orjson.dumps(to_stored(at.table.checkpoint)))))
        for turn in range(chance.randrange(10, 150)):
            _something(at, chance, f"a{turn}")
            at.wait(chance.choice((0.5, 3, 11)))
        if at.table.room.playing and len(stored) == 1:
            at.wish("Dani", Leave())
            at.wish("Dani", Join("Dani", "dani", sit=True))
            at.back("Dani")
    return at, stored


def _something(at: At, chance: random.Random, aid: str) -> None:
    game = at.table.state.live
    if game is None or game.hand is None:
        return
    legal = [(seat, action) for seat in range(4) for action in legal_actions(game, seat)]
    if not legal:
        return
    seat, action = chance.choice(legal)
    hand = game.hand
    if isinstance(action, Vote):
        assert hand.question is not None
        wish = Ballot(action, hand.deal.number, hand.question.number)
    else:
        wish = Play(action, hand.deal.number, hand.ply)
    at.wish(NAMES[seat], wish, aid)


@pytest.mark.parametrize("seed", range(12))
def test_a_table_taken_up_at_a_checkpoint_is_the_same(seed):
    at, stored = _two_games(seed)
    for after, plain in stored:
        since = from_stored(plain)
        assert since is not None
        for end in {after, (after + len(at.rows)) // 2, len(at.rows)}:
            part = Table.recover(at.rows[since.seq : end], at.times, at.chance, since)
            full = Table.recover(at.rows[:end], at.times, at.chance)
            _same(part, full)


def _same(one: Table, other: Table) -> None:
    assert one.state == other.state
    assert one.seq == other.seq
    for table in (one, other):
        table.reopen(5000.0)
    for viewer in (*NAMES, None):
        version = other.version(viewer)
        for missed in (0, 1, 5):
            assert one.since(viewer, version - missed, 5000.0) == other.since(
                viewer, version - missed, 5000.0
            )
    for guest in NAMES:
        for aid in (f"a{turn}" for turn in range(150)):
            assert _known(one, guest, aid) == _known(other, guest, aid)


def _known(table: Table, guest: str, aid: str) -> bool:
    try:
        return table.request(guest, SetReady(True), 5000.0, aid).dup
    except Refused:
        return False


def test_the_rows_before_it_are_not_read():
    _, stored = _two_games(1)
    since = from_stored(stored[-1][1])
    assert since is not None
    assert since.seq > 20
    assert not since.room.playing


def test_one_of_another_form_is_not_used():
    _, stored = _two_games(2)
    assert from_stored(None) is None
    assert from_stored({**stored[0][1], "form": 2}) is None
    assert from_stored({}) is None


def test_only_the_step_that_begins_a_game_has_one():
    at = joined()
    for name in NAMES:
        assert at.table.checkpoint is None
        at.wish(name, SetReady(True))
    assert at.table.checkpoint is not None
    assert at.table.checkpoint.room.rules is BARAJAMOS
    at.wait(1)
    at.does("0 play 1e")
    assert at.table.checkpoint is None
    at.wish("Ana", Leave())
    assert any(isinstance(fact, GameEnded) for fact in at.rows[-1].facts)
