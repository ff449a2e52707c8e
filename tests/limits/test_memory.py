"""What strangers can make the process keep: never more than a little, whatever they send and do not read."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.limits.process import KIB, MIB, Server
from tests.limits.raw import BINARY, CONT, PING, PONG, TEXT, Raw, frame
from tests.server.house import House, Player, begin, seated, sit_down
from truco.protocol.codes import Close

TEN_MEGABYTES = 10_000_000


@pytest.fixture
async def guest(server: Server, house: House) -> tuple[str, str]:
    """A room and the token of one who sits in it, in a process that has seen such a guest before."""
    room, (ana, *_) = await seated(house)
    with Raw(server.port) as raw:
        _enter(raw, (room, ana.token))
        raw.push(frame(TEXT, b"x" * 4000) * 3)
        assert raw.closed()[1] == Close.POLICY
    return room, ana.token


def _enter(raw: Raw, guest: tuple[str, str], *headers: str) -> None:
    assert raw.upgrade(*guest, *headers) == 101
    raw.hello()


@contextmanager
def _grows_by_less_than(most: float, server: Server) -> Iterator[None]:
    before = server.forget_peak()
    yield
    assert server.peak() - before < most


def _whole(raw: Raw) -> None:
    raw.push(frame(TEXT, b"x" * TEN_MEGABYTES))


def _in_fragments(raw: Raw) -> None:
    raw.push(frame(TEXT, b"x" * 2048, fin=False))
    raw.push(frame(CONT, b"x" * 2048, fin=False) * (TEN_MEGABYTES // 2048))


def _head_only(raw: Raw) -> None:
    raw.push(frame(BINARY, b"x" * 100, length=TEN_MEGABYTES))


@pytest.mark.parametrize("send", [_whole, _in_fragments, _head_only])
def test_ten_megabytes_are_refused_unread(
    server: Server, guest: tuple[str, str], send: Callable[[Raw], None]
) -> None:
    """Scenario 20: close 1009 before the application sees it; the process grows by less than 2 MiB."""
    with _grows_by_less_than(2 * MIB, server):
        for _ in range(5):
            with Raw(server.port) as raw:
                _enter(raw, guest)
                send(raw)
                texts, code = raw.closed()
                assert texts == [], "the application would have complained of a bad message"
                assert code in (Close.TOO_BIG, 1006), "1006 where the rest of it was faster than the goodbye"
                assert code == Close.TOO_BIG or send is not _head_only


def test_small_until_inflated_is_never_inflated(server: Server, guest: tuple[str, str]) -> None:
    """Scenario 20: the offer to compress is not taken up, and what is compressed all the same is an error."""
    with _grows_by_less_than(2 * MIB, server), Raw(server.port) as raw:
        _enter(raw, guest, "Sec-WebSocket-Extensions: permessage-deflate")
        raw.push(frame(TEXT, b"\xec\xc1\x01\x01\0\0\0\x80\x90\xfe\xaf\xee\x08\n" + b"\0" * 900, rsv=4))
        assert raw.closed() == ([], 1002)


def _flood(raw: Raw, data: bytes, seconds: float) -> bool:
    """Sends without reading for so long; False when the server had enough."""
    until = time.monotonic() + seconds
    raw.socket.settimeout(seconds)
    while time.monotonic() < until:
        if not raw.push(data):
            return False
    return True


@pytest.mark.parametrize(
    ("opcode", "size", "fin"), [(PING, 125, True), (PING, 0, True), (PONG, 0, True), (CONT, 0, False)]
)
def test_frames_that_are_no_messages_cost_nothing(
    server: Server, guest: tuple[str, str], opcode: int, size: int, fin: bool
) -> None:
    """Scenarios 20, 21, 22: pings without end and never an answer read, pongs, a message of empty parts."""
    with _grows_by_less_than(MIB, server), Raw(server.port, window=4096) as raw:
        _enter(raw, guest)
        if opcode == CONT:
            raw.push(frame(TEXT, b"{", fin=False))
        assert not _flood(raw, frame(opcode, b"x" * size, fin=fin) * 5000, 3)


def test_pings_of_one_who_reads_are_answered(server: Server, guest: tuple[str, str]) -> None:
    with Raw(server.port) as raw:
        _enter(raw, guest)
        for at in range(10):
            raw.push(frame(PING, b"%d" % at))
            assert raw.frame() == (PONG, b"%d" % at)


def test_many_small_messages_at_once_wait_outside(server: Server, guest: tuple[str, str]) -> None:
    """Scenario 21: a flood is taken apart no faster than it is thrown away, after the goodbye not at all."""
    with _grows_by_less_than(MIB, server):
        for _ in range(5):
            with Raw(server.port) as raw:
                _enter(raw, guest)
                raw.socket.setblocking(False)
                raw.push(frame(TEXT, b'{"type":"ping","t":1}') * 40_000)
                raw.socket.settimeout(15)
                texts, code = raw.closed()
                assert code == Close.ABUSE
                assert b"throttled" in texts[-1]


def test_half_open_handshakes_are_few_and_small(server: Server) -> None:
    """Scenario 23: nothing sent, half a head, a body that never comes: so many of one address and no more."""
    heads = (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 8000,
        b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{",
    )
    few, most = server.sockets(), 800
    with ExitStack() as open_, _grows_by_less_than(most * 64 * KIB, server):
        for at in range(1000):
            open_.enter_context(Raw(server.port, "127.0.0.2")).push(heads[at % 3])
        time.sleep(0.5)
        assert few < server.sockets() <= few + most, "four for each socket that one address may have"
        with Raw(server.port) as another:
            assert another.upgrade("nowhere") == 101, "others are let in"


TABLES, DEAF = 6, 8


async def _stand_by(house: House, room: str, name: str) -> Player:
    """A member without a chair."""
    player = await house.guest(name)
    await player.ask("POST", f"/rooms/{room}/join")
    await player.ask("PUT", f"/rooms/{room}/chair", {"seat": None})
    return player


async def _table(house: House, port: int) -> tuple[str, list[Player], list[tuple[Player, Raw]]]:
    """A game that begins, and members without a chair who read no more after their first frame."""
    (ana,) = await house.guests("Ana")
    room = (await ana.ask("POST", "/rooms", {"name": "La mesa"}))["id"]
    deaf = [(await _stand_by(house, room, f"Sordo {name}"), Raw(port, window=2048)) for name in "abcdefgh"]
    for player, raw in deaf:
        _enter(raw, (room, player.token))
    players = [ana, *await house.guests("Beto", "Caro", "Dani")]
    await sit_down(room, players)
    await begin(room, players)
    return room, players, deaf


async def _play(player: Player) -> None:
    """Plays cards for as long as the game lasts, at the pace of the others."""
    wire = player.wire
    while (game := wire.last["view"]["game"])["over"] is None:
        cards = [one["card"] for one in game["legal"] if one["do"] == "play"]
        if game["result"] is not None and game["seat"] not in game["continued"]:
            answer = await wire.act("continue")
        elif cards and game["turn"] == game["seat"]:
            answer = await wire.act("play", card=cards[0])
        else:
            answer = await wire.frame()
        if answer["type"] == "refused":
            await wire.frame()


def _given_up(player: Player, deaf: list[tuple[Player, Raw]]) -> bool:
    """Whether a table counts all of these as away, in the eyes of one who plays."""
    members = player.wire.last["view"]["room"]["members"]
    here = {one["id"] for one in members if one["connected"]}
    return not any(one.id in here for one, _ in deaf)


async def test_slow_readers_cost_little_and_are_given_up(server: Server, house: House) -> None:
    """Scenario 22: 48 that read nothing of tables in play, less than 512 KiB each, the system's share too."""
    tables = [await _table(house, server.port) for _ in range(TABLES)]
    before, most = server.forget_peak(), 0
    playing = [asyncio.create_task(_play(player)) for _, players, _ in tables for player in players]
    try:
        async with asyncio.timeout(30):
            while not all(_given_up(players[0], deaf) for _, players, deaf in tables):
                await asyncio.sleep(0.1)
                most = max(most, server.peak() - before + server.unsent())
                assert not any(one.done() for one in playing), "nobody waits for them"
    finally:
        for one in playing:
            one.cancel()
    assert most / (TABLES * DEAF) < 512 * KIB
    for room, _, deaf in tables:
        for player, raw in deaf:
            with raw:
                assert raw.closed()[1] == Close.SLOW
            back = await player.connect(room)
            assert back.last["view"]["game"]["score"]
