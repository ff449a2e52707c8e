"""The lines to our peers: uvicorn's two protocols, with a bound to all that a stranger may make us keep.

What is open is counted before a byte of it is read, a request has to come within some seconds, and of a
WebSocket no more is taken apart than what the application is ready to hear.
"""

import asyncio
from collections.abc import Container
from ipaddress import ip_address, ip_network
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from truco.protocol.codes import MAX_MESSAGE, Close
from truco.server.limits import Bucket, Places, network

REQUEST: Final = 10.0
"""Seconds in which a request must have come, to the last byte of its body."""

FRAGMENTS: Final = 64
"""Parts that one message may come in."""

CONTROLS: Final = 20
"""Pings and pongs that may come at once; of those, one more each second."""

_GOODBYE: Final = 3.0
"""Seconds in which the peer may answer our goodbye."""

_LATE: Final = 4 * MAX_MESSAGE
"""Bytes that are read of one who goes on after our goodbye, to find theirs."""

_NOT_TEXT: Final = 1007
_WHOLE: Final = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.SWITCHED_PROTOCOL)


class Proxies:
    """The addresses whose peers count one by one, and are not to be counted as one; as uvicorn reads them."""

    def __init__(self, names: str) -> None:
        self._names = [name.strip() for name in names.split(",")]

    def __contains__(self, host: object) -> bool:
        if "*" in self._names or host in self._names:
            return True
        try:
            address = ip_address(str(host))
        except ValueError:
            return False
        return any(_within(address, name) for name in self._names)


class Config(uvicorn.Config):
    """uvicorn's configuration, with what its lines count by.

    `all_lines` are the open connections of any kind; `requests` are those of one address that are no
    WebSocket.
    """

    def __init__(
        self, *args: Any, all_lines: int, requests: int, proxies: Container[str], **options: Any
    ) -> None:
        super().__init__(*args, http=RequestLine, ws=SocketLine, **options)
        self.all_lines, self.places, self.proxies = all_lines, Places(requests), proxies


class RequestLine(H11Protocol):
    """A connection for plain requests, until one of them makes it a WebSocket."""

    _place: str | None = None
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection; one too many is dropped without a word, which would cost more."""
        super().connection_made(transport)
        config = cast(Config, self.config)
        host = self.client[0] if self.client else ""
        if len(self.connections) > config.all_lines:
            transport.abort()
            return
        if host not in config.proxies:
            key = network(host)
            if not config.places.take(key):
                transport.abort()
                return
            self._place = key
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Reads on; a request that has begun has its seconds to be whole."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return
        if self.conn.their_state in _WHOLE:
            self._forget_request()
        elif self._clock is None and not self.transport.is_closing():
            self._await_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection on; what is open as a WebSocket is counted elsewhere."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the connection."""
        self._let_go()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._clock = self.loop.call_later(REQUEST, self.transport.abort)

    def _forget_request(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _let_go(self) -> None:
        self._forget_request()
        if self._place is not None:
            cast(Config, self.config).places.give(self._place)
            self._place = None


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket.

    Of what arrives at once it takes one message's length apart at a time, and no more while the application
    has not heard what there is.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.close_timeout = _GOODBYE
        self._unread = bytearray()
        self._late = 0
        self._controls = Bucket(1, CONTROLS, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """Keeps what arrived, and reads of it what may be read now."""
        if self._late <= _LATE:
            self._unread += data
            self._read()

    async def receive(self) -> Any:
        """The next event for the application, which may be read on after it."""
        event = await super().receive()
        if self._unread:
            self._read()
        return event

    async def send(self, message: Any) -> None:
        """Sends what the application says; after its close the rest is read for the peer's goodbye."""
        await super().send(message)
        if self._unread:
            self._read()

    def keepalive_timeout(self) -> None:
        """Nothing was heard for long. One who does not read would not read a goodbye either."""
        if self.writable.is_set():
            super().keepalive_timeout()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Another part of a message, of which there may not be too many."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self._cut(Close.TOO_BIG)

    def handle_ping(self) -> None:
        """Answers a ping; not one who reads no answers, since nothing would bound those."""
        if not self._may_control():
            self._cut(Close.ABUSE)
        elif self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """Takes note of a pong."""
        if self._may_control():
            super().handle_pong(event)
        else:
            self._cut(Close.ABUSE)

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on; the framework would log a stranger's broken text as a fault of ours."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._cut(_NOT_TEXT)
        else:
            super().send_receive_event_to_app()

    def _read(self) -> None:
        while self._unread and not self.read_paused:
            if self.transport.is_closing() or self._too_late():
                self._unread.clear()
                return
            part = bytes(self._unread[:MAX_MESSAGE])
            del self._unread[:MAX_MESSAGE]
            super().data_received(part)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse()

    def _too_late(self) -> bool:
        """Whether a goodbye was said and so much came since that the rest is to wait for the end unread."""
        if self.close_sent:
            self._late += min(len(self._unread), MAX_MESSAGE)
            if self._late > _LATE:
                self.transport.pause_reading()
        return self._late > _LATE

    def _refuse(self) -> None:
        """Says what the parser has to say of a handshake that it cannot read."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def _may_control(self) -> bool:
        return self.handshake_complete and self._controls.take(self.loop.time())

    def _cut(self, code: int) -> None:
        """Ends the connection with a word of why, where that can still be sent."""
        if self.close_sent or self.transport.is_closing():
            return
        if not (self.handshake_complete and self.writable.is_set()):
            self.transport.abort()
            return
        self.conn.fail(code)
        self.handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _within(address: object, name: str) -> bool:
    try:
        return address in ip_network(name, strict=False)  # type: ignore[operator]
    except ValueError:
        return False
