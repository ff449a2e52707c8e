"""What a restart costs: nothing."""

import asyncio
import logging
import os
import re
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import pytest

from tests.server.fake_clock import FakeClock
from tests.server.house import House, Player, open_house, playing
from truco.protocol.codes import Close


def _moved(player: Player, house: House) -> Player:
    """The same guest at another server."""
    moved = Player(house, player.id, player.name, player.token)
    house.players.append(moved)
    return moved


async def test_a_game_goes_on_after_a_restart_in_mid_hand(tmp_path: Path) -> None:
    """Scenario 12: the aid is known after a restart too."""
    async with open_house(tmp_path) as house:
        room, players = await playing(house)
        ana, beto = players[:2]
        card = ana.wire.last["view"]["game"]["held"][0]
        await ana.wire.send(type="play", aid="first", hand=1, ply=0, card=card)
        await ana.wire.answer("first")
        held = [player.wire.last["view"]["game"]["held"] for player in players]
        seen = (await beto.wire.fact("card_played"))["version"]
        await house.app.state.leave()
        for player in players:
            assert await player.wire.closed() == Close.RESTART
    async with open_house(tmp_path, seed=2) as house:
        players = [_moved(player, house) for player in players]
        ana, beto = players[:2]
        assert await ana.ask("GET", "/guests/me/room") == {"room": room}
        for player in players:
            await player.connect(room, seen if player is beto else None)
        assert beto.wire.last["facts"] == [], "nothing happened that they may know of"
        views = [player.wire.last["view"]["game"] for player in players]
        assert [view["held"] for view in views[1:]] == held[1:]
        assert views[0]["held"] == [one for one in held[0] if one != card]
        assert all(view["rounds"][0]["cards"] == [[0, card]] for view in views)
        await ana.wire.send(type="play", aid="first", hand=1, ply=0, card=card)
        assert (await ana.wire.answer("first"))["ack"] == {"aid": "first", "dup": True}
        await beto.wire.act("play", card=views[1]["held"][0])


