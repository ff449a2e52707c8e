"""A node's lease, whatever else the node has to do, and what it knows of the others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from tests.server.fake_clock import FakeClock
from truco.server.lease import Lease
from truco.server.node import LEASE, Node


class _World:
    """All that a node has to do with: rooms to take, and others that may own some."""

    node, stopping, patient_until = "me", False, 0.0

    def __init__(self) -> None:
        self.nodes = self.rooms = self
        self.alive = {"me"}
        self.owners: set[str] = set()
        self.takes = 0
        self.taken = asyncio.Event()

    async def beat(self, node: str, lease_ms: int) -> frozenset[str]:
        return frozenset(self.alive)

    async def leave(self, node: str) -> None:
        pass

    async def lose_what_is_not_ours(self) -> None:
        pass

    async def run_what_is_ours(self) -> None:
        pass

    def gone(self, node: str) -> None:
        self.unowned(node)

    def unowned(self, node: str) -> None:
        self.owners.discard(node)

    async def take_orphans(self) -> int:
        self.takes += 1
        await self.taken.wait()
        return 50 if self.takes < 9 else 0

    def __iter__(self) -> Any:
        return iter(())


@asynccontextmanager
async def _taking() -> AsyncIterator[tuple[FakeClock, _World, Lease]]:
    """A node that has begun to take rooms."""
    clock, world = FakeClock(), _World()
    lease, of = Lease(clock, clock.now()), cast(Any, world)
    node = Node(of, of, lease, clock, of)
    await node.start()
    await clock.settle()
    try:
        await clock.advance(LEASE + 1)
        assert world.takes == 1
        yield clock, world, lease
    finally:
        await node.leave()


async def test_the_lease_is_renewed_while_many_rooms_are_taken() -> None:
    """Scenario 25: what was taken would be nobody's again, and nodes would take it from each other."""
    async with _taking() as (clock, world, lease):
        for _ in range(20):
            await clock.advance(0.5)
            assert lease.holds
        assert world.takes == 1


async def test_a_node_whose_lease_is_over_takes_no_more() -> None:
    async with _taking() as (clock, world, lease):
        lease.renew(clock.now())
        world.taken.set()
        await clock.settle()
        assert world.takes == 1
        await clock.advance(2 * LEASE)
        assert world.takes > 1, "it holds again"


async def test_tables_of_the_dead_are_looked_for_whenever_one_hears_of_them() -> None:
    """The store's word that a node owns a room may come after the news that the node is gone."""
    async with _taking() as (clock, world, _):
        world.alive.add("other")
        world.owners.add("other")
        await clock.advance(1)
        assert world.owners == {"other"}
        world.alive.remove("other")
        await clock.advance(1)
        assert not world.owners
        world.owners.add("other")
        await clock.advance(1)
        assert not world.owners
