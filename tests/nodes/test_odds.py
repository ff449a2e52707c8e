"""What nobody expects: a broken row, tables changed under way, strangers on our channels, lost words."""

import asyncio
import time

from redis.asyncio import Redis as Client

from tests.nodes.cluster import Cluster, connected, play, same, table
from tests.server.house import Player
from tests.services import Postgres, Redis
from truco.protocol.codes import Close


async def test_who_arrives_while_the_room_is_lost_finds_it_again(
    two: Cluster, postgres: Postgres, postgres_url: str
) -> None:
    """Scenarios 24 and 28: the append that lets them in is refused, since the room has another owner."""
    room, players = await table(two.nodes)
    await players[0].wire.drop()
    await players[2].wire.fact("member_away")
    postgres.sql(f"UPDATE rooms SET epoch = epoch + 1, owner = NULL WHERE id = '{room}'", _name(postgres_url))
    await players[0].dial(room)
    await players[0].wire.hello()
    async with asyncio.timeout(5):
        await players[0].wire.frame()
    for player in players[1:]:
        await player.wire.frame(lambda frame: not any(s["away"] for s in frame["view"]["game"]["seats"]))
    await play(players)


async def test_a_broken_row_stops_its_own_room_only(
    two: Cluster, postgres: Postgres, postgres_url: str
) -> None:
    """Scenario 30, of what is read: the room stays where it is, all others go on, and the node says so."""
    two.forgiven.append("cannot be read back")
    one, other = two.nodes
    broken, _ = await table([one])
    good, players = await table([one])
    _, own = await table([other])
    postgres.sql(
        f"UPDATE journal SET facts = '{{' WHERE room = '{broken}' AND aid IS NULL", _name(postgres_url)
    )
    one.kill()
    back = [other.here(player) for player in players]
    for player in back:
        await connected(player, good)
    await play(back)
    await play(own)
    await asyncio.sleep(3)  # longer than a lease: the node's beat goes on
    await play(own)
    await other.says("ok")
    assert broken in other.log.read_text()


async def test_tables_that_a_migration_changes_stop_no_node(
    two: Cluster, postgres: Postgres, postgres_url: str
) -> None:
    """Statements that were prepared before are no good any more, and are prepared anew."""
    _, players = await table(two.nodes)
    postgres.sql("ALTER TABLE nodes ALTER COLUMN id TYPE text", _name(postgres_url))
    postgres.sql("ALTER TABLE guests ALTER COLUMN name TYPE text", _name(postgres_url))
    await asyncio.sleep(3)
    await play(players)
    for node in two.nodes:
        await node.says("ok")
    assert len(same(players)[0]["cards"]) == 1


async def test_strangers_on_our_channels_are_not_heard(two: Cluster, redis: Redis) -> None:
    """Scenario 27: the subscriber lives on; another database of the same Redis is another deployment."""
    _, players = await table(two.nodes)
    async with Client.from_url(redis.url) as client:
        for words in ("hello", "[]", "[1,2,3,4]", '["x","y",1,[[]]]', '["x","y",1,["beat"]]', b"\xff"):
            assert await client.publish("truco:0:all", words) == 2
        assert await client.pubsub_channels("truco:1:*") == []
    await play(players)
    await asyncio.sleep(1.5)
    for node in two.nodes:
        await node.says("ok")


async def test_a_log_out_that_the_other_node_did_not_hear(two: Cluster, redis: Redis) -> None:
    """Scenario 6: a socket with a token of the past is closed when the nodes hear of each other again."""
    one, other = two.nodes
    _, players = await table([one, other])
    beto, caro = players[1], players[2]
    redis.kill()
    for node in two.nodes:
        await node.says("degraded")
    await one.here(beto).ask("DELETE", "/guests/me/session")
    await other.here(caro).ask("DELETE", "/guests/me/session")
    redis.start()
    async with asyncio.timeout(8):
        assert await beto.wire.closed() == Close.BAD_TOKEN
        assert await caro.wire.closed() == Close.BAD_TOKEN


async def test_a_room_that_is_closed_or_asleep_is_so_at_every_node(two: Cluster) -> None:
    one, other = two.nodes
    ana, beto, caro = [await one.house.guest(name) for name in ("Ana", "Beto", "Caro")]
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    await other.here(beto).ask("GET", f"/rooms/{room['id']}")
    await ana.ask("DELETE", f"/rooms/{room['id']}")
    await _becomes(other.here(beto), "GET", f"/rooms/{room['id']}", 404)
    empty = await ana.ask("POST", "/rooms", {"name": "La otra"})
    await ana.ask("POST", f"/rooms/{empty['id']}/leave")
    await _becomes(other.here(caro), "POST", f"/rooms/{empty['id']}/join", 200)
    assert (await other.here(beto).ask("POST", "/rooms/quick"))["id"] == empty["id"]


async def _becomes(player: Player, method: str, path: str, status: int) -> None:
    """Answers so within two seconds."""
    until = time.monotonic() + 2
    while (answer := await player.api.request(method, path)).status_code != status:
        assert time.monotonic() < until, (answer.status_code, answer.text)
        await asyncio.sleep(0.1)


def _name(url: str) -> str:
    return url.rpartition("/")[2]
