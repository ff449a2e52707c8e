"""The ways into a room. A guest is in one room at a time, whichever nodes they ask."""

from typing import Any

from truco.server.entries import entry_of, room_row
from truco.server.errors import Problem
from truco.server.identity import new_code, new_id
from truco.server.names import skeleton
from truco.server.registry import Owner, Registry
from truco.store import Guest, Store
from truco.store.clock import now_ms
from truco.table.clocks import Times
from truco.table.events import RoomOpened
from truco.table.refused import Refused
from truco.table.table import Chance, Table
from truco.table.wishes import Join, Records


class Admission:
    """Lets guests into rooms: the database gives the guest to the room, then the table hears of them."""

    def __init__(self, store: Store, registry: Registry, times: Times, chance: Chance) -> None:
        self._store, self._registry, self._times, self._chance = store, registry, times, chance

    async def room_of(self, guest: str) -> str | None:
        """The room that a guest is a member of. Raises StoreUnavailable."""
        return await self._store.members.room_of(guest)

    async def open(
        self, host: Guest, name: str, *, public: bool, records: Records, rules: str
    ) -> dict[str, Any]:
        """Opens a room on this node with its host on the first chair; the answer is its listing.

        Raises:
            Problem: the guest is elsewhere, or the server stops.
            StoreUnavailable: nothing is opened.
        """
        elsewhere = await self.room_of(host.id)
        if elsewhere is not None:
            raise Problem(409, "elsewhere", room=elsewhere)
        self._not_stopping()
        fact = RoomOpened(new_id(), name, public, records, rules, new_code())
        table, step = Table.open(fact, self._times, self._chance)
        await self._store.rooms.add(room_row(table, now_ms()), self._registry.node)
        await self._store.journal.append(entry_of(table, step, 1))
        return await self.join(self._registry.run(table, 1), host)

    async def join(self, runner: Owner, guest: Guest) -> dict[str, Any]:
        """Makes the guest a member, on the first free chair; the answer is the room's listing.

        One who is a member already stays one.

        Raises:
            Problem: the guest is elsewhere, or the server stops.
            Refused: no chair is free, or a name like theirs is there.
            StoreUnavailable: nobody can say whether it was done.
        """
        seen = await runner.look(guest.id)
        if seen["you"]:
            return seen
        self._not_stopping()
        room = seen["id"]
        elsewhere = await self._store.members.claim(guest.id, room)
        if elsewhere is not None:
            raise Problem(409, "elsewhere", room=elsewhere)
        try:
            return await runner.ask(guest.id, Join(guest.name, skeleton(guest.name), sit=True))
        except Refused as refused:
            if refused.code == "already_member":  # by another request of theirs, at the same time
                return await runner.look(guest.id)
            await self._store.members.drop(guest.id, room)
            raise

    def _not_stopping(self) -> None:
        if self._registry.stopping:
            raise Problem(503, "stopping", wait=5)
