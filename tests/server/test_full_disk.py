"""A disk without room, under a real process: nothing is acknowledged, and `/readyz` says so."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import pytest

from tests.limits.process import Server, serving
from tests.nodes.cluster import turn
from tests.server.house import House, Player, playing


@asynccontextmanager
async def _running(folder: Path) -> AsyncIterator[tuple[Server, House]]:
    with serving(folder, guests_per_minute=100) as server:
        async with server.house() as house:
            yield server, house


def _fill(server: Server) -> None:
    """From now on no file of the process grows beyond what its journal has."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    full = (server.folder / "truco.db-wal").stat().st_size
    assert full > 50_000, "room enough for its log"
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, most))


def _make_room(server: Server) -> None:
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


def _written(server: Server, aid: str) -> int:
    with closing(sqlite3.connect(server.folder / "truco.db")) as database:
        return database.execute("SELECT count(*) FROM journal WHERE aid = ?", (aid,)).fetchone()[0]


async def _readiness(house: House) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=house.url, timeout=10) as watcher:
        answer = await watcher.get("/readyz")
    if answer.status_code == 503:
        assert answer.headers["retry-after"] == "6"
    body = answer.json()
    return answer.status_code, body.get("code") or body["status"]


async def _told(player: Player) -> str:
    return (await player.wire.until(lambda message: message["type"] == "error"))["code"]


async def test_what_a_full_disk_does_not_take_is_not_acknowledged(tmp_path: Path) -> None:
    """Scenario 29: no ack while it is full, 503 everywhere, then the action once, its clock as it was."""
    async with _running(tmp_path) as (server, house):
        room, players = await playing(house)
        actor = turn(players)
        assert await _readiness(house) == (200, "ok")
        _fill(server)
        await actor.wire.send(type="call", aid="waits", hand=1, ply=0, word="truco")
        for player in players:
            assert await _told(player) == "unavailable"
        assert (await actor.api.get("/guests/me/games")).status_code == 200, "reading goes on"
        assert await actor.problem("POST", "/guests", {"name": "Ema"}) == (503, "unavailable")
        assert await actor.problem("POST", f"/rooms/{room}/leave") == (503, "unavailable")
        assert await _readiness(house) == (503, "cannot_write")
        assert _written(server, "waits") == 0
        _make_room(server)
        async with asyncio.timeout(5):
            frame = await actor.wire.answer("waits")
        assert frame["ack"] == {"aid": "waits", "dup": False}
        assert frame["view"]["game"]["clocks"]["question"] == pytest.approx(10_000, abs=200)
        for player in players:
            if player is not actor:
                await player.wire.fact("called")
        assert await _readiness(house) == (200, "ok")
        assert _written(server, "waits") == 1


async def test_readiness_heals_though_nobody_wants_anything_written(tmp_path: Path) -> None:
    """Scenario 29: an empty server is not red for ever."""
    async with _running(tmp_path) as (server, house):
        for name in ("Ana", "Beto", "Caro", "Dani", "Ema"):
            await house.guest(name)
        _fill(server)
        assert await _readiness(house) == (200, "ok"), "nobody knows yet"
        async with house.visitor() as visitor:
            assert (await visitor.post("/guests", json={"name": "Fede"})).status_code == 503
        for _ in range(2):
            assert await _readiness(house) == (503, "cannot_write")
        _make_room(server)
        assert await _readiness(house) == (200, "ok")
    assert "nothing can be written" in server.log
    assert "writing succeeds again" in server.log
