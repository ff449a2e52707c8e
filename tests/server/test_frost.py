"""Clocks that stand still for several reasons at once, to the millisecond."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.house import House, Message, Player, playing
from truco.protocol.codes import Close
from truco.server.far_outlet import FarOutlets
from truco.server.runner import Runner
from truco.store import sqlite
from truco.store.bus import Message as BusMessage


def _clocks(player: Player) -> Message:
    return player.wire.last["view"]["game"]["clocks"]


async def _called(house: House) -> tuple[Runner, list[Player]]:
    """A truco three seconds old."""
    room, players = await playing(house)
    await players[0].wire.act("call", word="truco")
    for player in players[1:]:
        await player.wire.fact("called")
    await house.clock.advance(3)
    return house.app.state.house.registry.get(room), players


async def test_no_clock_runs_while_someone_cannot_be_reached(house: House) -> None:
    """Scenario 27: all see it; who can be reached acts; afterwards the vote has what it had."""
    runner, (ana, beto, caro, dani) = await _called(house)
    runner.reach(everyone=False)
    for player in (ana, beto, caro, dani):
        await player.wire.frame()
        assert _clocks(player) | {"question": 7000, "stopped": True} == _clocks(player)
    await house.clock.advance(20)
    frame = await beto.wire.act("vote", word="quiero")
    assert frame["ack"]["dup"] is False
    assert _clocks(beto)["question"] == 7000
    runner.reach(everyone=True)
    runner.reach(everyone=True)
    for player in (ana, caro, dani):
        await player.wire.frame(lambda frame: not frame["view"]["game"]["clocks"]["stopped"])
        assert _clocks(player)["question"] == 7000
    await house.clock.advance(6.9)
    assert runner.state.hand is not None and runner.state.hand.question is not None
    await house.clock.advance(0.2)
    await ana.wire.fact("answered")


async def test_clocks_run_again_when_the_last_reason_is_gone(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenarios 27 and 29 at once: the database comes back before everyone can be reached."""
    monkeypatch.setattr(sqlite, "BUSY_MS", 20)
    runner, (ana, beto, *_) = await _called(house)
    with closing(sqlite3.connect(tmp_path / "truco.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await beto.wire.send(type="vote", aid="waits", hand=1, question=1, word="quiero")
        await asyncio.sleep(0.2)
        await house.clock.advance(3)
        runner.reach(everyone=False)
        other.execute("ROLLBACK")
    await house.clock.advance(0.3)
    assert (await beto.wire.answer("waits"))["type"] == "frame"
    await house.clock.advance(20)
    await ana.wire.send(type="ping", t=1)
    await ana.wire.until(lambda message: message["type"] == "pong")
    assert _clocks(ana) | {"question": 7000, "stopped": True} == _clocks(ana)
    runner.reach(everyone=True)
    await ana.wire.frame(lambda frame: not frame["view"]["game"]["clocks"]["stopped"])
    assert _clocks(ana)["question"] == 7000


class _Table:
    """What far outlets see of a table: who comes and goes, and whether it may run."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def attach(self, connection: object, version: int | None, *, again: bool) -> None:
        self.told.append("attach")

    def detach(self, connection: object) -> None:
        self.told.append("detach")

    def reach(self, *, everyone: bool) -> None:
        self.told.append(everyone)


class _Tables:
    def __init__(self) -> None:
        self.tables = {"sala": _Table(), "otra": _Table()}

    def get(self, room: str) -> Runner | None:
        return self.tables.get(room)  # type: ignore[return-value]

    async def awake(self, room: str) -> Runner | None:
        return self.get(room)


def _ignore(_node: str, _message: BusMessage) -> None:
    """Nobody is there to hear it."""


@pytest.fixture
def tables() -> _Tables:
    return _Tables()


@pytest.fixture
def outlets(tables: _Tables) -> FarOutlets:
    """Ana of one node and Beto of another at one table, Caro of the second at another."""
    outlets = FarOutlets(_ignore, tables)
    for node, link, room, guest in (
        ("n", 1, "sala", "ana"),
        ("m", 1, "sala", "beto"),
        ("m", 2, "otra", "caro"),
    ):
        outlets.attach(node, link, room, guest, f"{guest}-tab", None, False)
    for table in tables.tables.values():
        table.told.clear()
    return outlets


def test_a_node_out_of_reach_stops_the_tables_of_its_guests_alone(outlets: FarOutlets, tables: _Tables):
    outlets.lose("n")
    assert (tables.tables["sala"].told, tables.tables["otra"].told) == ([False], [])


def test_a_table_runs_again_when_each_lost_link_was_made_anew(outlets: FarOutlets, tables: _Tables):
    """Scenario 27: the word of one node is not enough."""
    outlets.lose(None)
    outlets.attach("m", 3, "sala", "beto", "beto-tab", 5, True)
    outlets.only("m", [3])
    assert True not in tables.tables["sala"].told
    assert tables.tables["otra"].told == [False, True, "detach"]
    outlets.attach("n", 2, "sala", "ana", "ana-tab", 5, True)
    outlets.only("n", [2])
    assert tables.tables["sala"].told[-2:] == [True, "detach"]


def test_a_node_that_is_gone_holds_no_table_up(outlets: FarOutlets, tables: _Tables):
    outlets.lose("n")
    outlets.only("n", [])
    assert tables.tables["sala"].told == [False, True, "detach"]


def test_a_link_that_ends_at_the_table_holds_it_up_no_more(outlets: FarOutlets, tables: _Tables):
    outlets.lose("n")
    outlets._links["n", 1].close(Close.REPLACED)
    assert tables.tables["sala"].told == [False, True]
