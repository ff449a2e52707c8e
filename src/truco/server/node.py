"""A process among the nodes of one database: it renews its lease and takes the rooms that nobody owns."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from truco.server.clock import Clock, Timer, sleep
from truco.server.lease import Lease
from truco.server.registry import Registry
from truco.store import Store, StoreUnavailable

LEASE: Final = 2.5
"""Seconds, of the database's clock, for which a node owns its tables after each beat."""

BEAT: Final = 0.5
"""Seconds between two beats."""

_LOOK: Final = 5.0
"""Seconds between two looks for rooms that are this node's and do not run."""

_MARGIN: Final = 0.5
"""Seconds by which a node gives its lease up early: its own clock may run a little slower."""

_LATE: Final = 0.01
"""Seconds after which a lease has run out for certain: the event loop's timers ring a little early."""

_log = logging.getLogger(__name__)


class Others(Protocol):
    """The other nodes, as they are known here."""

    @property
    def owners(self) -> set[str]:
        """Those that own tables, as far as is known."""
        ...

    def gone(self, node: str) -> None:
        """A node lives no more."""
        ...

    def unowned(self, node: str) -> None:
        """A node owns no tables any more."""
        ...


class Node:
    """Beats until `leave`, and takes rooms beside: that may last longer than a lease.

    The others hear of each node whose lease ran out.

    A node that could not renew its own lease judges nobody before it has done so for as long as a lease
    lasts: when the database was away, all the others need their time too.
    """

    def __init__(self, store: Store, registry: Registry, lease: Lease, clock: Clock, others: Others) -> None:
        self._store, self._registry, self._lease, self._clock = store, registry, lease, clock
        self._others = others
        self._alive: frozenset[str] = frozenset()
        self._since: float | None = None
        self._database_away = False
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: Timer | None = None

    async def start(self) -> None:
        """Takes the first lease. Raises StoreUnavailable."""
        await self._beat()
        self._tasks = [
            asyncio.create_task(self._again_and_again(pause, work), name=f"truco node {name}")
            for name, pause, work in (
                ("beats", BEAT, self._beat),
                ("takes", BEAT, self._take_orphans),
                ("looks", _LOOK, self._registry.run_what_is_ours),
            )
        ]

    async def leave(self) -> None:
        """Gives the lease up; what this node still owns is free then."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._store.nodes.leave(self._registry.node)
        except StoreUnavailable:
            _log.warning("the store is away: the lease of this node runs out by itself")

    async def _again_and_again(self, pause: float, work: Callable[[], Awaitable[None]]) -> None:
        """Until it is called off, whatever happens: without a lease every table here stands still."""
        while True:
            await sleep(self._clock, pause)
            try:
                await work()
            except StoreUnavailable:
                self._since = None
                self._database_away = True
            except Exception:
                self._since = None
                _log.exception("a part of the node's work has failed, and is tried again")

    @property
    def _may_judge(self) -> bool:
        """Whether other nodes may be held for dead: not by one whose own lease is over, or just was."""
        held = self._since is not None and self._clock.now() - self._since >= LEASE
        return held and self._lease.holds and not self._registry.stopping

    async def _beat(self) -> None:
        now, held, owners = self._clock.now(), self._lease.holds, self._others.owners
        alive = await self._store.nodes.beat(self._registry.node, round(LEASE * 1000))
        if not held:
            # Others may have taken the rooms: nothing here goes on before it is known which.
            await self._registry.lose_what_is_not_ours()
            self._since = None
        if self._database_away:
            self._database_away = False
            self._registry.patient_until = self._clock.now() + LEASE
        # Not since the question: it may have waited for as long as the database was away.
        self._since = self._since or self._clock.now()
        self._renew(now + LEASE - _MARGIN)
        if self._clock.now() >= self._registry.patient_until:
            for node in self._alive - alive:
                self._others.gone(node)
            for node in owners - alive:  # one that was gone when the store's word that it owns a room came
                self._others.unowned(node)
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
        while self._may_judge and (some := await self._registry.take_orphans()):
            many += some
        if many:
            _log.info("%d rooms that nobody owned go on here", many)
