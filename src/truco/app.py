"""The composition root: puts the parts together, and is the only module that knows them all."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from fastapi import FastAPI

from truco.resources import static_folder
from truco.server import asking, errors, health, openapi
from truco.server.chance import SystemChance
from truco.server.clock import Clock, LoopClock
from truco.server.feed import Feed
from truco.server.games import GameRoutes
from truco.server.gate import Gate
from truco.server.guests import GuestRoutes
from truco.server.headers import SecurityHeaders
from truco.server.limits import Buckets, Places
from truco.server.listing import listed
from truco.server.lobby import LobbyRoutes
from truco.server.pages import Pages
from truco.server.registry import Registry
from truco.server.rooms import RoomRoutes
from truco.server.runner import Runner
from truco.server.sockets import Entrance, TableSockets
from truco.settings import Settings
from truco.store import Store
from truco.table.clocks import Times
from truco.table.table import Chance

API = "/api/v1"

_OPENINGS_A_MINUTE = 10


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
        finally:
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
    openapi.describe(app)
    app.add_middleware(Gate, requests=limits.requests, origins=settings.origins)
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
    """What lives from start to stop: the store, the tables, the lobby's feed."""

    def __init__(self, settings: Settings, clock: Clock, chance: Chance, limits: Limits) -> None:
        self._settings, self._clock, self._chance, self._limits = settings, clock, chance, limits
        self._store: Store | None = None
        self.registry: Registry | None = None
        """The tables, once it is open."""
        self._feed: Feed | None = None

    async def open(self, app: FastAPI) -> None:
        """Opens the store, takes over its rooms, and gives `app` its routes."""
        store = self._store = await Store.open(self._settings.database_url)
        registry = self.registry = Registry(store, self._clock, times(self._settings), self._chance)
        feed = self._feed = Feed(self._clock, lambda: [self._listed(one) for one in registry.public()])
        registry.changed = self._changed
        await registry.start()
        asking.let_in(app.state, store.guests)
        limits = self._limits
        lobby = LobbyRoutes(registry, self._clock, feed, limits.places, limits.guesses, limits.openings)
        app.include_router(health.routes(self))
        for router in (
            GuestRoutes(store, registry, limits.newcomers).router(),
            lobby.router(),
            RoomRoutes(registry, self._clock).router(),
            GameRoutes(store, limits.guesses).router(),
            openapi.protocol_route(),
        ):
            app.include_router(router, prefix=API)

    @property
    def stopping(self) -> bool:
        """Whether the server takes nobody in any more."""
        return self.registry is None or self.registry.stopping

    async def ping(self) -> None:
        """Asks the store for a sign of life. Raises StoreUnavailable."""
        if self._store is not None:
            await self._store.ping()

    async def leave(self) -> None:
        """Not ready from now on.

        Every table finishes what is in hand, and everyone is told to come back soon.
        """
        if self.registry is not None:
            await self.registry.stop()
        if self._feed is not None:
            self._feed.close()

    async def close(self) -> None:
        """Leaves, if that was not done, and closes the store."""
        await self.leave()
        if self._store is not None:
            await self._store.close()

    def entrance(self) -> Entrance:
        """What the sockets ask; they come only after the start."""
        assert self.registry is not None, "the server has started"
        assert self._store is not None, "the server has started"
        return Entrance(
            registry=self.registry,
            guests=self._store.guests,
            clock=self._clock,
            origins=self._settings.origins,
            places=self._limits.places,
            requests=self._limits.requests,
            messages_per_second=self._settings.messages_per_second,
        )

    def _listed(self, runner: Runner) -> dict[str, object]:
        return listed(runner, self._clock.now())

    def _changed(self, runner: Runner) -> None:
        assert self._feed is not None, "the server has started"
        room = runner.room
        if self.registry is not None and self.registry.shows(runner):
            self._feed.show(room.id, self._listed(runner))
        else:
            self._feed.hide(room.id)


def times(settings: Settings) -> Times:
    """How long tables wait."""
    return Times(
        vote=settings.vote_seconds,
        chair=settings.chair_seconds,
        idle=settings.idle_seconds,
        summary=settings.summary_seconds,
        room_chair=settings.chair_seconds,
    )
