"""Which rooms a node runs, whatever comes between taking one and running it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.nodes.many import fill, name
from tests.server.house import SeededChance
from truco.server.clock import LoopClock
from truco.server.far import FarRunners
from truco.server.lease import Lease
from truco.server.registry import Registry
from truco.server.runner import Runner
from truco.store import Store, StoreUnavailable
from truco.table.clocks import Times

ROOM = name(0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """With a room that nobody runs."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'truco.db'}"
    store = await Store.open(url)
    await fill(url, 1)
    await store.nodes.beat("me", 60_000)
    yield store
    await store.close()


@pytest.fixture
async def registry(store: Store) -> AsyncIterator[Registry]:
    clock = LoopClock()
    registry = Registry(store, clock, Times(), SeededChance(), "me", Lease(clock))
    registry.others = FarRunners(lambda node, message: None)
    yield registry
    await registry.stop()


async def test_a_room_that_was_given_unseen_runs_all_the_same(
    store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenarios 25 and 29: it is this node's own in the store, so no other would ever take it."""
    take = store.rooms.take_orphans

    async def unseen(owner: str, most: int) -> Any:
        await take(owner, most)
        raise StoreUnavailable

    monkeypatch.setattr(store.rooms, "take_orphans", unseen)
    with pytest.raises(StoreUnavailable):
        await registry.take_orphans()
    monkeypatch.undo()
    assert await registry.take_orphans() == 0
    await registry.run_what_is_ours()
    assert registry.get(ROOM) is None, "it may just be in hand"
    await registry.run_what_is_ours()
    assert registry.get(ROOM) is not None


async def test_a_room_that_was_given_unseen_runs_as_soon_as_another_node_asks(
    store: Store, registry: Registry
) -> None:
    await store.rooms.take_orphans("me", 50)
    assert await registry.awake(ROOM) is not None


async def test_a_table_that_is_lost_as_soon_as_it_runs_is_not_closed(registry: Registry) -> None:
    """Whoever came is not told that there is no such room, but looks again."""
    lost: list[Runner] = []

    def lose(runner: Runner) -> None:
        if not lost:
            lost.append(runner)
            runner.lose()

    registry.changed = lose
    found = await registry.find(ROOM)
    assert isinstance(found, Runner)
    assert not found.gone
    assert found is not lost[0]


async def test_a_room_that_comes_back_has_one_table(store: Store, registry: Registry) -> None:
    """Another node had it meanwhile: whoever is still at the old table looks for the new one."""
    await registry.take_orphans()
    old = registry.get(ROOM)
    assert old is not None
    await store.rooms.let_go([(ROOM, old.epoch)])
    assert await registry.take_orphans() == 1
    assert registry.get(ROOM) not in (None, old)
    assert old.gone


async def test_a_room_taken_while_the_store_says_what_is_ours_is_kept(
    store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 28: the answer is older than the table."""
    owned = store.rooms.owned

    async def late(owner: str) -> dict[str, int]:
        answer = await owned(owner)
        await registry.find(ROOM)
        return answer

    monkeypatch.setattr(store.rooms, "owned", late)
    await registry.lose_what_is_not_ours()
    runner = registry.get(ROOM)
    assert runner is not None
    assert not runner.gone


async def test_a_node_without_a_lease_takes_nothing(store: Store) -> None:
    """Scenario 28: it would be anybody's again at once."""
    clock = LoopClock()
    registry = Registry(store, clock, Times(), SeededChance(), "me", Lease(clock, clock.now()))
    assert await registry.take_orphans() == 0
    assert await store.rooms.owned("me") == {}
