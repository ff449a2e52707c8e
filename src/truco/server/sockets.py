"""A table's WebSocket: who may come in, what is read from them, and when they are sent away."""

import asyncio
import re
from collections.abc import Callable, Collection
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final, cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from truco.protocol.codes import BAD_MESSAGES, MAX_MESSAGE, PROTOCOL, Close, ErrorCode
from truco.protocol.inbound import BadMessage, Hello, Inbound, Ping, Wished, decode
from truco.server.audience import error
from truco.server.clock import Clock, Timer, sleep
from truco.server.connection import Connection
from truco.server.errors import Problem
from truco.server.identity import address_of, digest, token_of
from truco.server.limits import Bucket, Buckets, Places, TooMany
from truco.server.origin import allowed
from truco.server.registry import Owner, Registry
from truco.server.tokens import Tokens, Watch
from truco.store import StoreUnavailable

HELLO: Final = 5.0
"""Seconds in which the first message must come."""

SILENCE: Final = 35.0
"""Seconds without a message after which a socket is given up."""

_UNANSWERED: Final = 64
"""Actions of one socket that may wait for their answers."""

_SEARCH: Final = 30.0
"""Seconds in which a table that has moved must be found again, before its people are sent to look anew."""

_AGAIN: Final = 0.25
"""Seconds between two looks."""

_DROPPED: Final = 20
"""Messages over the limit that are dropped before the socket is closed, of those one more each second."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """What the endpoint asks before and after it lets somebody in."""

    registry: Registry
    tokens: Tokens
    clock: Clock
    origins: Collection[str]
    places: Places
    requests: Buckets
    messages_per_second: int


_PATH: Final = re.compile(r"/api/v1/rooms/([\w-]{1,64})/socket")


class TableSockets:
    """Takes the WebSockets out of the stream of requests; all else goes on to `app`.

    It stands before the framework, whose layers would wrap every message.
    """

    def __init__(self, app: ASGIApp, entrance: Callable[[], Entrance | None]) -> None:
        self._app, self._entrance = app, entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves `/api/v1/rooms/{room}/socket`, refuses any other path of a WebSocket."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        await receive()
        path = _PATH.fullmatch(scope["path"])
        if path is None:
            await _deny(scope, receive, send, Problem(404, "not_found"))
        else:
            await self._admit(path[1], scope, receive, send)

    async def _admit(self, room: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses before the upgrade what comes from elsewhere or too often, then accepts and serves."""
        asked, entrance = HTTPConnection(scope), self._entrance()
        if entrance is None:
            await _deny(scope, receive, send, Problem(503, "starting", wait=1))
            return
        address = address_of(asked)
        if not allowed(asked, entrance.origins):
            await _deny(scope, receive, send, Problem(403, "foreign_origin"))
            return
        if not entrance.requests.take(address):
            await _deny(scope, receive, send, Problem(429, "throttled", wait=entrance.requests.wait(address)))
            return
        with ExitStack() as held:
            try:
                held.enter_context(entrance.places.one(address))
            except TooMany:
                await _deny(scope, receive, send, Problem(429, "throttled", wait=60))
                return
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await _Visit(room, asked, receive, send, entrance).run()


