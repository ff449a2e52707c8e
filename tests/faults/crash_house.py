"""The real server without its network: store, tables and sockets put together as `truco.app` does.

The only file of these tests that knows how that is done.
"""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from sqlalchemy import make_url
from starlette.types import Message

from tests.faults.crash_life import Life, LifeClock
from tests.server.house import SeededChance
from truco.server.identity import new_id
from truco.server.lease import Lease
from truco.server.limits import Buckets, Places
from truco.server.registry import Registry
from truco.server.sockets import Entrance, TableSockets
from truco.store import Entry, Store
from truco.store.engines import Engines
from truco.table.clocks import Times
from truco.table.refused import Refused
from truco.table.wishes import SetReady, Sit

PLENTY = 1_000_000


class CrashHouse:
    """A server in one life, over the database at `url`."""

    def __init__(self, life: Life, url: str, seed: int) -> None:
        self.life, self.clock = life, LifeClock(life)
        self._url, self._chance = url, SeededChance(seed)
        self._store: Store | None = None
        self._registry: Registry | None = None
        self._sockets: TableSockets | None = None

    async def open(self) -> None:
        """Opens the store and takes over its rooms; a task of the server's life.

        As `Store.open` does, but for the look at the schema, which takes longer than all else.
        """
        store = self._store = Store(Engines.of(make_url(self._url)))
        store._writer.start()
        self._prepare(store)
        self._registry = Registry(store, self.clock, Times(), self._chance, new_id(), Lease(self.clock))
        await self._registry.start()
        entrance = Entrance(
            registry=self._registry,
            tokens=self._registry.tokens,
            clock=self.clock,
            origins=(),
            places=Places(PLENTY),
            requests=Buckets(PLENTY, PLENTY, self.clock.now),
            messages_per_second=PLENTY,
        )
        self._sockets = TableSockets(_nowhere, lambda: entrance)

    def _prepare(self, store: Store) -> None:
        """For houses that are built otherwise."""

    async def close(self) -> None:
        """Lets go of the database."""
        if self._store is not None:
            await self._store.close()

    def socket(
        self,
        room: str,
        token: str,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> Coroutine[Any, Any, None]:
        """One socket, from the handshake to its end; a task of the server's life."""
        assert self._sockets is not None, "the server has started"
        scope = {
            "type": "websocket",
            "path": f"/api/v1/rooms/{room}/socket",
            "headers": [(b"host", b"localhost"), (b"authorization", b"Bearer " + token.encode())],
            "query_string": b"",
            "scheme": "ws",
            "client": ("127.0.0.1", 1),
        }
        return self._sockets(scope, receive, send)

    async def set_ready(self, room: str, guest: str, told: Callable[[], None]) -> None:
        """What REST does for one who is ready; `told` is the answer, when it is yes."""
        with suppress(Refused):
            await self._ask(room, guest, SetReady(True))
            if not self.life.dead:
                told()

    async def sit(self, room: str, guest: str, seat: int) -> None:
        """What REST does for one who takes a chair."""
        with suppress(Refused):
            await self._ask(room, guest, Sit(seat))

    async def _ask(self, room: str, guest: str, wish: SetReady | Sit) -> None:
        assert self._registry is not None, "the server has started"
        runner = await self._registry.find(room)
        assert runner is not None, "the room is open"
        await runner.ask(guest, wish)


class Hasty(CrashHouse):
    """A server that says that something is written before it is."""

    def _prepare(self, store: Store) -> None:
        append, life = store.journal.append, self.life

        async def soon(entry: Entry) -> None:
            life.spawn(append(entry))

        store.journal.append = soon


async def _nowhere(*_: Any) -> None:
    raise AssertionError("only sockets come here")
