"""The composition root: puts the parts together, and is the only module that knows them all."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from fastapi import FastAPI

from truco.resources import static_folder
from truco.server import asking, errors, health, openapi
from truco.server.admission import Admission
from truco.server.chance import SystemChance
from truco.server.clock import Clock, LoopClock, sleep
from truco.server.directory import Directory
from truco.server.exchange import Exchange
from truco.server.feed import Feed
from truco.server.games import GameRoutes
from truco.server.gate import Gate
from truco.server.guests import GuestRoutes
from truco.server.headers import SecurityHeaders
from truco.server.health import State
from truco.server.identity import new_id
from truco.server.lease import Lease
from truco.server.limits import Buckets, Places
from truco.server.lobby import LobbyRoutes
from truco.server.node import Node
from truco.server.pages import Pages
from truco.server.registry import Registry
from truco.server.rooms import RoomRoutes
from truco.server.rules import RulesRoutes
from truco.server.sockets import Entrance, TableSockets
from truco.settings import Settings
from truco.store import Store, StoreUnavailable
from truco.table.clocks import Times
from truco.table.table import Chance

API = "/api/v1"

_OPENINGS_A_MINUTE = 10

_log = logging.getLogger(__name__)


def build(settings: Settings, *, clock: Clock | None = None, chance: Chance | None = None) -> FastAPI:
    """The whole application.

    Its lifespan opens the store, takes over the rooms in it, and lets go of both.
    """
    clock = clock or LoopClock()
    limits = Limits.of(settings, clock)
    house = House(settings, clock, chance or SystemChance(), limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        await house.open(app)
        try:
            yield
        except asyncio.CancelledError:
            return  # a second signal cuts the goodbye short; what was acknowledged is durable
        await house.close()

    app = FastAPI(
        title="truco",
        version=version("truco"),
        docs_url=None,
        redoc_url=None,
        openapi_url=openapi.URL,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.leave = house.leave
    errors.install(app)
    app.include_router(health.routes(house))
    openapi.describe(app)
    app.add_middleware(Gate, requests=limits.requests, origins=settings.origins, opened=house.opened)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(TableSockets, entrance=house.entrance)
    app.router.default = Pages(static_folder())
    return app


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address or guest may ask."""

    places: Places
    requests: Buckets
    newcomers: Buckets
    guesses: Buckets
    openings: Buckets

    @classmethod
    def of(cls, settings: Settings, clock: Clock) -> "Limits":
        """As the settings say."""

        def a_minute(many: int) -> Buckets:
            return Buckets(many / 60, many, clock.now)

        return cls(
            places=Places(settings.sockets_per_address),
            requests=Buckets(settings.requests_per_second, 4 * settings.requests_per_second, clock.now),
            newcomers=a_minute(settings.guests_per_minute),
            guesses=a_minute(settings.guesses_per_minute),
            openings=a_minute(_OPENINGS_A_MINUTE),
        )


