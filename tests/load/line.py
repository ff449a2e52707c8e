"""A client's end of a WebSocket that costs little: what the server sends is read, and nothing else."""

import asyncio
import struct
from typing import Protocol

from tests.limits.raw import CLOSE, PING, PONG, TEXT, frame, handshake


class Reader(Protocol):
    """Who is told what comes."""

    def opened(self) -> None:
        """The server has let it in."""
        ...

    def read(self, text: bytes) -> None:
        """A message."""
        ...

    def closed(self, code: int) -> None:
        """The end: the server's code, 1006 without one, 0 when it was not let in."""
        ...


class Line(asyncio.Protocol):
    """One connection to a room's socket."""

    def __init__(self, reader: Reader, room: str, token: str) -> None:
        self.received = 0
        """Bytes so far."""
        self._reader, self._hello = reader, handshake(room, token)
        self._transport: asyncio.Transport | None = None
        self._open = self._over = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks to be let in."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Takes whatever is whole, and keeps the rest."""
        self.received += len(data)
        data = self._rest + data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._end(0)
                return
            self._open = True
            self._reader.opened()
        self._rest = self._frames(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end without a goodbye."""
        self._end(1006 if self._open else 0)

    def say(self, text: bytes) -> None:
        """Sends a message."""
        if self._transport is not None and not self._over:
            self._transport.write(frame(TEXT, text))

    def end(self) -> None:
        """Breaks it off; the reader is told nothing."""
        self._over = True
        if self._transport is not None:
            self._transport.abort()

    def _frames(self, data: bytes) -> bytes:
        at = 0
        while len(data) - at >= 2 and not self._over:
            opcode, size, head = data[at] & 15, data[at + 1], 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(data) - at < head:
                break
            if head > 2:
                size = int.from_bytes(data[at + 2 : at + head], "big")
            if len(data) - at < head + size:
                break
            self._take(opcode, data[at + head : at + head + size])
            at += head + size
        return data[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._reader.read(payload)
        elif opcode == PING and self._transport is not None:
            self._transport.write(frame(PONG, payload))
        elif opcode == CLOSE:
            self._end(struct.unpack(">H", payload[:2])[0] if payload else 1005)

    def _end(self, code: int) -> None:
        if not self._over:
            self._over = True
            if self._transport is not None:
                self._transport.abort()
            self._reader.closed(code)
