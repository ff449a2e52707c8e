"""A process among the nodes of one database: it renews its lease and takes the rooms that nobody owns."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from truco.server.clock import Clock, Timer, sleep
from truco.server.lease import Lease
from truco.server.registry import Registry
from truco.store import Store, StoreUnavailable

LEASE: Final = 2.5
"""Seconds, of the database's clock, for which a node owns its tables after each beat."""

BEAT: Final = 0.5
"""Seconds between two beats."""

_MARGIN: Final = 0.5
"""Seconds by which a node gives its lease up early: its own clock may run a little slower."""

_LATE: Final = 0.01
"""Seconds after which a lease has run out for certain: the event loop's timers ring a little early."""

_log = logging.getLogger(__name__)


class Node:
    """Beats in a task of its own until `leave`. `gone` is called with each node whose lease ran out.

    A node that could not renew its own lease judges nobody before it has done so for as long as a lease
    lasts: when the database was away, all the others need their time too.
    """

    def __init__(
        self, store: Store, registry: Registry, lease: Lease, clock: Clock, gone: Callable[[str], None]
    ) -> None:
        self._store, self._registry, self._lease, self._clock, self._gone = (
            store,
            registry,
            lease,
            clock,
            gone,
        )
        self._alive: frozenset[str] = frozenset()
        self._since: float | None = None
        self._database_away = False
        self._task: asyncio.Task[None] | None = None
        self._timer: Timer | None = None

    async def start(self) -> None:
        """Takes the first lease. Raises StoreUnavailable."""
        await self._beat()
        self._task = asyncio.create_task(self._run(), name="truco node")

    async def leave(self) -> None:
        """Gives the lease up; what this node still owns is free then."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._store.nodes.leave(self._registry.node)
        except StoreUnavailable:
            _log.warning("the store is away: the lease of this node runs out by itself")

    async def _run(self) -> None:
        """Beats until it is called off, whatever happens: without a lease every table here stands still."""
        while True:
            await sleep(self._clock, BEAT)
            try:
                await self._beat()
                if self._may_judge and not self._registry.stopping:
                    await self._take_orphans()
            except StoreUnavailable:
                self._since = None
                self._database_away = True
            except Exception:
                self._since = None
                _log.exception("the node's beat has failed, and is tried again")

    @property
    def _may_judge(self) -> bool:
        return self._since is not None and self._clock.now() - self._since >= LEASE

    async def _beat(self) -> None:
        now, held = self._clock.now(), self._lease.holds
        alive = await self._store.nodes.beat(self._registry.node, round(LEASE * 1000))
        if not held:
            # Others may have taken the rooms: nothing here goes on before it is known which.
            owned = await self._store.rooms.owned(self._registry.node)
            self._registry.lose_all_but(owned.get)
            self._since = None
        if self._database_away:
            self._database_away = False
            self._registry.patient_until = self._clock.now() + LEASE
        # Not since the question: it may have waited for as long as the database was away.
        self._since = self._since or self._clock.now()
        self._renew(now + LEASE - _MARGIN)
        if self._clock.now() >= self._registry.patient_until:
            for node in self._alive - alive:
                self._gone(node)
            self._alive = alive
        else:
            self._alive |= alive

    def _renew(self, until: float) -> None:
        """Lets the lease hold until then; the tables hear of it should it run out."""
        self._lease.renew(until)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_at(until + _LATE, self._run_out)

    def _run_out(self) -> None:
        for runner in self._registry:
            runner.look_up()

    async def _take_orphans(self) -> None:
        many = 0
        while some := await self._registry.take_orphans():
            many += some
        if many:
            _log.info("%d rooms that nobody owned go on here", many)
