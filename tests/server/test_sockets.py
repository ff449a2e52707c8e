"""Who is let into a table's socket, and who is sent away."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.house import PATIENCE, House, Player, open_house, playing, seated
from truco.protocol.codes import Close
from truco.server.registry import Owner


async def _refused(player: Player, room: str, **headers: str) -> int:
    with pytest.raises(InvalidStatus) as refused:
        await player.dial(room, headers=headers)
    response = refused.value.response
    assert response.headers["content-type"] == "application/problem+json"
    return response.status_code


async def test_a_page_of_another_origin_is_refused_before_the_upgrade(house: House) -> None:
    """Scenario 7"""
    room, (ana, *_) = await seated(house)
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", f"https://localhost:{house.port}"):
        assert await _refused(ana, room, cookie=f"truco_guest={ana.token}", origin=origin) == 403


async def test_the_servers_own_page_comes_in_with_its_cookie(house: House) -> None:
    room, (ana, *_) = await seated(house)
    wire = await ana.dial(room, headers={"cookie": f"truco_guest={ana.token}", "origin": house.url})
    await wire.hello()
    assert (await wire.frame())["view"]["room"]["you"] == ana.id


async def test_an_origin_that_the_operator_names_comes_in(tmp_path: Path) -> None:
    async with open_house(tmp_path, origins=("https://truco.example",)) as house:
        room, (ana, *_) = await seated(house)
        headers = {"cookie": f"truco_guest={ana.token}", "origin": "https://Truco.example"}
        wire = await ana.dial(room, headers=headers)
        await wire.hello()
        await wire.frame()


@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer guessed"}, {"cookie": "truco_guest=guessed"}]
)
async def test_a_wrong_token_is_a_terminal_close_without_a_byte_of_the_view(
    house: House, headers: dict[str, str]
) -> None:
    """Scenario 6"""
    room, (ana, beto, *_) = await seated(house)
    wire = await ana.dial(room, headers=headers)
    assert await wire.closed() == Close.BAD_TOKEN
    assert wire.last == {}
    await beto.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    assert (await ana.wires[0].fact("ready_set"))["facts"][0]["member"] == beto.id, "the owner is undisturbed"


async def test_a_stranger_or_a_wrong_room_is_not_found(house: House) -> None:
    room, _ = await seated(house)
    stranger = await house.guest("Ema")
    for where in (room, "nowhere"):
        wire = await stranger.dial(where)
        await wire.hello()
        assert await wire.closed() == Close.NOT_FOUND


async def test_a_path_that_is_no_table_is_refused(house: House) -> None:
    ana = await house.guest("Ana")
    assert await _refused(ana, "a/b", authorization=f"Bearer {ana.token}") == 404


async def test_an_unknown_version_of_the_protocol_is_told_so(house: House) -> None:
    room, (ana, *_) = await seated(house)
    wire = await ana.dial(room)
    await wire.send(type="hello", protocol=99, version=None)
    assert await wire.closed() == Close.PROTOCOL


async def test_who_says_no_hello_in_five_seconds_is_closed(house: House) -> None:
    """Scenario 23"""
    room, (ana, *_) = await seated(house)
    armed = house.clock.pending
    wire = await ana.dial(room)
    await house.clock.more_than(armed)  # the server knows who it is, and waits for the hello
    await house.clock.advance(5.1)
    assert await wire.closed() == Close.POLICY


async def test_a_table_that_is_found_late_sends_nobody_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 26: who has said hello waits while the server takes up many tables."""
    room, (ana, *_) = await seated(house)
    registry = house.app.state.house.registry
    find, asked, found = registry.find, asyncio.Event(), asyncio.Event()

    async def slow(room: str) -> Owner | None:
        asked.set()
        await found.wait()
        return await find(room)

    monkeypatch.setattr(registry, "find", slow)
    wire = await ana.dial(room)
    await wire.hello()
    await asyncio.wait_for(asked.wait(), PATIENCE)
    await house.clock.advance(20)
    found.set()
    assert (await wire.frame())["version"] > 0


async def test_the_newest_socket_of_a_seat_wins_and_nobody_sees_a_disconnection(house: House) -> None:
    """Scenario 1"""
    room, (ana, beto, *_) = await playing(house)
    old = ana.wire
    new = await ana.connect(room)
    assert await old.closed() == Close.REPLACED
    assert new.last["view"]["game"]["held"] == old.last["view"]["game"]["held"]
    await new.act("play", card=new.last["view"]["game"]["held"][0])
    told = await beto.wire.frame()
    assert [fact["fact"] for fact in told["facts"]] == ["card_played"], "no member_away before it"


