"""The lines to our peers: how long a request may take, whom places are counted for."""

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.server.house import House, open_house, playing
from truco.server import lines, serving
from truco.server.lines import Proxies


@pytest.mark.parametrize(
    ("names", "trusted", "counted"),
    [
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2", "", "::1"]),
        ("10.0.0.0/8, ::1", ["10.1.2.3", "::1"], ["11.0.0.1", "127.0.0.1"]),
        ("*", ["127.0.0.1", ""], []),
        ("proxy.example", ["proxy.example"], ["127.0.0.1"]),
    ],
)
def test_proxies_are_those_that_the_operator_named(
    names: str, trusted: list[str], counted: list[str]
) -> None:
    proxies = Proxies(names)
    assert all(host in proxies for host in trusted)
    assert not any(host in proxies for host in counted)


async def _dial(house: House, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(sent)
    return reader, writer


async def _end(reader: asyncio.StreamReader) -> None:
    """Waits until the server closes the connection, politely or not."""
    async with asyncio.timeout(10):
        with suppress(ConnectionResetError):
            while await reader.read(1000):
                pass


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost",
        b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    ],
)
async def test_a_request_that_does_not_come_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    """Scenario 23: half-open."""
    monkeypatch.setattr(lines, "REQUEST", 0.2)
    reader, writer = await _dial(house, sent)
    await _end(reader)
    writer.close()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_request_that_drips_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 23: another byte is no reason to wait longer."""
    monkeypatch.setattr(lines, "REQUEST", 0.3)
    reader, writer = await _dial(house, b"GET / HTTP/1.1\r\nX: ")
    end = asyncio.create_task(_end(reader))
    while not end.done():
        writer.write(b"x")
        await asyncio.wait({end}, timeout=0.05)
    await end
    writer.close()


async def test_a_second_request_that_does_not_come_is_not_waited_for_either(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "REQUEST", 0.2)
    reader, writer = await _dial(house, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"GET /healthz HT")
    await _end(reader)
    writer.close()


async def test_a_slow_answer_is_not_cut_off(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The feed of the lobby lives on: its request came whole."""
    monkeypatch.setattr(lines, "REQUEST", 0.2)
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        heard = answer.aiter_lines()
        while await anext(heard) != "event: rooms":
            pass
        await asyncio.sleep(0.5)
        ana = await house.guest("Ana")
        await ana.ask("POST", "/rooms", {"name": "Una"})
        while await anext(heard) != "event: room":
            pass


async def test_a_socket_is_no_request_that_does_not_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "REQUEST", 0.2)
    _, (ana, *_) = await playing(house)
    await asyncio.sleep(0.5)
    await ana.wire.act("play", card=ana.wire.last["view"]["game"]["held"][0])


async def test_a_handshake_with_too_many_headers_is_answered(house: House) -> None:
    """Scenario 23: and not kept for ever without an answer."""
    more = "".join(f"X-{at}: 1\r\n" for at in range(300))
    head = (
        "GET /api/v1/rooms/x/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
    )
    reader, writer = await _dial(house, head.encode())
    async with asyncio.timeout(10):
        assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
    writer.close()


async def test_a_head_without_end_is_refused(house: House) -> None:
    reader, writer = await _dial(house, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
    async with asyncio.timeout(10):
        assert (await reader.read(100)).startswith(b"HTTP/1.1 400 ")
    writer.close()


async def test_text_that_is_none_ends_the_socket_and_is_no_fault_of_ours(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Scenario 19: no traceback in the log."""
    _, (ana, *_) = await playing(house)
    await ana.wire.socket.send(b"\xff\xfe", text=True)
    assert await ana.wire.closed() == 1007
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_all_files_are_not_given_to_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 23: the database finds one however many strangers come."""
    monkeypatch.setattr(serving, "open_files", lambda: 6)
    async with open_house(tmp_path) as house:
        dialled = [await _dial(house, b"") for _ in range(6)]
        for reader, _ in dialled[3:]:
            await _end(reader)
        for _, writer in dialled:
            writer.close()
            with suppress(ConnectionResetError):
                await writer.wait_closed()
        async with httpx.AsyncClient(base_url=house.url) as watcher:
            assert (await watcher.get("/healthz")).is_success