async def _deny(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """Answers the handshake with a problem instead of an upgrade."""
    if "websocket.http.response" in scope.get("extensions", {}):
        response = problem.response()
        await response({**scope, "type": "websocket"}, receive, send)
    else:
        await send({"type": "websocket.close", "code": int(Close.POLICY)})


class _Visit:
    """One accepted socket from its first message to its last."""

    def __init__(
        self, room: str, asked: HTTPConnection, receive: Receive, send: Send, entrance: Entrance
    ) -> None:
        self._room = room
        self._token = token_of(asked)
        self._tokens, self._registry = entrance.tokens, entrance.registry
        self._receive, self._clock = receive, entrance.clock
        self._connection = Connection(cast(Callable[[Any], Any], send), self._clock)
        self._runner: Owner | None = None
        self._entered = False
        self._search: asyncio.Task[None] | None = None
        self._found_at: float | None = None
        self._watch: Watch | None = None
        self._bucket = Bucket(
            entrance.messages_per_second, 2 * entrance.messages_per_second, self._clock.now()
        )
        self._mercy = Bucket(1, _DROPPED, self._clock.now())
        self._bad = 0
        self._heard = self._clock.now()
        self._timer: Timer | None = None

    async def run(self) -> None:
        """Serves until the socket is closed from one side or the other."""
        try:
            await self._identify()
            self._timer = self._clock.call_at(self._clock.now() + HELLO, self._no_hello)
            await self._listen()
        finally:
            if self._timer is not None:
                self._timer.cancel()
            if self._search is not None:
                self._search.cancel()
            if self._watch is not None:
                self._tokens.unwatch(self._watch)
            self._lost()
            self._connection.end()

    async def _identify(self) -> None:
        """Whose socket this is.

        A wrong token is a close after the accept: no page can read a refused handshake.
        """
        try:
            guest = await self._guest()
        except StoreUnavailable:
            self._away()
            return
        if guest is None or self._token is None:
            self._connection.close(Close.BAD_TOKEN)
        else:
            self._connection.guest = guest
            self._watch = self._tokens.watch(guest, digest(self._token), self._room, self._expelled)

    def _expelled(self) -> None:
        """The guest has another token by now."""
        self._connection.close(Close.BAD_TOKEN)

    async def _guest(self) -> str | None:
        return await self._tokens.guest(digest(self._token), self._room) if self._token else None

    async def _listen(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._connection.closing:
                continue
            self._heard = self._clock.now()
            if not self._bucket.take(self._heard):
                self._throttle()
                continue
            try:
                await self._obey(_read(message.get("text")))
            except BadMessage as bad:
                self._complain(bad)

    async def _obey(self, message: Inbound) -> None:
        """Does what a well formed message asks; the first is a hello, and no other is."""
        if not self._entered:
            if not isinstance(message, Hello):
                raise BadMessage(at="type", why="no_hello")
            await self._enter(message)
        elif isinstance(message, Ping):
            self._connection.say({"type": "pong", "t": message.t})
        elif isinstance(message, Hello):
            raise BadMessage(at="type", why="hello_again")
        else:
            self._wish(message)

    def _wish(self, message: Wished) -> None:
        """Hands an action on; kept until it is answered, should the table move meanwhile."""
        asked = self._connection.asked
        if len(asked) >= _UNANSWERED:
            self._throttle()
            return
        asked[message.aid] = message
        if self._runner is not None and not self._runner.wish(self._connection, message):
            del asked[message.aid]
            self._throttle()

    async def _enter(self, hello: Hello) -> None:
        """Takes the guest to their table, if the token is not worthless by now.

        That may take longer than a hello, when many tables are taken up at once.
        """
        if self._timer is not None:
            self._timer.cancel()
        if hello.protocol != PROTOCOL:
            self._connection.close(Close.PROTOCOL)
            return
        try:
            runner = await self._registry.find(self._room)
            guest = await self._guest()
        except StoreUnavailable:
            self._away()
            return
        if guest is None:
            self._connection.close(Close.BAD_TOKEN)
        elif runner is None:
            self._connection.close(Close.NOT_FOUND)
        elif not self._connection.closing:
            self._entered = True
            self._connection.lost = self._lost
            self._connection.moved = self._moved
            self._connection.version = hello.version
            self._sit_down(runner, again=False)
            self._watch_silence()

    def _sit_down(self, runner: Owner, *, again: bool) -> None:
        """Comes to a table, with the version last seen there and what it has not answered."""
        self._runner = runner
        runner.attach(self._connection, self._connection.version, again=again)
        for message in self._connection.asked.values():
            runner.wish(self._connection, message)

    def _moved(self) -> None:
        """The table is not where it was."""
        self._runner = None
        if self._search is None and not self._connection.closing:
            self._search = asyncio.create_task(self._find_again())

    async def _find_again(self) -> None:
        """Looks for the table until it is found, or for so long that the client had better come anew."""
        until = self._clock.now() + _SEARCH
        if self._found_at is not None and self._clock.now() < self._found_at + _AGAIN:
            await sleep(self._clock, _AGAIN)  # its owner is not ready yet
        while not self._connection.closing:
            try:
                runner = await self._registry.find(self._room)
            except StoreUnavailable:
                if self._registry.stopping or self._clock.now() >= until:
                    self._away()
                    break
                await sleep(self._clock, _AGAIN)
                continue
            self._search = None
            self._found_at = self._clock.now()
            if runner is None:
                self._connection.close(Close.NOT_FOUND)
            else:
                self._sit_down(runner, again=True)
            return

    def _lost(self) -> None:
        if self._runner is not None:
            self._runner.detach(self._connection)

    def _watch_silence(self) -> None:
        """Gives the socket up when nothing was heard for too long; else looks again when that may be."""
        if self._timer is not None:
            self._timer.cancel()
        if self._clock.now() >= self._heard + SILENCE:
            self._connection.close(Close.SLOW)
            self._lost()
        elif not self._connection.closing:
            self._timer = self._clock.call_at(self._heard + SILENCE, self._watch_silence)

    def _away(self) -> None:
        """The store cannot be asked, or this server stops: come back in a moment."""
        if not self._registry.stopping:
            self._say_error("unavailable")
        self._connection.close(Close.RESTART)

    def _no_hello(self) -> None:
        self._connection.close(Close.POLICY)

    def _complain(self, bad: BadMessage) -> None:
        """Answers a bad message; the third closes the socket."""
        self._bad += 1
        self._say_error("bad_message", **bad.params)
        if bad.params["why"] == "too_big":
            self._connection.close(Close.TOO_BIG)
        elif self._bad >= BAD_MESSAGES:
            self._connection.close(Close.POLICY)

    def _throttle(self) -> None:
        """Drops a message; whoever goes on like that is sent away for good."""
        self._say_error("throttled")
        if not self._mercy.take(self._heard):
            self._connection.close(Close.ABUSE)

    def _say_error(self, code: ErrorCode, **params: str) -> None:
        self._connection.say(error(code, **params))


def _read(text: str | None) -> Inbound:
    """The message of a text frame.

    Raises:
        BadMessage: it is none, or the frame is binary, or too big (where the server in front lets such
        through).
    """
    if text is None:
        raise BadMessage(at="", why="binary")
    if len(text) > MAX_MESSAGE:
        raise BadMessage(at="", why="too_big")
    return decode(text)