async def test_what_an_old_half_open_socket_still_says_is_ignored(house: House) -> None:
    """Scenario 3"""
    room, (ana, beto, *_) = await playing(house)
    old = ana.wire
    old.socket.transport.pause_reading()  # it will not learn that it was replaced
    await ana.connect(room)
    card, other = old.last["view"]["game"]["held"][:2]
    await old.send(type="play", aid="late", hand=1, ply=0, card=card)
    await ana.wire.act("play", card=other)
    assert (await beto.wire.fact("card_played"))["facts"][0]["card"] == other
    old.socket.transport.resume_reading()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "json_invalid"),
        ('{"type":"dance"}', "union_tag_invalid"),
        ('{"type":"ping","t":1,"x":2}', "unknown_field"),
        ("[" * 3000, "json_invalid"),
        (b"\x00\x01", "binary"),
        ('{"type":"hello","protocol":1}', "hello_again"),
    ],
)
async def test_bad_messages_are_answered_and_the_third_closes(
    house: House, text: str | bytes, why: str
) -> None:
    """Scenario 19"""
    _, (ana, beto, *_) = await playing(house)
    for _ in range(3):
        await ana.wire.socket.send(text)
        error = await ana.wire.until(lambda message: message["type"] == "error")
        assert (error["code"], error["params"]["why"]) == ("bad_message", why)
    assert await ana.wire.closed() == Close.POLICY
    assert (await beto.wire.fact("member_away"))["facts"][0]["member"] == ana.id


async def test_an_action_before_hello_is_a_bad_message(house: House) -> None:
    room, (ana, *_) = await seated(house)
    wire = await ana.dial(room)
    await wire.send(type="ping", t=1)
    assert (await wire.receive())["params"]["why"] == "no_hello"


@pytest.mark.parametrize("fragments", [1, 100])
async def test_a_message_over_four_kilobytes_closes(house: House, fragments: int) -> None:
    """Scenario 20"""
    _, (ana, *_) = await seated(house)
    part = "x" * (10_000_000 // fragments)
    with suppress(ConnectionClosed):
        await ana.wire.socket.send(part if fragments == 1 else [part] * fragments)
    assert await ana.wire.closed() in (Close.TOO_BIG, 1006), (
        "1006 where the system was faster than the goodbye"
    )


async def test_a_flood_is_throttled_and_then_closed(tmp_path: Path) -> None:
    """Scenario 21"""
    async with open_house(tmp_path, messages_per_second=20) as house:
        _, (ana, beto, *_) = await playing(house)
        for at in range(500):
            await ana.wire.socket.send(f'{{"type":"ping","t":{at}}}')
        throttled = await ana.wire.until(lambda message: message["type"] == "error")
        assert throttled == {"type": "error", "code": "throttled", "params": {}}
        assert await ana.wire.closed() == Close.ABUSE
        await beto.wire.fact("member_away")


async def test_a_burst_within_the_limit_is_served(tmp_path: Path) -> None:
    async with open_house(tmp_path, messages_per_second=20) as house:
        _, (ana, *_) = await seated(house)
        for at in range(30):
            await ana.wire.send(type="ping", t=at)
        for at in range(30):
            pong = await ana.wire.until(lambda message: message["type"] != "frame")
            assert pong == {"type": "pong", "t": at}


async def test_one_address_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    """Scenario 23"""
    async with open_house(tmp_path, sockets_per_address=5) as house:
        room, (ana, *_) = await seated(house)
        extra = await ana.dial(room)
        assert await _refused(ana, room, authorization=f"Bearer {ana.token}") == 429
        await extra.close()
        await asyncio.sleep(0.05)
        await ana.dial(room)


async def test_a_socket_that_says_nothing_for_35_seconds_is_given_up(house: House) -> None:
    """Scenario 5"""
    _, (ana, beto, *_) = await playing(house)
    for _ in range(7):
        await house.clock.advance(4.9)
        await beto.wire.send(type="ping", t=0)
        await beto.wire.until(lambda message: message["type"] == "pong")
    await house.clock.advance(0.8)
    assert await ana.wire.closed() == Close.SLOW
    await beto.wire.fact("dropped")


async def test_log_out_everywhere_closes_the_socket_for_good(house: House) -> None:
    """Scenario 6"""
    room, (ana, *_) = await seated(house)
    await ana.ask("DELETE", "/guests/me/session")
    assert await ana.wire.closed() == Close.BAD_TOKEN
    wire = await ana.dial(room)
    assert await wire.closed() == Close.BAD_TOKEN


async def test_a_socket_that_has_not_said_hello_knows_of_the_log_out_too(house: House) -> None:
    """Scenario 6"""
    room, (ana, *_) = await seated(house)
    waiting = await ana.dial(room)
    await ana.ask("DELETE", "/guests/me/session")
    await waiting.hello()
    assert await waiting.closed() == Close.BAD_TOKEN
    assert waiting.last == {}


async def test_a_server_that_stops_sends_nobody_away_for_good(house: House) -> None:
    """Scenario 26: a room that runs elsewhere is not said to be gone."""
    ana = await house.guest("Ana")
    house.app.state.house.registry.stopping = True
    wire = await ana.dial("elsewhere")
    await wire.hello()
    assert await wire.closed() == Close.RESTART
    answer = await ana.api.get("/rooms/elsewhere")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
