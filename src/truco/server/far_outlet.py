"""Guests at tables here whose sockets are on other nodes."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Protocol

import orjson

from truco.protocol.codes import Close
from truco.protocol.inbound import BadMessage, Hello, Ping, decode
from truco.rules.plain import Reader
from truco.server.errors import TableError
from truco.server.far import Send
from truco.server.runner import Runner
from truco.store import StoreUnavailable
from truco.store.bus import Message
from truco.table import wishes
from truco.table.refused import Refused

_WISHES: Final = Reader(
    (
        wishes.Join,
        wishes.Leave,
        wishes.Sit,
        wishes.Stand,
        wishes.SetReady,
        wishes.FreeChair,
        wishes.SetOptions,
        wishes.Close,
    )
)


class FarOutlet:
    """The table's end of a link. A frame is encoded here, once, and handed on as text there."""

    __slots__ = ("_link", "_say", "client", "closing", "ended", "guest", "room")

    def __init__(self, guest: str, client: str, room: str, link: int, say: Callable[[Message], None]) -> None:
        """`say` sends to the node where the socket is."""
        self.guest, self.client, self.room = guest, client, room
        self.closing = False
        self.ended: Callable[[], object] = _nothing
        """Called when the link is of no use any more."""
        self._link, self._say = link, say

    def frame(self, frame: Mapping[str, Any], ack: Mapping[str, Any] | None = None) -> None:
        """Sends a frame, with the acknowledgement of an action of this guest's."""
        message: dict[str, Any] = {"type": "frame", **frame}
        if ack is not None:
            message["ack"] = ack
        text = orjson.dumps(message).decode()
        self._say(["frame", self._link, message["version"], ack and ack["aid"], text])

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends any other message."""
        self._say(["say", self._link, message])

    def close(self, code: Close) -> None:
        """Closes the socket; when this node stops, the guest's own node looks for the table instead."""
        if code is Close.RESTART:
            self.move()
        else:
            self._end(["close", self._link, int(code)])

    def move(self) -> None:
        """The table is not here any more: it is to be looked for again."""
        self._end(["away", self.room])

    def _end(self, message: Message) -> None:
        if not self.closing:
            self.closing = True
            self._say(message)
            self.ended()


def _nothing() -> None:
    """Nobody waits for the end."""


class Runners(Protocol):
    """The tables that run here."""

    def get(self, room: str) -> Runner | None:
        """The runner of a room whose table is in memory here."""
        ...

    async def awake(self, room: str) -> Runner | None:
        """The same, also of a table that sleeps here, and is woken. Raises StoreUnavailable."""
        ...


class FarOutlets:
    """All of them, by the node and the number of their link."""

    def __init__(self, send: Send, runners: Runners) -> None:
        self._send, self._runners = send, runners
        self._links: dict[tuple[str, int], FarOutlet] = {}
        self._lost: dict[str, set[tuple[str, int]]] = {}
        """The links by room of which nobody knows whether they still hold."""
        self._coming: set[tuple[str, int]] = set()
        """The links that wait for a table to wake up."""
        self._tasks: set[asyncio.Task[None]] = set()

    def attach(
        self, node: str, link: int, room: str, guest: str, client: str, version: int | None, again: bool
    ) -> None:
        """A guest of another node comes to a table here."""
        runner = self._runners.get(room)
        if runner is None:
            self._coming.add((node, link))
            self._do(self._wake(node, link, room, guest, client, version, again))
            return
        outlet = FarOutlet(guest, client, room, link, lambda message: self._send(node, message))
        outlet.ended = lambda: self._forget((node, link))
        self._links[node, link] = outlet
        runner.attach(outlet, version, again=again)

    async def _wake(
        self, node: str, link: int, room: str, guest: str, client: str, version: int | None, again: bool
    ) -> None:
        """They come to a table that sleeps here, or is not here; unless they are gone by then."""
        runner = await self._awake(room)
        if (node, link) in self._coming:
            self._coming.discard((node, link))
            if runner is None:
                self._send(node, ["away", room])
            else:
                self.attach(node, link, room, guest, client, version, again)

    async def _awake(self, room: str) -> Runner | None:
        try:
            return await self._runners.awake(room)
        except StoreUnavailable:
            return None

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def detach(self, node: str, link: int) -> None:
        """Their socket is gone."""
        self._coming.discard((node, link))
        outlet = self._forget((node, link))
        runner = self._runners.get(outlet.room) if outlet else None
        if outlet is not None and runner is not None:
            runner.detach(outlet)

    def only(self, node: str, links: list[int]) -> None:
        """Another node has these links to tables here, and no others."""
        kept = frozenset(links)
        for of, link in (*self._links, *self._coming):
            if of == node and link not in kept:
                self.detach(of, link)

    def lose(self, node: str | None) -> None:
        """A node, or any of them (None), cannot be reached.

        The clocks of the tables stand still at which its guests are, until each is linked again, or dropped.
        """
        for key, outlet in self._links.items():
            if node in (None, key[0]):
                self._lost.setdefault(outlet.room, set()).add(key)
        for room in self._lost:
            self._reach(room, everyone=False)

    def _forget(self, key: tuple[str, int]) -> FarOutlet | None:
        """A link that is no more, or has another in its place."""
        outlet = self._links.pop(key, None)
        lost = self._lost.get(outlet.room) if outlet else None
        if outlet is not None and lost is not None:
            lost.discard(key)
            if not lost:
                del self._lost[outlet.room]
                self._reach(outlet.room, everyone=True)
        return outlet

    def _reach(self, room: str, *, everyone: bool) -> None:
        runner = self._runners.get(room)
        if runner is not None:
            runner.reach(everyone=everyone)

    def wish(self, node: str, link: int, text: str) -> None:
        """An action of theirs, read once more: a node of another release may have let it through."""
        outlet = self._links.get((node, link))
        runner = self._runners.get(outlet.room) if outlet else None
        if outlet is None or runner is None:
            return
        try:
            message = decode(text)
        except BadMessage:
            return
        if not isinstance(message, Hello | Ping):
            runner.wish(outlet, message)

    def question(self, node: str, number: int, room: str, guest: str | None, wish: Any = None) -> None:
        """What REST asks there of a table here; without a wish, how it looks."""
        self._do(self._answer(node, number, room, guest, wish))

    async def _answer(self, node: str, number: int, room: str, guest: str | None, wish: Any) -> None:
        runner = self._runners.get(room) or await self._awake(room)
        how, said = "away", None
        try:
            if runner is not None and (guest is None or wish is None):
                how, said = "done", await runner.look(guest)
            elif runner is not None and guest is not None:
                how, said = "done", await runner.ask(guest, _WISHES.from_plain(wish))
        except Refused as refused:
            how, said = "refused", [refused.code, refused.params]
        except TableError:
            how = "broken"
        except StoreUnavailable:
            how = "unavailable"
        self._send(node, ["answer", number, how, said])
