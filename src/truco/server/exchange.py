"""What nodes say to each other: links of guests to tables elsewhere, questions of REST, the lobby.

Messages may be lost. Whoever notices asks for everything anew (`again`): links are made again with the
version last seen, actions without an answer are sent again by their `aid`, the rooms of the lobby are told.
"""

import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from truco.protocol.codes import Close
from truco.server.directory import Directory
from truco.server.far import FarRunners
from truco.server.far_outlet import FarOutlets
from truco.server.registry import Registry
from truco.store.bus import Bus, Message

_log = logging.getLogger(__name__)


class Exchange:
    """One node among the others: it hears from the bus, and speaks for those who are here."""

    def __init__(self, registry: Registry, directory: Directory) -> None:
        self._registry, self._directory = registry, directory
        self._bus: Bus | None = None
        self._far = FarRunners(self._say)
        self._here = FarOutlets(self._say, registry)
        registry.others = self._far
        directory.tell = lambda room, listing: self._say(None, ["room", room, listing])
        far, here = self._far, self._here
        self._words: Mapping[str, Callable[..., None]] = {
            "frame": _unsigned(far.frame),
            "say": _unsigned(far.say),
            "close": _unsigned(far.close),
            "answer": far.answered,
            "away": far.away,
            "attach": here.attach,
            "detach": here.detach,
            "wish": here.wish,
            "look": here.question,
            "ask": here.question,
            "links": here.only,
            "room": directory.heard,
            "rooms": directory.heard_all,
            "expel": _unsigned(self._expel),
            "again": self._again,
        }

    @property
    def up(self) -> bool:
        """Whether the other nodes can be reached, as far as is known."""
        return self._bus is not None and self._bus.up

    def open(self, url: str) -> None:
        """Joins the bus at `url`."""
        self._bus = Bus(url, self._registry.node, self.heard, self.missed, self.lost)
        self._bus.start()

    async def close(self) -> None:
        """Leaves the bus, once what waits is sent."""
        if self._bus is not None:
            await self._bus.close()

    def expel(self, guest: str, code: Close) -> None:
        """Closes a guest's sockets, wherever they are, and lets their old token open nothing more."""
        self._registry.expel(guest, code)
        self._say(None, ["expel", guest, int(code)])

    @property
    def owners(self) -> set[str]:
        """The nodes that own the tables elsewhere, as far as is known here."""
        return self._far.nodes

    def unowned(self, node: str) -> None:
        """A node owns no tables any more: whoever is at one looks for it again."""
        for far in self._far.of(node):
            self._far.forget(far.room_id)

    def gone(self, node: str) -> None:
        """A node lives no more: its people are away, its tables go on elsewhere."""
        self._here.only(node, [])
        self.unowned(node)
        self._directory.heard_all(node, [])
        if self._bus is not None:
            self._bus.forget(node)

    def missed(self, node: str | None) -> None:
        """Something of a node, or of any of them (None), may have been lost."""
        self._registry.doubt()
        self._say(node, ["again"])
        # It may have missed what is here as well, and its own question may be what was lost.
        self._say(node, ["rooms", self._directory.own()])
        for owner in {far.node for far in self._far.of(node)}:
            self._link_again(owner)

    def lost(self, node: str | None) -> None:
        """A node, or any of them (None), cannot be reached, nor are its guests who are at tables here."""
        self._here.lose(node)

    def heard(self, node: str, message: Message) -> None:
        """One message of another node; words of a newer release are not known here, and left alone."""
        word, *said = message
        hear = self._words.get(word)
        if hear is None:
            return
        try:
            hear(node, *said)
        except Exception as bug:  # of this message alone: the others are to be heard
            frames = "".join(traceback.format_tb(bug.__traceback__))
            _log.error("%s from node %s: %s\n%s", word, node, type(bug).__name__, frames)

    def _expel(self, guest: str, code: int) -> None:
        """A guest has logged out at another node."""
        self._registry.expel(guest, Close(code))

    def _again(self, node: str) -> None:
        """Another node may have missed something of ours."""
        self._link_again(node)
        self._say(node, ["rooms", self._directory.own()])

    def _link_again(self, node: str) -> None:
        """Makes all links to a node anew, and says which those are."""
        for far in self._far.of(node):
            far.attach_again()
        self._say(node, ["links", [link for far in self._far.of(node) for link in far.links]])

    def _say(self, node: str | None, message: Message) -> None:
        if self._bus is not None:
            self._bus.send(node, message)


def _unsigned(hear: Callable[..., None]) -> Callable[..., None]:
    """For a word that means the same whoever says it."""

    def heard(_node: str, *said: Any) -> None:
        hear(*said)

    return heard
