"""Whatever two owners do to a room and however long they are frozen, its journal tells one history."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.builders import entry, room
from truco.store import AppendConflict, Store

_NUMBERS = count(1)


@dataclass(slots=True)
class _Node:
    """A node as it sees one room. While it is frozen it learns nothing, and its lease runs out."""

    name: str
    store: Store
    room: str
    epoch: int | None = None
    seq: int = 0
    acknowledged: list[tuple[int, str]] = field(default_factory=list)

    async def beat(self) -> None:
        await self.store.nodes.beat(self.name, 60_000)

    async def freeze(self) -> None:
        await self.store.nodes.leave(self.name)

    async def claim(self) -> None:
        for row in await self.store.rooms.take([self.room], self.name):
            self.epoch = row.epoch
            self.seq = len(await self.store.journal.read(self.room))

    async def claim_orphans(self) -> None:
        for row in await self.store.rooms.take_orphans(self.name, 1_000):
            if row.id == self.room:
                self.epoch = row.epoch
                self.seq = len(await self.store.journal.read(self.room))

    async def append(self) -> None:
        if self.epoch is None:
            return
        aid = f"{self.epoch} {self.name} {next(_NUMBERS)}"
        try:
            await self.store.journal.append(
                entry(self.seq + 1, room=self.room, guest="ana", aid=aid, epoch=self.epoch)
            )
        except AppendConflict:
            self.epoch = None
        else:
            self.seq += 1
            self.acknowledged.append((self.seq, aid))


_DEEDS = st.sampled_from(
    [_Node.beat, _Node.freeze, _Node.claim, _Node.claim_orphans, _Node.append, _Node.append]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=st.lists(st.tuples(_DEEDS, _DEEDS, st.booleans()), min_size=1, max_size=25))
async def test_two_owners_write_one_linear_history(store: Store, url: str, script: Sequence[tuple]):
    """Scenario 28: a node that lost its room while it was frozen writes nothing when it wakes."""
    other = await Store.open(url)
    id = f"sala-{next(_NUMBERS)}"
    await store.rooms.add(room(id), "uno")
    one, two = _Node("uno", store, id, epoch=1), _Node("dos", other, id)

    for first, second, at_once in script:
        if at_once:
            await asyncio.gather(first(one), second(two))
        else:
            await first(one)
            await second(two)

    rows = await store.journal.read(id)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert [(row.seq, row.aid) for row in rows] == sorted(one.acknowledged + two.acknowledged)
    epochs = [int(row.aid.split()[0]) for row in rows if row.aid]
    assert epochs == sorted(epochs)
    await other.close()
