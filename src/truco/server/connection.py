"""The way out of one socket.

A bounded slot in which the newest view wins, and nobody waits for a slow reader.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping
from types import coroutine
from typing import Any, Final

import orjson

from truco.protocol.codes import Close
from truco.protocol.inbound import Wished
from truco.server.clock import Clock, Timer

MOST_FACTS: Final = 64
"""Facts that may wait for a reader."""

MOST_BYTES: Final = 256 * 1024
"""Bytes of messages other than frames that may wait for a reader."""

MOST_MESSAGES: Final = 64
"""Messages that may wait for a reader."""

PATIENCE: Final = 10.0
"""Seconds that one send may wait."""

_GONE: Final = (OSError, RuntimeError)
"""What a send raises when the socket is gone; uvicorn the second while one that reads nothing is closing."""

Message = dict[str, Any]
Sending = Coroutine[Any, Any, None]


class Connection:
    """One socket of one guest, as its table sees it.

    What can be written is written at once, without a task of its own. While the reader is slow, frames run
    together: the newest version and view, and all the facts since the last frame that went out. When too much
    waits, or one send waits for too long, the connection is closed with 4002 and `lost` is called.
    """

    __slots__ = (
        "_clock",
        "_code",
        "_done",
        "_pending",
        "_send",
        "_timer",
        "_weight",
        "_writer",
        "asked",
        "client",
        "guest",
        "lost",
        "moved",
        "version",
    )

    def __init__(self, send: Callable[[Message], Sending], clock: Clock, guest: str = "") -> None:
        self.guest = guest
        self.client = secrets.token_urlsafe(9)
        """Which socket this is, also on other nodes."""
        self.lost: Callable[[], None] | None = None
        self.moved: Callable[[], None] | None = None
        """Called when the table is not where it was: to be looked for again, with this same socket."""
        self.version: int | None = None
        """The version of the last frame, or the one that the client named."""
        self.asked: dict[str, Wished] = {}
        """The actions that have had no answer yet, by aid."""
        self._send, self._clock = send, clock
        self._pending: deque[Message | bytes] = deque()
        self._weight = 0
        self._code: Close | None = None
        self._done = False
        self._writer: asyncio.Task[None] | None = None
        self._timer: Timer | None = None

    @property
    def closing(self) -> bool:
        """Whether this connection is closed, or about to be."""
        return self._code is not None

    def frame(self, frame: Mapping[str, Any], ack: Mapping[str, Any] | None = None) -> None:
        """Sends a frame of the table, with the acknowledgement of an action of this guest's."""
        message: Message = {"type": "frame", **frame}
        if ack is not None:
            message["ack"] = ack
            self.asked.pop(ack["aid"], None)
        self.version = message["version"]
        if self._pending and _merge(self._pending[-1], message):
            self._check()
        else:
            self._put(message)

    def relay(self, text: bytes, version: int, aid: str | None) -> None:
        """Sends a frame that was encoded elsewhere, which acknowledges the action `aid`."""
        if self._pending:
            message: Message = orjson.loads(text)
            self.frame(message, message.get("ack"))
            return
        if aid is not None:
            self.asked.pop(aid, None)
        self.version = version
        self._put(text)

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends any other message, as it is now."""
        self.asked.pop(message.get("aid", ""), None)
        self._put(orjson.dumps(message))

    def close(self, code: Close) -> None:
        """Closes the socket after what waits; for a slow reader (4002), instead of it."""
        if self._code is None:
            self._code = code
            if code is Close.SLOW:
                self._pending.clear()
            self._pump()

    def move(self) -> None:
        """The table is not here any more: it is to be looked for again, with this same socket."""
        if self.moved is not None:
            self.moved()
        else:
            self.close(Close.MOVED)

    def end(self) -> None:
        """The socket is gone: nothing more goes out."""
        self._code = self._code or Close.NORMAL
        self._done = True
        self._pending.clear()
        if self._timer is not None:
            self._timer.cancel()
        if self._writer is not None:
            self._writer.cancel()

    def _put(self, message: Message | bytes) -> None:
        if self._code is None:
            self._pending.append(message)
            self._weight += _weight(message)
            self._pump()
            self._check()

    def _check(self) -> None:
        """Gives up a reader for whom too much waits."""
        last = self._pending[-1] if self._pending else b""
        facts = len(last["facts"]) if isinstance(last, dict) else 0
        if facts > MOST_FACTS or self._weight > MOST_BYTES or len(self._pending) > MOST_MESSAGES:
            self._give_up()

    def _give_up(self) -> None:
        self.close(Close.SLOW)
        if self.lost is not None:
            self.lost()

    def _pump(self) -> None:
        """Writes what can be written now; a task waits for the rest."""
        while self._writer is None and not self._done:
            if self._pending:
                message = self._pending.popleft()
                self._weight -= _weight(message)
                text = message if isinstance(message, bytes) else orjson.dumps(message)
                self._write({"type": "websocket.send", "text": text.decode()})
            elif self._code is not None:
                self._done = True
                self._write(
                    {"type": "websocket.close", "code": int(self._code), "reason": self._code.name.lower()}
                )
            else:
                return

    def _write(self, message: Message) -> None:
        sending = self._send(message)
        try:
            waiting = sending.send(None)
        except StopIteration:
            return
        except _GONE:
            self.end()
            return
        self._timer = self._clock.call_at(self._clock.now() + PATIENCE, self._give_up)
        self._writer = asyncio.create_task(self._finish(sending, waiting))

    async def _finish(self, sending: Sending, waiting: object) -> None:
        try:
            await _resume(sending, waiting)
        except _GONE:
            self.end()
        finally:
            self._writer = None
            if self._timer is not None:
                self._timer.cancel()
        self._pump()


@coroutine
def _resume(sending: Sending, waiting: object) -> Generator[object, Any, None]:
    """Goes on with a coroutine that was started by hand and now waits for `waiting`."""
    try:
        yield waiting
    except BaseException as error:
        sending.throw(error)
        raise
    yield from sending.__await__()


def _weight(message: Message | bytes) -> int:
    return len(message) if isinstance(message, bytes) else 0


def _merge(waiting: Message | bytes, newer: Message) -> bool:
    """Puts a newer frame in the place of one that waits; not when both acknowledge an action."""
    if isinstance(waiting, bytes) or ("ack" in waiting and "ack" in newer):
        return False
    waiting.update(newer, facts=[*waiting["facts"], *newer["facts"]])
    return True