async def test_whoever_is_not_back_in_ten_seconds_drops_then_with_a_full_minute(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        room, players = await playing(house)
    clock = FakeClock()
    async with open_house(tmp_path, clock) as house:
        ana, beto, caro, _ = (_moved(player, house) for player in players)
        for player in (ana, beto, caro):
            wire = await player.connect(room)
            assert not any(seat["away"] for seat in wire.last["view"]["game"]["seats"])
        await clock.advance(9.9)
        await house.clock.settle()
        assert not any(seat["away"] for seat in ana.wire.last["view"]["game"]["seats"])
        await clock.advance(0.2)
        dropped = await ana.wire.fact("dropped")
        assert [fact["seat"] for fact in dropped["facts"] if fact["fact"] == "dropped"] == [3]
        (waiting,) = dropped["view"]["game"]["clocks"]["chairs"]
        assert waiting["ms"] == 60000


async def test_an_open_call_begins_again_with_ten_seconds(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        room, players = await playing(house)
        await players[0].wire.act("call", word="truco")
        await house.clock.advance(9)
    async with open_house(tmp_path) as house:
        moved = [_moved(player, house) for player in players]
        for player in moved:
            await player.connect(room)
        assert moved[1].wire.last["view"]["game"]["clocks"]["question"] == 10000
        await moved[1].wire.act("vote", word="quiero")
        frame = await moved[3].wire.act("vote", word="quiero")
        assert frame["view"]["game"]["worth"] == 2


async def test_closed_rooms_and_those_who_left_stay_so(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ana, beto = await house.guests("Ana", "Beto")
        room = await ana.ask("POST", "/rooms", {"name": "Una"})
        await beto.ask("POST", f"/rooms/{room['id']}/join")
        await beto.ask("POST", f"/rooms/{room['id']}/leave")
        await ana.ask("PATCH", f"/rooms/{room['id']}", {"public": False})
        other = await beto.ask("POST", "/rooms", {"name": "Otra"})
        await beto.ask("DELETE", f"/rooms/{other['id']}")
    async with open_house(tmp_path) as house:
        ana, beto = _moved(ana, house), _moved(beto, house)
        assert (await ana.ask("GET", f"/rooms/{room['id']}"))["code"] == room["code"]
        assert (await beto.ask("GET", "/guests/me/room")) == {"room": None}
        assert (await beto.ask("GET", "/rooms")) == {"rooms": []}
        assert (await beto.ask("POST", "/rooms/join", {"code": room["code"]}))["id"] == room["id"]


async def test_a_room_that_cannot_be_read_back_stops_no_other(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        room, players = await playing(house)
        ema = await house.guest("Ema")
        broken = (await ema.ask("POST", "/rooms", {"name": "Rota"}))["id"]
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database:
        database.execute('UPDATE journal SET facts = \'[{"fact":"unheard_of"}]\' WHERE room = ?', (broken,))
        database.commit()
    async with open_house(tmp_path) as house:
        await _moved(players[0], house).connect(room)
        assert await _moved(ema, house).problem("GET", f"/rooms/{broken}") == (404, "no_room")


async def test_a_room_that_was_never_quite_opened_is_closed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server was killed between the room and the first entry of its journal."""
    async with open_house(tmp_path) as house:
        ana = await house.guest("Ana")
        await ana.ask("POST", "/rooms", {"name": "Una"})
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database:
        database.execute("DELETE FROM journal")
        database.commit()
    for _ in range(2):
        async with open_house(tmp_path) as house:
            assert await _moved(ana, house).ask("GET", "/rooms") == {"rooms": []}
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database:
        assert database.execute("SELECT count(*) FROM rooms WHERE closed_at IS NULL").fetchone() == (0,)


# Real processes


@asynccontextmanager
async def _process(folder: Path, **settings: str) -> AsyncIterator[tuple[Process, int]]:
    """`truco serve` as an operator runs it, and its port."""
    environment = {
        **os.environ,
        "TRUCO_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'truco.db'}",
        **{f"TRUCO_{name.upper()}": value for name, value in settings.items()},
    }
    command = (sys.executable, "-m", "truco", "serve", "--port", "0")
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        port = re.search(r"http://localhost:(\d+)", line)
        assert port is not None, (line, process.stderr and (await process.stderr.read()).decode())
        yield process, int(port[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def _house(port: int) -> House:
    """A process seen as the other tests see their server; its clock is the real one."""
    return House(None, None, port, FakeClock())  # type: ignore[arg-type]


async def test_kill_9_in_mid_hand_loses_nothing_that_was_acked(tmp_path: Path) -> None:
    async with _process(tmp_path) as (process, port):
        house = _house(port)
        room, players = await playing(house)
        ana = next(player for player in players if player.wire.last["view"]["game"]["legal"])
        card = ana.wire.last["view"]["game"]["held"][0]
        await ana.wire.send(type="play", aid="acked", hand=1, ply=0, card=card)
        await ana.wire.answer("acked")
        await ana.wire.send(type="continue", aid="unknown", hand=1)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        await house.leave()
    async with _process(tmp_path) as (process, port):
        house = _house(port)
        back = [_moved(player, house) for player in players]
        for player in back:
            await player.connect(room)
        me = next(player for player in back if player.id == ana.id)
        assert me.wire.last["view"]["game"]["rounds"][0]["cards"] == [
            [me.wire.last["view"]["game"]["seat"], card]
        ]
        await me.wire.send(type="play", aid="acked", hand=1, ply=0, card=card)
        assert (await me.wire.answer("acked"))["ack"]["dup"] is True
        await house.leave()


async def test_sigterm_tells_everyone_to_come_back_and_exits_with_0(tmp_path: Path) -> None:
    async with _process(tmp_path) as (process, port):
        house = _house(port)
        _, players = await playing(house)
        async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events"):
            process.send_signal(signal.SIGTERM)
            for player in players:
                assert await player.wire.closed() == Close.RESTART
        assert await asyncio.wait_for(process.wait(), 30) == 0
        await house.leave()


async def test_not_ready_while_it_stops(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ana, beto = await house.guests("Ana", "Beto")
        room = await ana.ask("POST", "/rooms", {"name": "Una"})
        await house.app.state.leave()
        async with httpx.AsyncClient(base_url=house.url) as watcher:
            answer = await watcher.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
            assert answer.headers["retry-after"]
            assert (await watcher.get("/healthz")).status_code == 200
        assert await beto.problem("POST", "/rooms", {"name": "Otra"}) == (503, "stopping")
        assert await beto.problem("POST", f"/rooms/{room['id']}/join") == (503, "stopping")
        assert await ana.problem("PUT", f"/rooms/{room['id']}/ready", {"ready": True}) == (503, "unavailable")
        wire = await ana.dial(room["id"])
        await wire.hello()
        assert await wire.closed() == Close.RESTART
