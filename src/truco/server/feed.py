"""The live lobby: what changes in the public rooms, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

import orjson

from truco.server.clock import Clock

HEARTBEAT: Final = 15.0
"""Seconds without news after which a comment keeps the connection open."""

Listing = Mapping[str, Any]


class _Reader:
    """One who follows the lobby: the newest news of each room that it has not been sent yet.

    News of one room replace each other, so a slow reader holds at most one entry for each room.
    """

    __slots__ = ("news", "wake")

    def __init__(self) -> None:
        self.news: dict[str, Listing | None] = {}
        self.wake = asyncio.Event()


class Feed:
    """Tells every reader what the lobby shows now, then what changes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.listings: Callable[[], Sequence[Listing]] = tuple
        """The whole list as it is now."""
        self._readers: set[_Reader] = set()
        self._shown: dict[str, Listing] = {}
        self._closed = False

    def show(self, room: str, listing: Listing) -> None:
        """A public room as it is now; nothing is sent when it is as it was."""
        if self._shown.get(room) != listing:
            self._shown[room] = listing
            self._tell(room, listing)

    def hide(self, room: str) -> None:
        """A room that closed, or is public no more."""
        if self._shown.pop(room, None) is not None:
            self._tell(room, None)

    def close(self) -> None:
        """Ends every reader's stream."""
        self._closed = True
        for reader in self._readers:
            reader.wake.set()

    async def follow(self) -> AsyncIterator[bytes]:
        """The stream of one reader: `rooms` with the whole list, then `room` and `gone`."""
        reader = _Reader()
        self._readers.add(reader)
        try:
            yield b"retry: 2000\n" + _event("rooms", self.listings())
            while not self._closed:
                await self._news(reader)
                news, reader.news = reader.news, {}
                yield b"".join(_told(room, listing) for room, listing in news.items()) or b": still here\n\n"
        finally:
            self._readers.discard(reader)

    async def _news(self, reader: _Reader) -> None:
        """Waits for news, or for the next heartbeat."""
        timer = self._clock.call_at(self._clock.now() + HEARTBEAT, reader.wake.set)
        try:
            await reader.wake.wait()
        finally:
            timer.cancel()
        reader.wake.clear()

    def _tell(self, room: str, listing: Listing | None) -> None:
        for reader in self._readers:
            reader.news[room] = listing
            reader.wake.set()


def _told(room: str, listing: Listing | None) -> bytes:
    return _event("gone", {"id": room}) if listing is None else _event("room", listing)


def _event(name: str, data: object) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"
