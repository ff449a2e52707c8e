"""A server that dies at any step between receiving an action and sending the last view loses and doubles nothing.

The server runs in this process and is cut at a step: each resumption of one of its tasks, each message before it leaves
and after. Between two such steps nothing of it can be seen from outside, so these are all the moments there are. What
it left on the disk goes to the next life of the server, and is held against everything that anyone was told.

`TRUCO_CRASH_HISTORIES` and `TRUCO_CRASH_SEED` make longer and other runs.
"""

import ast
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.crash_history import Table, Tally, World, mortal_tasks
from tests.faults.crash_house import CrashHouse, Hasty
from tests.faults.crash_life import SOURCE, Cut, Step
from tests.faults.crash_people import Person
from tests.server.house import open_house, seated

HISTORIES = int(os.environ.get("TRUCO_CRASH_HISTORIES", "1500"))
SEED = int(os.environ.get("TRUCO_CRASH_SEED", "24"))

TABLES = 4
"""Tables that play at the same time: a cut ends a history of each."""

LIVES = 40
"""Lives after which new rooms take the place of those whose journals have become long."""

LONG = 1_100
"""Steps of a life that is not cut, or few more."""

ON_THE_WAY = (
    "server/sockets.py",
    "server/inbox.py",
    "server/runner.py",
    "server/connection.py",
    "store/journal.py",
    "store/writer.py",
)
"""Where an action passes from the socket to the last view."""

ELSEWHERE = {
    "Runner.stop": "an orderly stop",
    "Runner._append": "the wait between two tries to write; the try itself is Runner._write",
}
"""Functions on the way that wait for something else, and what."""


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: a process that is killed loses no page that the system has."""
    fast = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=fast if os.access(fast, os.W_OK) else None) as folder:
        yield Path(folder)


async def _rooms(folder: Path) -> list[tuple[str, list[Person]]]:
    """Rooms whose chairs are taken, made by the whole server."""
    async with open_house(folder) as house:
        rooms = [await seated(house) for _ in range(TABLES)]
        return [(room, [Person(one.id, one.name, one.token) for one in players]) for room, players in rooms]


class Campaign:
    """Life after life, each cut at a step that was never cut before, or at any."""

    def __init__(self, folder: Path, rooms: list[tuple[str, list[Person]]], seed: int) -> None:
        self.tally = Tally()
        self.checked: Counter[str] = Counter()
        self._folder, self._rooms, self._chance = folder, rooms, random.Random(seed)
        self._worlds = 0
        self._world = self._new()

    async def live(self, house: type[CrashHouse] = CrashHouse) -> None:
        if self._world.lives >= LIVES:
            self.rest()
            self._world = self._new()
        self.tally.add(await self._world.live(self._cut(), house))

    def rest(self) -> None:
        """Adds up what the tables of the last lives came to."""
        for table in self._world.tables:
            self.checked += table.witness.checked

    def _cut(self) -> Cut:
        at = self._chance.randrange(LONG)
        return lambda step, number: number == at or step not in self.tally.cuts

    def _new(self) -> World:
        self._worlds += 1
        tables = [
            Table(room, [Person(one.id, one.name, one.token) for one in people]) for room, people in self._rooms
        ]
        folder = self._folder / f"world-{self._worlds}"
        return World(folder, self._folder / "truco.db", tables, self._chance.randrange(2**32))


@pytest.mark.timeout(0)
async def test_a_server_that_dies_at_any_step_loses_and_doubles_nothing(memory: Path) -> None:
    """Scenarios 24 and 12."""
    campaign = Campaign(memory, await _rooms(memory), SEED)
    with mortal_tasks():
        for _ in range(HISTORIES // TABLES):
            await campaign.live()
    campaign.rest()
    tally, checked = campaign.tally, campaign.checked
    print(f"\n{tally.lives * TABLES} histories, {tally.lives} cuts ({tally.at_rest} at rest), {dict(checked)}")
    assert not _never_cut(tally), "steps that were passed, and at which no history was cut"
    assert not _uncut_awaits(tally), "awaits between receiving and telling at which no history was cut"
    assert min(checked[what] for what in ("deals", "ends", "dup", "fresh", "refused")) > 0, checked


async def test_a_server_that_acks_before_it_writes_is_found_out(memory: Path) -> None:
    """The test above can fail."""
    campaign = Campaign(memory, await _rooms(memory), SEED)
    with mortal_tasks(), pytest.raises(AssertionError, match=r"was told of version|acked and lost|never was"):
        for _ in range(300):
            await campaign.live(Hasty)


def _never_cut(tally: Tally) -> set[Step]:
    return tally.seen - set(tally.cuts)


def _uncut_awaits(tally: Tally) -> list[str]:
    return [
        f"{file}:{first} in {function}"
        for file in ON_THE_WAY
        for function, first, last in _awaits(file)
        if function not in ELSEWHERE
        and not any(line[0] == file and first <= line[1] <= last for line in tally.lines)
    ]


def _awaits(file: str) -> Iterator[tuple[str, int, int]]:
    """All awaits of a file of the server: in which function, from which line to which."""
    yield from _within(ast.parse((SOURCE / file).read_text()), "")


def _within(node: ast.AST, name: str) -> Iterator[tuple[str, int, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Await | ast.YieldFrom):
            yield name, child.lineno, child.end_lineno or child.lineno
        inner = name
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inner = f"{name}.{child.name}".lstrip(".")
        yield from _within(child, inner)
