"""Two servers, one lobby: a client may land on either."""

import asyncio
import time
from collections.abc import Callable

from tests.nodes.cluster import Cluster, connected, play, play_out, same, table, turn
from tests.server.house import Message, Player
from truco.protocol.codes import Close


async def test_people_of_two_nodes_play_a_whole_game(two: Cluster) -> None:
    one, other = two.nodes
    _, players = await table([one, other])
    await play_out(players)
    overs = [player.wire.last["view"]["game"]["over"] for player in players]
    assert overs[0]["why"] == "won"
    assert all(over == overs[0] for over in overs)


async def test_both_nodes_show_one_lobby(two: Cluster) -> None:
    one, other = two.nodes
    ana, beto = await one.house.guest("Ana"), await other.house.guest("Beto")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    listed = await _lobby(beto, bool)
    assert listed == [{**room, "code": None, "you": False}]
    assert (await beto.ask("POST", "/rooms/quick"))["id"] == room["id"]
    assert (await beto.ask("GET", f"/rooms/{room['id']}"))["you"] is True
    (seen,) = (await beto.ask("GET", "/rooms"))["rooms"]
    assert seen["you"] is True
    assert seen["code"] == room["code"]
    await ana.ask("PATCH", f"/rooms/{room['id']}", {"public": False})
    dani = await other.house.guest("Dani")
    await _lobby(dani, lambda rooms: not rooms)
    assert await dani.problem("GET", f"/rooms/{room['id']}") == (404, "no_room")
    assert (await dani.ask("POST", "/rooms/join", {"code": room["code"]}))["id"] == room["id"]
    assert await beto.problem("DELETE", f"/rooms/{room['id']}") == (403, "not_host")


async def test_a_guest_is_in_one_room_whichever_nodes_they_ask(two: Cluster) -> None:
    """Scenario 11: two requests at once, at two nodes."""
    one, other = two.nodes
    ana, beto, caro = [await one.house.guest(name) for name in ("Ana", "Beto", "Caro")]
    rooms = [(await host.ask("POST", "/rooms", {"name": host.name}))["id"] for host in (ana, beto)]
    twice = [(caro, rooms[0]), (other.here(caro), rooms[1])]
    codes = await asyncio.gather(*(who.api.request("POST", f"/rooms/{room}/join") for who, room in twice))
    assert sorted(answer.status_code for answer in codes) == [200, 409]
    where = (await caro.ask("GET", "/guests/me/room"))["room"]
    assert where == rooms[[answer.status_code for answer in codes].index(200)]


async def test_a_log_out_closes_the_socket_at_another_node(two: Cluster) -> None:
    """Scenario 6: with two nodes."""
    one, other = two.nodes
    room, players = await table([one, other])
    beto = players[1]
    await one.here(beto).ask("DELETE", "/guests/me/session")
    assert await beto.wire.closed() == Close.BAD_TOKEN
    wire = await other.here(beto).dial(room)
    assert await wire.closed() == Close.BAD_TOKEN


async def test_a_second_tab_at_another_node_takes_the_place_of_the_first(two: Cluster) -> None:
    """Scenario 1: with two nodes."""
    one, other = two.nodes
    room, players = await table([one, other])
    moved = other.here(players[0])
    await moved.connect(room)
    assert await players[0].wire.closed() == Close.REPLACED
    everyone = [moved, *players[1:]]
    await play(everyone)
    assert same(everyone)


async def test_the_tables_of_a_killed_node_live_on_another_within_five_seconds(two: Cluster) -> None:
    """Scenarios 24 and 25: the owner is killed; nothing acked is lost, and the aid is known there."""
    one, other = two.nodes
    room, players = await table([one, other])
    actor = turn(players)
    card = actor.wire.last["view"]["game"]["held"][0]
    act = {"type": "play", "aid": "acked", "hand": 1, "ply": 0, "card": card}
    await actor.wire.send(**act)
    await actor.wire.answer("acked")
    for player in players:
        if player is not actor:
            await player.wire.fact("card_played")
    one.kill()
    killed = time.monotonic()
    back = [other.here(player) if at % 2 == 0 else player for at, player in enumerate(players)]
    for player in back[::2]:
        await connected(player, room)
    assert time.monotonic() - killed < 5
    again = next(player for player in back if player.id == actor.id)
    await again.wire.send(**act)
    assert (await again.wire.answer("acked"))["ack"]["dup"] is True
    await play(back)
    assert len(same(back)[0]["cards"]) == 2


async def _lobby(player: Player, wanted: Callable[[list[Message]], bool]) -> list[Message]:
    """The lobby's list, as soon as it is as wanted."""
    async with asyncio.timeout(5):
        while True:
            rooms = (await player.ask("GET", "/rooms"))["rooms"]
            if wanted(rooms):
                return rooms
            await asyncio.sleep(0.02)
