"""The public rooms of all nodes, as the lobby shows them to strangers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from truco.server.clock import Clock
from truco.server.feed import Feed
from truco.server.listing import listed
from truco.server.registry import Registry
from truco.server.runner import Runner

Listing = dict[str, Any]


class _Elsewhere(NamedTuple):
    """A room of another node: its listing, and since when it waits, in seconds of our clock."""

    node: str
    listing: Mapping[str, Any]
    since: float


class Directory:
    """Our own rooms as they are, those of others as they were last told. `tell` tells the others of ours."""

    def __init__(self, registry: Registry, clock: Clock, feed: Feed) -> None:
        self._registry, self._clock, self._feed = registry, clock, feed
        self._elsewhere: dict[str, _Elsewhere] = {}
        self.tell: Callable[[str, Listing | None], None] = _nobody

    def changed(self, runner: Runner) -> None:
        """One of our rooms may look different now."""
        room = runner.room.id
        listing = _listed(runner) if self._registry.shows(runner) else None
        self._elsewhere.pop(room, None)
        if listing is not None:
            self._feed.show(room, listing)
        elif not runner.gone:
            self._feed.hide(room)
        self.tell(room, listing)

    def own(self) -> list[Listing]:
        """Our public rooms."""
        return [_listed(runner) for runner in self._registry if self._registry.shows(runner)]

    def heard(self, node: str, room: str, listing: Listing | None) -> None:
        """Another node tells of a room of its own: how it looks, or that it is not to be shown."""
        if self._registry.get(room) is not None:
            return  # it came late: the room is ours by now
        if listing is not None:
            self._elsewhere[room] = _Elsewhere(node, listing, self._clock.now() - listing["waiting_seconds"])
            self._feed.show(room, listing)
        elif room in self._elsewhere and self._elsewhere[room].node == node:
            del self._elsewhere[room]
            self._feed.hide(room)

    def heard_all(self, node: str, listings: list[Listing]) -> None:
        """Another node tells of all its rooms: any other is not there any more."""
        for listing in listings:
            self.heard(node, listing["id"], listing)
        rooms = {listing["id"] for listing in listings}
        for room, told in tuple(self._elsewhere.items()):
            if told.node == node and room not in rooms:
                self.heard(node, room, None)

    def listings(self) -> list[Listing]:
        """All public rooms, as strangers see them."""
        now = self._clock.now()
        others = [
            {**told.listing, "waiting_seconds": 0 if told.listing["playing"] else round(now - told.since)}
            for room, told in self._elsewhere.items()
            if self._registry.get(room) is None
        ]
        return [*self.own(), *others]

    def waiting(self) -> list[Listing]:
        """Those with a chair free and no game on: the fullest first, then the longest waiting."""
        rooms = [one for one in self.listings() if not one["playing"] and None in one["chairs"]]
        return sorted(rooms, key=lambda one: (one["chairs"].count(None), -one["waiting_seconds"]))


def _listed(runner: Runner) -> Listing:
    return listed(runner.state, runner.waiting())


def _nobody(room: str, listing: Listing | None) -> None:
    """A server that is alone tells nobody."""
