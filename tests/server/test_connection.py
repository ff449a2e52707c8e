"""The bounded slot of one socket."""

import asyncio
from typing import Any

import orjson
import pytest

from tests.server.fake_clock import FakeClock
from truco.protocol.codes import Close
from truco.server.connection import MOST_FACTS, MOST_MESSAGES, PATIENCE, Connection


class Pipe:
    """The transport's end: what was written, and whether it takes more."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.broken: Exception | None = None

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        if self.broken:
            raise self.broken
        self.written.append(message)

    @property
    def messages(self) -> list[Any]:
        return [orjson.loads(one["text"]) if "text" in one else one["code"] for one in self.written]


def _frame(at: int) -> dict[str, Any]:
    return {"version": at, "view": {"at": at}, "facts": [at]}


def _connection(pipe: Pipe, clock: FakeClock | None = None) -> tuple[Connection, list[str]]:
    lost: list[str] = []
    connection = Connection(pipe.send, clock or FakeClock(), "ana")
    connection.lost = lambda: lost.append("lost")
    return connection, lost


async def test_what_can_be_written_is_written_without_a_turn_of_the_loop() -> None:
    pipe = Pipe()
    connection, _ = _connection(pipe)
    connection.frame(_frame(1))
    connection.say({"type": "pong", "t": 1})
    assert pipe.messages == [{"type": "frame", **_frame(1)}, {"type": "pong", "t": 1}]


async def test_for_a_slow_reader_frames_run_together_in_order() -> None:
    """Scenario 22"""
    pipe = Pipe()
    connection, lost = _connection(pipe)
    pipe.open.clear()
    for at in range(1, 5):
        connection.frame(_frame(at))
    connection.frame(_frame(5), {"aid": "a", "dup": False})
    connection.frame(_frame(6), {"aid": "b", "dup": False})
    connection.say({"type": "pong", "t": 1})
    connection.frame(_frame(7))
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert pipe.messages == [
        {"type": "frame", **_frame(1)},
        {
            "type": "frame",
            "version": 5,
            "view": {"at": 5},
            "facts": [2, 3, 4, 5],
            "ack": {"aid": "a", "dup": False},
        },
        {"type": "frame", **_frame(6), "ack": {"aid": "b", "dup": False}},
        {"type": "pong", "t": 1},
        {"type": "frame", **_frame(7)},
    ]
    assert not lost


async def test_too_many_facts_close_it_without_waiting() -> None:
    """Scenario 22"""
    pipe = Pipe()
    connection, lost = _connection(pipe)
    pipe.open.clear()
    for at in range(MOST_FACTS + 2):
        connection.frame(_frame(at))
    assert lost == ["lost"]
    assert connection.closing
    connection.frame(_frame(99))
    connection.close(Close.REPLACED)
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert pipe.messages == [{"type": "frame", **_frame(0)}, Close.SLOW]


async def test_too_many_or_too_large_messages_close_it_too() -> None:
    """Scenario 22"""
    for many, size in ((MOST_MESSAGES + 2, 1), (10, 60_000)):
        pipe = Pipe()
        connection, lost = _connection(pipe)
        pipe.open.clear()
        for _ in range(many):
            connection.say({"type": "refused", "x": "x" * size})
        assert lost
        connection.end()


async def test_a_send_that_waits_ten_seconds_is_given_up() -> None:
    """Scenario 22"""
    pipe, clock = Pipe(), FakeClock()
    connection, lost = _connection(pipe, clock)
    pipe.open.clear()
    connection.frame(_frame(1))
    await clock.advance(PATIENCE - 0.1)
    assert not lost
    await clock.advance(0.2)
    assert lost == ["lost"]
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert pipe.messages[-1] == Close.SLOW
    assert clock.pending == 0


async def test_a_close_comes_after_what_waits() -> None:
    pipe = Pipe()
    connection, _ = _connection(pipe)
    pipe.open.clear()
    connection.frame(_frame(1))
    connection.frame(_frame(2))
    connection.close(Close.RESTART)
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert pipe.messages == [{"type": "frame", **_frame(1)}, {"type": "frame", **_frame(2)}, Close.RESTART]


@pytest.mark.parametrize("gone", [OSError(), RuntimeError("after sending 'websocket.close'")])
async def test_a_socket_that_is_gone_takes_nothing_and_breaks_nothing(gone: Exception) -> None:
    pipe, clock = Pipe(), FakeClock()
    connection, lost = _connection(pipe, clock)
    pipe.broken = gone
    connection.frame(_frame(1))
    connection.frame(_frame(2))
    assert connection.closing
    pipe, clock = Pipe(), FakeClock()
    connection, lost = _connection(pipe, clock)
    pipe.open.clear()
    connection.frame(_frame(1))
    pipe.broken = gone
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert connection.closing
    assert not lost
    assert clock.pending == 0


async def test_the_end_calls_off_a_send_that_waits() -> None:
    pipe, clock = Pipe(), FakeClock()
    connection, _ = _connection(pipe, clock)
    pipe.open.clear()
    connection.frame(_frame(1))
    connection.end()
    await asyncio.sleep(0.01)
    pipe.open.set()
    await asyncio.sleep(0.01)
    assert pipe.messages == []
    assert clock.pending == 0
