"""A server that dies at any step between receiving an action and the last view loses and doubles nothing.

The server runs in this process and is cut at a step: each resumption of one of its tasks, each message before
it leaves and after. Between two such steps nothing of it can be seen from outside, so these are all moments
there are. What it left on the disk goes to the server's next life, and is held against all that was told.

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
from tests.faults.crash_life import SOURCE, Cut
from tests.faults.crash_people import Person
from tests.server.house import open_house, seated

HISTORIES = int(os.environ.get("TRUCO_CRASH_HISTORIES", "1500"))
SEED = int(os.environ.get("TRUCO_CRASH_SEED", "24"))

TABLES = 5
"""Tables that play at the same time: a cut ends a history of each."""

LIVES = 40
"""Lives after which new rooms take the place of those whose journals have become long."""

LONG = 1_000
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
    "TableSockets.__call__": "the handshake",
    "TableSockets._admit": "the handshake",
    "_deny": "the handshake",
    "_Visit.run: self._identify()": "the handshake",
    "_Visit._identify": "the handshake",
    "_Visit._guest": "the handshake",
    "_Visit._listen: self._obey(_read(message.get('text')))": "waits for nothing after the hello",
    "_Visit._obey: self._enter(message)": "the hello",
    "_Visit._enter": "the hello",
    "_Visit._find_again": "a table that has moved to another node",
    "Runner.ask: self.look(guest)": "waits for nothing",
    "Runner._run: self._condemn()": "a bug of the rules",
    "Runner._condemn": "a bug of the rules",
    "Runner._go_on: self._hold_still()": "a lease that is over",
    "Runner._hold_still": "a lease that is over",
    "Runner._take: self._depart(guest, now)": "somebody whose token was replaced",
    "Runner._append: self._append_at_last(entry)": "a database that is away",
    "Runner._append_at_last": "a database that is away",
    "Runner.stop": "an orderly stop",
    "Journal.read": "reads only",
    "Writer.close": "an orderly stop",
    "Writer.try_out": "asked by /readyz, of a row of its own",
    "Writer._begin: self._hang_up_if_dead(self._connection)": "a database that is away",
    "Writer._hang_up_if_dead": "a database that is away",
    "Writer._outcomes: self._disconnect()": "a database that is away",
    "Writer._commit_somehow: self._roll_back()": "a write in conflict",
    "Writer._commit_somehow: self._commit_apart(writes)": "a write in conflict",
    "Writer._commit_together: _was_written(connection, write, places)": "a write in conflict",
    "Writer._commit_apart": "a write in conflict",
    "Writer._write_one": "a write in conflict",
    "Writer._roll_back": "a write in conflict",
    "Writer._disconnect": "a database that is away",
    "_was_written": "a write in conflict",
}
"""Awaits in these files that no action comes past, by function or one by one, and whose they are."""


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

    async def run(self, histories: int, house: type[CrashHouse] = CrashHouse) -> None:
        with mortal_tasks():
            while self.tally.lives * TABLES < histories:
                if self._world.lives >= LIVES:
                    self._count()
                    self._world = self._new()
                self.tally.add(await self._world.live(self._cut(), house))
        self._count()

    def _count(self) -> None:
        """Adds up what the tables of the last lives came to."""
        for table in self._world.tables:
            self.checked += table.witness.checked

    def _cut(self) -> Cut:
        at = self._chance.randrange(LONG)
        return lambda step, number: number == at or step not in self.tally.cuts

    def _new(self) -> World:
        self._worlds += 1
        tables = [
            Table(room, [Person(one.id, one.name, one.token) for one in people])
            for room, people in self._rooms
        ]
        folder = self._folder / f"world-{self._worlds}"
        return World(folder, self._folder / "truco.db", tables, self._chance.randrange(2**32))


@pytest.mark.timeout(0)
async def test_a_server_that_dies_at_any_step_loses_and_doubles_nothing(memory: Path) -> None:
    """Scenarios 24 and 12."""
    campaign = Campaign(memory, await _rooms(memory), SEED)
    await campaign.run(HISTORIES)
    tally, checked = campaign.tally, campaign.checked
    what = f"{len(tally.seen)} steps, {tally.lives} cuts ({tally.at_rest} at rest)"
    print(f"\n{tally.lives * TABLES} histories, {what}, {dict(checked)}")
    assert not tally.seen - set(tally.cuts), "steps that were passed, and at which no history was cut"
    assert not _uncut_awaits(tally), "awaits between receiving and telling at which no history was cut"
    assert min(checked[what] for what in ("deals", "ends", "dup", "fresh", "refused")) > 0, checked


async def test_a_server_that_acks_before_it_writes_is_found_out(memory: Path) -> None:
    """The test above can fail."""
    campaign = Campaign(memory, await _rooms(memory), SEED)
    with pytest.raises(AssertionError, match=r"was told of version|acked and lost|never was"):
        await campaign.run(300 * TABLES, Hasty)


def _uncut_awaits(tally: Tally) -> list[str]:
    lines = tally.lines
    return [
        f"{file}:{first} {function}: {what}"
        for file in ON_THE_WAY
        for function, what, first, last in _awaits(ast.parse((SOURCE / file).read_text()), "")
        if function not in ELSEWHERE and f"{function}: {what}" not in ELSEWHERE
        if not any((file, line) in lines for line in range(first, last + 1))
    ]


def _awaits(node: ast.AST, name: str) -> Iterator[tuple[str, str, int, int]]:
    """All awaits in a piece of code: in which function, for what, from which line to which."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Await | ast.YieldFrom):
            yield name, ast.unparse(child.value), child.lineno, child.end_lineno or child.lineno
        inner = name
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inner = f"{name}.{child.name}".lstrip(".")
        yield from _awaits(child, inner)
