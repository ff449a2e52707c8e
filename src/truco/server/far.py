"""Tables on other nodes, as guests of this one reach them."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Final

import orjson

from truco.protocol.codes import Close
from truco.protocol.inbound import Wished
from truco.rules.plain import to_plain
from truco.server.connection import Connection
from truco.server.errors import TableError
from truco.store import StoreUnavailable
from truco.store.bus import Message
from truco.table.refused import Refused
from truco.table.wishes import Wish

PATIENCE: Final = 5.0
"""Seconds that a question to another node may wait for its answer."""

Send = Callable[[str, Message], None]
"""Sends a message to a node; what is lost is found missing and asked again."""


class FarRunner:
    """The same as a `Runner` for those who ask, but the table is elsewhere."""

    def __init__(self, room: str, node: str, runners: "FarRunners") -> None:
        self.room_id, self.node = room, node
        self._runners = runners
        self._links: dict[Connection, int] = {}

    async def look(self, guest: str | None) -> dict[str, Any]:
        """The room as this guest is shown it over REST. Raises StoreUnavailable."""
        return await self._runners.call(self.node, "look", self.room_id, guest)

    async def ask(self, guest: str, wish: Wish) -> dict[str, Any]:
        """The room after a wish, once that is durable. Raises as `Runner.ask` does."""
        return await self._runners.call(self.node, "ask", self.room_id, guest, to_plain(wish))

    def attach(self, connection: Connection, version: int | None, *, again: bool = False) -> None:
        """A socket here has said hello, or has lost the link that it had.

        Each link has a number of its own: what is still under way to the one before is not heard.
        """
        self._unlink(connection)
        if self._runners.known(self.room_id) is not self:
            connection.move()  # its owner has changed since it was found, and nobody would tell
            return
        link = self._links[connection] = self._runners.link(connection)
        who = [connection.guest, connection.client]
        self._runners.send(self.node, ["attach", link, self.room_id, *who, version, again])

    def detach(self, connection: Connection) -> None:
        """A socket here is gone."""
        link = self._unlink(connection)
        if link is not None:
            self._runners.send(self.node, ["detach", link])

    def wish(self, connection: Connection, message: Wished) -> bool:
        """Hands an action on."""
        link = self._links.get(connection)
        if link is not None:
            self._runners.send(self.node, ["wish", link, orjson.dumps(message).decode()])
        return True

    @property
    def links(self) -> list[int]:
        """The numbers of all links."""
        return list(self._links.values())

    def attach_again(self) -> None:
        """Something may have been lost: every link is made anew, and what has no answer is asked again."""
        for connection in tuple(self._links):
            if not connection.closing:
                self.attach(connection, connection.version, again=True)
                for message in connection.asked.values():
                    self.wish(connection, message)

    def lose(self) -> None:
        """The table is not there any more: whoever is at it looks for it."""
        for connection in tuple(self._links):
            self._unlink(connection)
            connection.move()

    def _unlink(self, connection: Connection) -> int | None:
        link = self._links.pop(connection, None)
        if link is not None:
            self._runners.unlink(link)
        return link


class FarRunners:
    """All of them, the links to them, and the questions that wait for an answer."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self._rooms: dict[str, FarRunner] = {}
        self._links: dict[int, Connection] = {}
        self._answers: dict[int, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        """The room that is asked about, and who waits."""
        self._numbers = itertools.count(1)

    def known(self, room: str) -> FarRunner | None:
        """The runner of a room whose owner is known already."""
        return self._rooms.get(room)

    def at(self, room: str, node: str) -> FarRunner:
        """The runner of a room that another node owns."""
        far = self._rooms.get(room)
        if far is None or far.node != node:
            self.forget(room)
            far = self._rooms[room] = FarRunner(room, node, self)
        return far

    @property
    def nodes(self) -> set[str]:
        """The nodes that own them."""
        return {far.node for far in self._rooms.values()}

    def of(self, node: str | None) -> list[FarRunner]:
        """Those of one node, or all (None)."""
        return [far for far in self._rooms.values() if node in (None, far.node)]

    def forget(self, room: str, node: str | None = None) -> None:
        """The room's owner is another from now on, or none; only if it was `node`, where one is named."""
        far = self._rooms.get(room)
        if far is not None and node in (None, far.node):
            del self._rooms[room]
            far.lose()

    def send_away(self) -> None:
        """Sends everyone away who comes back soon (4003)."""
        for connection in tuple(self._links.values()):
            connection.close(Close.RESTART)

    def link(self, connection: Connection) -> int:
        """A new link's number."""
        link = next(self._numbers)
        self._links[link] = connection
        return link

    def unlink(self, link: int) -> None:
        """A link that is no more."""
        self._links.pop(link, None)

    async def call(self, node: str, word: str, room: str, *question: Any) -> dict[str, Any]:
        """A question to a node, and its answer.

        Raises:
            Refused, TableError: what the table says.
            StoreUnavailable: there is no answer now.
        """
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = room, answer
        self.send(node, [word, number, room, *question])
        try:
            async with asyncio.timeout(PATIENCE):
                return await answer
        except TimeoutError:
            raise StoreUnavailable("the table's node does not answer") from None
        finally:
            del self._answers[number]

    # What the other nodes say

    def away(self, node: str, room: str) -> None:
        """A node does not run this room."""
        self.forget(room, node)

    def frame(self, link: int, version: int, aid: str | None, text: str) -> None:
        """A frame for the socket of a link. One that tells of nothing new may show other clocks."""
        connection = self._links.get(link)
        if connection is not None:
            connection.relay(text.encode(), version, aid)

    def say(self, link: int, message: dict[str, Any]) -> None:
        """Any other message for it."""
        if (connection := self._links.get(link)) is not None:
            connection.say(message)

    def close(self, link: int, code: int) -> None:
        """Its end."""
        if (connection := self._links.get(link)) is not None:
            connection.close(Close(code))

    def answered(self, node: str, number: int, how: str, said: Any) -> None:
        """The answer to a question."""
        room, answer = self._answers.get(number, ("", None))
        if answer is None or answer.done():
            return  # it came too late
        if how == "away":
            self.forget(room, node)  # whoever asks next looks for it anew
        match how:
            case "done":
                answer.set_result(said)
            case "refused":
                answer.set_exception(Refused(*said))
            case "broken":
                answer.set_exception(TableError())
            case _:
                answer.set_exception(StoreUnavailable("the table has moved"))
