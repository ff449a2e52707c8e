"""Scenario 29, for longer than anyone waits: the database is dead or hangs, under two real processes."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.nodes.cluster import Cluster, Node, play, table, turn
from tests.server.house import Message, Player
from tests.services import Postgres

AWAY = float(os.environ.get("TRUCO_AWAY_SECONDS", "12"))
"""Seconds without the database: more than leases, patience and a vote last."""


async def _call(players: Sequence[Player]) -> Message:
    """The player on turn calls truco; what one of those sees who are to answer."""
    actor = turn(players)
    await actor.wire.act("call", word="truco")
    for player in players:
        if player is not actor:
            await player.wire.fact("called")
    return next(player for player in players if _asked(player)).wire.last


def _asked(player: Player) -> bool:
    return any(one["do"] == "vote" for one in player.wire.last["view"]["game"]["legal"])


def _left(player: Player) -> int:
    return player.wire.last["view"]["game"]["clocks"]["question"]


async def _told(player: Player) -> str:
    """The next error; frames before it are read."""
    return (await player.wire.until(lambda message: message["type"] == "error"))["code"]


async def _refuses(node: Node, player: Player, room: str) -> None:
    """Alive, not ready, and every change is refused with the time to come again."""
    async with httpx.AsyncClient(base_url=node.house.url, timeout=10) as watcher:
        health, ready = await asyncio.gather(watcher.get("/healthz"), watcher.get("/readyz"))
    assert health.status_code == 200
    assert (ready.status_code, ready.json()["code"], ready.headers["retry-after"]) == (
        503,
        "unavailable",
        "6",
    )
    for answer in await asyncio.gather(
        player.api.get("/guests/me/games"),
        player.api.post("/guests", json={"name": "Ema"}),
        player.api.post(f"/rooms/{room}/leave"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.url
        assert answer.headers["content-type"] == "application/problem+json"
        assert int(answer.headers["retry-after"]) >= 1


@asynccontextmanager
async def _staying(players: Sequence[Player]) -> AsyncIterator[None]:
    """They say now and then that they are still there, as a page does."""

    async def stay() -> None:
        while True:
            for player in players:
                await player.wire.send(type="ping", t=0)
            await asyncio.sleep(5)

    task = asyncio.create_task(stay())
    try:
        yield
    finally:
        task.cancel()


def _owners(postgres: Postgres, url: str) -> str:
    return postgres.sql("SELECT id, owner, epoch FROM rooms ORDER BY id", url.rpartition("/")[2])


@pytest.mark.parametrize("fault", ["kill", "freeze"])
async def test_the_database_away_for_longer_than_anyone_waits(
    two: Cluster, postgres: Postgres, postgres_url: str, fault: str
) -> None:
    """Scenario 29: all are told, clocks stand still, REST is 503; then all goes on where it was."""
    one, other = two.nodes
    busy_room, busy = await table([one, other])
    quiet_room, quiet = await table([other, one])
    owners = _owners(postgres, postgres_url)
    await _call(busy)
    await _call(quiet)
    voters = [player for player in busy if _asked(player)]
    question = voters[0].wire.last["view"]["game"]["question"]["id"]
    called, left = time.monotonic(), _left(voters[0])

    async with _staying([*busy, *quiet]):
        await asyncio.to_thread(getattr(postgres, fault))
        went = time.monotonic()
        await voters[0].wire.send(type="vote", aid="patient", hand=1, question=question, word="quiero")
        for player in (*busy, *quiet):
            assert await _told(player) == "unavailable"
        assert time.monotonic() - went < 10
        await asyncio.gather(_refuses(one, busy[0], busy_room), _refuses(other, quiet[0], quiet_room))
        await asyncio.sleep(went + AWAY - time.monotonic())
        await asyncio.to_thread(postgres.restore)
        back = time.monotonic()

        # It may be a `dup`: a link that is made again asks once more for what had no answer.
        async with asyncio.timeout(10):
            assert (await voters[0].wire.answer("patient"))["ack"]["aid"] == "patient"
            for player in quiet:
                await player.wire.frame(lambda frame: not frame["view"]["game"]["clocks"]["stopped"])
        print(f"{fault}: away for {back - went:.1f} s, all goes on {time.monotonic() - back:.1f} s later")
    stood = left - 1000 * (went - called)
    for player in (voters[0], quiet[0]):
        assert _left(player) == pytest.approx(stood, abs=1000)

    assert (await voters[1].wire.act("vote", word="quiero"))["type"] == "frame"
    for player in busy:
        if player is not voters[1]:
            await player.wire.fact("answered")
    await play(busy)
    assert _owners(postgres, postgres_url) == owners, "no table changed hands"
    for node in two.nodes:
        await node.says("ok")