class House:
    """What lives from start to stop: the store, the tables, the lobby's feed, the line to other nodes."""

    def __init__(self, settings: Settings, clock: Clock, chance: Chance, limits: Limits) -> None:
        self._settings, self._clock, self._chance, self._limits = settings, clock, chance, limits
        self._store: Store | None = None
        self.registry: Registry | None = None
        """The tables, once it is open."""
        self._feed: Feed | None = None
        self._exchange: Exchange | None = None
        self._node: Node | None = None
        self._lease: Lease | None = None
        self._opening: asyncio.Task[None] | None = None
        self._waits_for = ""

    async def open(self, app: FastAPI) -> None:
        """Opens the store and all that lives on it; while the store cannot be used, later by itself."""
        store = self._store = await Store.open(self._settings.database_url)
        if not await self._try_to_open(store, app):
            self._opening = asyncio.create_task(self._open_later(store, app))

    async def _open_later(self, store: Store, app: FastAPI) -> None:
        while not await self._try_to_open(store, app):
            await sleep(self._clock, 1)
        _log.info("the database is there: people may come")

    async def _try_to_open(self, store: Store, app: FastAPI) -> bool:
        """Whether all is open now; the operator is told why not, each reason once."""
        try:
            if await store.at_head():
                await self._open_on(store, app)
                return True
            reason = (
                "the database's tables are not those of this release: older ones wait for `truco migrate`, "
                "newer ones for a newer server"
            )
        except StoreUnavailable as away:
            reason = f"the database cannot be used, and is tried again every second: {away}"
        if reason != self._waits_for:
            self._waits_for = reason
            _log.warning(reason)
        return False

    async def _open_on(self, store: Store, app: FastAPI) -> None:
        """Takes over the rooms of the store, or its share of them, and gives `app` its routes.

        Raises StoreUnavailable, and then nothing runs.
        """
        settings, clock, limits = self._settings, self._clock, self._limits
        lasting = times(settings)
        lease = self._lease = Lease(clock)
        registry = Registry(store, clock, lasting, self._chance, new_id(), lease)
        feed = self._feed = Feed(clock)
        directory = Directory(registry, clock, feed)
        feed.listings, registry.changed = directory.listings, directory.changed
        if settings.redis_url:
            exchange = self._exchange = Exchange(registry, directory)
            lease.renew(clock.now())
            self._node = Node(store, registry, lease, clock, exchange)
            await self._node.start()
            exchange.open(settings.redis_url)
            expel = exchange.expel
        else:
            await _start(registry)
            expel = registry.expel
        admission = Admission(store, registry, lasting, self._chance)
        asking.let_in(app.state, store.guests)
        for router in (
            GuestRoutes(store, limits.newcomers, expel).router(),
            LobbyRoutes(
                registry, admission, directory, feed, limits.places, limits.guesses, limits.openings
            ).router(),
            RoomRoutes(registry).router(),
            GameRoutes(store, limits.guesses).router(),
            RulesRoutes().router(),
            openapi.protocol_route(),
        ):
            app.include_router(router, prefix=API)
        self.registry = registry

    def opened(self) -> bool:
        """Whether the tables are there."""
        return self.registry is not None

    @property
    def state(self) -> State:
        """Whether people may be sent here."""
        if self.registry is None:
            return "starting"
        if self.registry.stopping:
            return "stopping"
        return "ok" if self._exchange is None or self._exchange.up else "degraded"

    async def ping(self) -> None:
        """Asks the store for a sign of life. Raises StoreUnavailable, also when no table here may go on."""
        if self._store is not None:
            await self._store.ping()
        if self._lease is not None and not self._lease.holds:
            raise StoreUnavailable("the lease of this node has run out")

    async def leave(self) -> None:
        """Not ready from now on.

        Every table finishes what is in hand, and everyone is told to come back soon.
        """
        if self._opening is not None:
            self._opening.cancel()
        if self.registry is not None:
            await self.registry.stop()
        if self._node is not None:
            await self._node.leave()
        if self._feed is not None:
            self._feed.close()

    async def close(self) -> None:
        """Leaves, if that was not done, and closes the line and the store."""
        await self.leave()
        if self._exchange is not None:
            await self._exchange.close()
        if self._store is not None:
            await self._store.close()

    def entrance(self) -> Entrance | None:
        """What the sockets ask; None before the tables are there."""
        if self.registry is None:
            return None
        return Entrance(
            registry=self.registry,
            tokens=self.registry.tokens,
            clock=self._clock,
            origins=self._settings.origins,
            places=self._limits.places,
            requests=self._limits.requests,
            messages_per_second=self._settings.messages_per_second,
        )


async def _start(registry: Registry) -> None:
    """Takes over all rooms. Raises StoreUnavailable, and then none of them runs."""
    try:
        await registry.start()
    except StoreUnavailable:
        await registry.stop()
        raise


def times(settings: Settings) -> Times:
    """How long tables wait."""
    return Times(
        vote=settings.vote_seconds,
        chair=settings.chair_seconds,
        idle=settings.idle_seconds,
        summary=settings.summary_seconds,
        room_chair=settings.chair_seconds,
    )
