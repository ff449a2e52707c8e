"""The operator's world: the database away, a table that breaks, a reader who does not read."""

import asyncio
import logging
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.house import House, Player, SeededChance, Wire, open_house, playing, seated
from truco.protocol.codes import Close
from truco.rules.cards import Card
from truco.rules.fair import Key
from truco.server import serving
from truco.server.connection import MOST_FACTS
from truco.store import sqlite


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Another process holds the database."""
    with closing(sqlite3.connect(folder / "truco.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 20)


async def test_clocks_stand_still_while_the_database_is_away(house: House, tmp_path: Path) -> None:
    _, (ana, beto, _, dani) = await playing(house)
    with _locked(tmp_path):
        await ana.wire.send(type="call", aid="waits", hand=1, ply=0, word="truco")
        await asyncio.sleep(0.2)
        await house.clock.advance(3)
        await asyncio.sleep(0.1)
    await house.clock.advance(0.3)
    frame = await ana.wire.answer("waits")
    assert frame["ack"] == {"aid": "waits", "dup": False}
    assert frame["view"]["game"]["clocks"]["question"] == 10000, "not a second of the vote has passed"
    await beto.wire.fact("called")
    await dani.wire.fact("called")
    await beto.wire.act("vote", word="quiero")
    await dani.wire.act("vote", word="quiero")


async def test_nobody_hears_over_rest_what_is_not_written_down(house: House, tmp_path: Path) -> None:
    """Facts are durable before anyone hears of them, in the lobby's list too."""
    room, (ana, *_) = await seated(house)
    with _locked(tmp_path):
        ready = asyncio.create_task(ana.ask("PUT", f"/rooms/{room}/ready", {"ready": True}))
        await asyncio.sleep(0.2)
        async with house.visitor() as stranger:
            chairs = (await stranger.get(f"/rooms/{room}")).json()["chairs"]
        assert [chair["ready"] for chair in chairs if chair] == [False] * 4
    await house.clock.advance(0.3)
    assert [chair["ready"] for chair in (await ready)["chairs"]] == [True, False, False, False]


async def test_away_for_long_it_says_so_and_rest_is_unavailable(house: House, tmp_path: Path) -> None:
    room, (ana, beto, *_) = await playing(house)
    with _locked(tmp_path):
        await ana.wire.send(type="call", aid="waits", hand=1, ply=0, word="truco")
        await asyncio.sleep(0.1)
        leaving = asyncio.create_task(beto.problem("POST", f"/rooms/{room}/leave"))
        await asyncio.sleep(0.1)
        for _ in range(24):
            await house.clock.advance(0.25)
            await asyncio.sleep(0.03)
        for player in (ana, beto):
            error = await player.wire.until(lambda message: message["type"] == "error")
            assert error == {"type": "error", "code": "unavailable", "params": {}}
        assert await leaving == (503, "unavailable")
        answer = await beto.api.put(f"/rooms/{room}/ready", json={"ready": True})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "6")
    for _ in range(8):
        await house.clock.advance(0.25)
        await asyncio.sleep(0.03)
    assert (await ana.wire.answer("waits"))["ack"]["dup"] is False


async def test_not_ready_while_the_database_is_no_database(house: House, tmp_path: Path) -> None:
    (tmp_path / "truco.db").unlink()
    (tmp_path / "truco.db").mkdir()
    async with httpx.AsyncClient(base_url=house.url) as watcher:
        codes = {(await watcher.get("/readyz")).status_code for _ in range(3)}
    assert codes <= {200, 503}


class Faulty(SeededChance):
    """Chance that can be made to break, as a bug would."""

    broken = False
    next_card = "7o"

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        if self.broken:
            raise KeyError(self.next_card)
        return super().shuffle(cards, key, hand)


async def test_a_bug_stops_its_table_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Scenario 30"""
    chance = Faulty()
    async with open_house(tmp_path, chance=chance, guests_per_minute=100) as house:
        _, (well, *_) = await playing(house, "Ana", "Beto", "Caro", "Dani")
        room, players = await seated(house, "Ema", "Fede", "Gabi", "Hugo")
        chance.broken = True
        for player in players[:3]:
            await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
        assert await players[3].problem("PUT", f"/rooms/{room}/ready", {"ready": True}) == (
            500,
            "table_error",
        )
        for player in players:
            assert (await player.wire.until(lambda message: message["type"] == "error"))[
                "code"
            ] == "table_error"
            assert await player.wire.closed() == Close.INTERNAL
        await well.wire.act("play", card=well.wire.last["view"]["game"]["held"][0])
        assert await players[0].problem("PUT", f"/rooms/{room}/ready", {"ready": True}) == (
            500,
            "table_error",
        )
        wire = await players[0].dial(room)
        await wire.hello()
        assert await wire.closed() == Close.INTERNAL
        await players[0].ask("POST", "/rooms", {"name": "Otra"})
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "KeyError stops the table" in record.getMessage()
    assert "7o" not in record.getMessage()


async def test_who_does_not_own_the_journal_any_more_stops(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _, players = await playing(house)
    with closing(sqlite3.connect(tmp_path / "truco.db")) as other:
        other.execute("UPDATE rooms SET epoch = epoch + 1")
        other.commit()
    await players[0].wire.send(type="fold", aid="lost", hand=1, ply=0)
    for player in players:
        assert await player.wire.closed() == Close.INTERNAL
    assert "belongs to another" in caplog.text


async def _deaf(player: Player, room: str) -> Wire:
    """Connects with a small window, and reads nothing after the first frame."""
    window = socket.socket()
    window.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    window.connect(("127.0.0.1", player.house.port))
    window.setblocking(False)
    wire = await player.dial(room, sock=window)
    await wire.hello()
    await wire.frame()
    wire.socket.transport.pause_reading()
    return wire


async def test_a_slow_reader_is_not_waited_for_and_gets_the_whole_view_on_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 22"""
    monkeypatch.setattr(serving, "SEND_BUFFER", 4096)
    async with open_house(tmp_path, requests_per_second=1000) as house:
        room, (ana, beto, caro, _) = await seated(house)
        deaf = await _deaf(ana, room)
        for at in range(1000):
            await beto.ask("PUT", f"/rooms/{room}/ready", {"ready": at % 2 == 0})
            frame = await caro.wire.frame()
            if frame["facts"][0] == {"fact": "member_away", "member": ana.id}:
                break
        else:
            pytest.fail("the slow reader was kept")
        assert at > MOST_FACTS
        wire = await ana.connect(room)
        assert wire.last["version"] >= frame["version"]
        await deaf.drop()
