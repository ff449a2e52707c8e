"""A stranger's end of a connection: any bytes, in any order, and nothing read that is not asked for."""

import socket
import struct
from typing import Self

TEXT, BINARY, CLOSE, PING, PONG, CONT = 1, 2, 8, 9, 10, 0


def handshake(room: str, token: str | None = None, *more: str) -> bytes:
    lines = [
        f"GET /api/v1/rooms/{room}/socket HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *((f"Authorization: Bearer {token}",) if token else ()),
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(
    opcode: int, payload: bytes = b"", *, fin: bool = True, length: int | None = None, rsv: int = 0
) -> bytes:
    """A masked frame; `length` is what its head says where that is not the truth."""
    size = len(payload) if length is None else length
    head = bytes([(fin << 7) | rsv << 4 | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", size)
    return head + b"\0\0\0\0" + payload  # a mask of zeros changes nothing


class Raw:
    """A connection, of a stranger unless it says who it is."""

    def __init__(self, port: int, source: str = "127.0.0.1", window: int | None = None) -> None:
        self.socket = socket.socket()
        if window is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.bind((source, 0))
        self.socket.settimeout(15)
        self.socket.connect(("127.0.0.1", port))
        self._read = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def upgrade(self, room: str, token: str | None = None, *more: str) -> int:
        """The status of the answer to the handshake."""
        self.socket.sendall(handshake(room, token, *more))
        return int(self._head().split()[1])

    def say(self, text: str) -> None:
        self.socket.sendall(frame(TEXT, text.encode()))

    def hello(self) -> None:
        """Comes to the table, and has its first frame."""
        self.say('{"type":"hello","protocol":1,"version":null}')
        opcode, payload = self.frame()
        assert (opcode, payload[:15]) == (TEXT, b'{"type":"frame"'), payload

    def push(self, data: bytes) -> bool:
        """Sends as much as goes; False when the other side is gone or takes nothing more."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def frame(self) -> tuple[int, bytes]:
        """The next frame: its opcode and what is in it."""
        first, second = self._exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._exactly(8))
        return first & 0x0F, self._exactly(size)

    def closed(self) -> tuple[list[bytes], int]:
        """The texts until the server closes, and its code; 1006 when it did not say one."""
        texts: list[bytes] = []
        try:
            while True:
                opcode, payload = self.frame()
                if opcode == CLOSE:
                    return texts, struct.unpack(">H", payload[:2])[0]
                if opcode == TEXT:
                    texts.append(payload)
        except OSError:
            return texts, 1006

    def gone(self) -> bool:
        """Whether the server closes, whatever it says before; False when it has not in 15 seconds."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def _head(self) -> str:
        while b"\r\n\r\n" not in self._read:
            self._more()
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        return head.decode()

    def _exactly(self, size: int) -> bytes:
        while len(self._read) < size:
            self._more()
        data, self._read = self._read[:size], self._read[size:]
        return data

    def _more(self) -> None:
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionResetError
        self._read += data
