"""What a cluster survives: nodes that stop, freeze and are killed, Redis and PostgreSQL that go and come."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from tests.nodes.cluster import Cluster, connected, play, same, table, turn
from tests.server.house import Player
from tests.services import Postgres, Redis
from truco.protocol.codes import Close


@pytest.mark.parametrize("which", [0, 1], ids=["the owner", "the other"])
async def test_a_node_that_is_stopped_hands_its_tables_on(two: Cluster, which: int) -> None:
    """Scenario 26, rolling: who is at the other node keeps the socket, the rest come back within 3 s."""
    room, players = await table(two.nodes)
    await play(players)
    stopped = time.monotonic()
    stopping = asyncio.create_task(two.nodes[which].stop())
    back = []
    for at, player in enumerate(players):
        if at % 2 == which:
            assert await player.wire.closed() == Close.RESTART
            back.append(two.nodes[1 - which].here(player))
            await connected(back[-1], room, player.wire.last["version"])
            facts = {fact["fact"] for fact in back[-1].wire.last["facts"]}
            # A table that stays sees them go and come; one that moves waits until all had time to come.
            assert which == 1 or not facts, "nothing happened that they had not seen"
            assert "card_played" not in facts
        else:
            back.append(player)
    assert time.monotonic() - stopped < 3
    assert await stopping == 0
    for player in back:
        if any(seat["away"] for seat in player.wire.last["view"]["game"]["seats"]):
            await player.wire.frame(lambda frame: not any(s["away"] for s in frame["view"]["game"]["seats"]))
    await play(back)
    assert len(same(back)[0]["cards"]) == 2
    assert not any(seat["away"] for seat in back[0].wire.last["view"]["game"]["seats"])


async def test_redis_restarts_empty_in_mid_hand(two: Cluster, redis: Redis) -> None:
    """Scenario 27: tables go on, remote seats are in step within 5 s, no fact twice, /readyz degraded."""
    _, players = await table(two.nodes)
    await _turn_at_the_owner(players)
    seen = [player.wire.last["version"] for player in players]
    redis.kill()
    for node in two.nodes:
        await node.says("degraded")
    actor = turn(players)
    game = actor.wire.last["view"]["game"]
    await actor.wire.send(type="play", aid="meanwhile", hand=1, ply=game["ply"], card=game["held"][0])
    assert (await actor.wire.answer("meanwhile"))["ack"]["dup"] is False, "tables go on"
    redis.start()
    back = time.monotonic()
    frames = []
    for player, version in zip(players, seen, strict=True):
        if player is actor:
            frames.append(player.wire.last)
        else:
            frames.append(await player.wire.fact("card_played"))
        assert frames[-1]["version"] == version + len(frames[-1]["facts"]), "each fact once"
    assert time.monotonic() - back < 5
    cards = len(same(players)[0]["cards"])
    await play(players)
    assert len(same(players)[0]["cards"]) == cards + 1
    for node in two.nodes:
        await node.says("ok")


async def test_an_owner_that_was_frozen_lets_its_table_go(
    two: Cluster, postgres: Postgres, postgres_url: str
) -> None:
    """Scenario 28: it loses the table to another node, wakes, writes nothing; clients see one history."""
    one, other = two.nodes
    room, players = await table([one, other])
    await play(players)
    await _turn_at_the_owner(players)
    one.freeze()
    actor_before = turn(players)
    stale = actor_before.wire.last["view"]["game"]
    back = [players[0], *players[1:]]
    for at in (0, 2):
        back[at] = other.here(players[at])
        await connected(back[at], room, players[at].wire.last["version"])
    cards = len(same(back)[0]["cards"])
    await play(back)
    # What the frozen node is asked meanwhile, it must not do when it wakes.
    await actor_before.wire.send(type="play", aid="stale", hand=1, ply=stale["ply"], card=stale["held"][-1])
    one.thaw()
    for at in (0, 2):
        assert await players[at].wire.closed() == Close.REPLACED, "an old socket takes no seat back"
    await play(back)
    assert len(same(back)[0]["cards"]) == cards + 2
    database = postgres_url.rpartition("/")[2]
    count = postgres.sql("SELECT count(*), max(seq), count(DISTINCT seq) FROM journal", database)
    total, last, distinct = count.split("|")
    assert total == last == distinct
    await one.says("ok")


async def test_the_database_away_for_five_seconds(two: Cluster, postgres: Postgres) -> None:
    """Scenario 29: actions wait, then are acked, at both nodes; no table changes hands."""
    one, other = two.nodes
    _, players = await table([one, other])
    actor = turn(players)
    game = actor.wire.last["view"]["game"]
    postgres.kill()
    await actor.wire.send(type="play", aid="patient", hand=1, ply=game["ply"], card=game["held"][0])
    await asyncio.sleep(5)
    postgres.start()
    # It may be a `dup`: a link that is made again asks once more for what had no answer.
    assert (await actor.wire.answer("patient"))["ack"]["aid"] == "patient"
    for player in players:
        if player is not actor:
            await player.wire.fact("card_played")
    await play(players)
    assert len(same(players)[0]["cards"]) == 2


async def _turn_at_the_owner(players: Sequence[Player]) -> None:
    """Plays on until one is on turn who is at the node that owns the table: every second one is."""
    if players.index(turn(players)) % 2:
        await play(players)
