"""Servers replaced while people play: `python -m tests.load.replaced [--how rolling|killed|alone]`.

- rolling: two nodes, all people spread over both. For each in turn another node is started, and it is told to
  stop (SIGTERM).
- killed: of two nodes the one that owns all the tables is killed; with `--times` again and again the elder.
- alone: the only server, on SQLite, is told to stop and is started again.

The people come back as the page does. Then every acknowledged action is looked for in the journal.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from tests.load.crowd import Crowd, Log, percentile
from tests.load.world import one_server, people, services, two_nodes
from tests.nodes.cluster import Cluster
from tests.services import Postgres, Redis
from truco.store import Store
from truco.store.clock import now_ms

_CLOCKS = ("votes_lapsed", "went_idle")
_WRITTEN = "SELECT aid, at_ms, facts FROM journal WHERE at_ms > 1"

Written = Iterable[tuple[str, int, str]]
"""Aids, times and facts in the journal, since the people came."""


@dataclass
class Result:
    """What came of it; times in seconds."""

    log: Log
    stops: list[float] = field(default_factory=list)
    """How long each server took to end."""
    codes: list[int] = field(default_factory=list)
    all_back: list[float] = field(default_factory=list)
    """From the end of each server until everybody was back."""
    lost: list[str] = field(default_factory=list)
    """Acknowledged aids that are not in the journal exactly once."""
    ran_out: list[str] = field(default_factory=list)
    """Clocks that ran out, and games that were cancelled, since the people are all there."""
    began_ms: int = field(default_factory=now_ms)

    def judge(self, rows: Written) -> None:
        """Holds what was acknowledged against what was written."""
        written: Counter[str] = Counter()
        for aid, at_ms, facts in rows:
            written[aid] += 1
            if at_ms < self.began_ms:
                continue
            self.ran_out += [
                fact["fact"]
                for fact in orjson.loads(facts)
                if fact["fact"] in _CLOCKS or fact.get("why") == "cancelled"
            ]
        self.lost = [aid for aid in self.log.acked if written[aid] != 1]

    def __str__(self) -> str:
        log = self.log
        return (
            f"{len(log.acked)} actions acknowledged ({log.dup} as dup), {len(self.lost)} lost or doubled; "
            f"{len(log.back)} sockets back: p50 {percentile(log.back, 0.5) / 1000:.2f} s, "
            f"p95 {percentile(log.back, 0.95) / 1000:.2f} s, most {max(log.back, default=0):.2f} s; "
            f"all back after {_seconds(self.all_back)}; clocks run out: {len(self.ran_out)}; "
            f"servers ended after {_seconds(self.stops)} with {self.codes}; "
            f"closes {dict(log.closed)}; refused {dict(log.refused)}"
        )


class NotBack(AssertionError):
    """Somebody was still away when the patience of the test was at its end."""


async def rolling(postgres: Postgres, url: str, redis: Redis, folder: Path, tables: int) -> Result:
    """Both of two nodes replaced, one after the other."""
    async with two_nodes(postgres, url, redis, folder, tables) as opened:
        async with _playing(opened, tables, (0, 1, 0, 1)) as (crowd, result):
            for at in range(2):
                await opened.start()
                crowd.servers[at] = opened.nodes[-1].house.url
                await _stop(opened, at, result)
                await _all_back(crowd, result)
        result.judge(_in_postgres(postgres, url))
    return result


async def killed(
    postgres: Postgres, url: str, redis: Redis, folder: Path, tables: int, times: int = 1
) -> Result:
    """The node that has lived longest killed, at first the owner of all tables, and a new one started."""
    async with two_nodes(postgres, url, redis, folder, tables) as opened:
        async with _playing(opened, tables, (0, 1, 0, 1)) as (crowd, result):
            for at in range(times):
                crowd.servers.pop(0)
                closed = crowd.log.closed.total()
                opened.nodes[at].kill()
                while crowd.log.closed.total() == closed:
                    await asyncio.sleep(0.01)
                await _all_back(crowd, result)
                if times > 1:
                    await opened.start()
                    crowd.servers.append(opened.nodes[-1].house.url)
                    await asyncio.sleep(crowd.chance.uniform(0, 3))
        result.judge(_in_postgres(postgres, url))
    return result


async def alone(folder: Path, tables: int) -> Result:
    """The only server stopped, and started again."""
    async with one_server(folder, tables) as opened:
        async with _playing(opened, tables, (0, 0, 0, 0)) as (crowd, result):
            await _stop(opened, 0, result)
            await opened.start()
            crowd.servers[0] = opened.nodes[-1].house.url
            await _all_back(crowd, result)
        with closing(sqlite3.connect(folder / "truco.db")) as database:
            result.judge(database.execute(_WRITTEN))
    return result


@asynccontextmanager
async def _playing(opened: Cluster, tables: int, at: tuple[int, ...]) -> AsyncIterator[tuple[Crowd, Result]]:
    """People who play before, meanwhile and afterwards, until each action has its answer."""
    crowd = people(opened, tables, 1.5, at)
    try:
        await crowd.come()
        await asyncio.sleep(1)
        yield crowd, Result(crowd.log)
        await asyncio.sleep(1)
        await crowd.rest()
    finally:
        await crowd.leave()


async def _stop(opened: Cluster, at: int, result: Result) -> None:
    began = time.monotonic()
    result.codes.append(await opened.nodes[at].stop())
    result.stops.append(time.monotonic() - began)


async def _all_back(crowd: Crowd, result: Result) -> None:
    began = time.monotonic()
    try:
        async with asyncio.timeout(30):
            await crowd.all_here()
    except TimeoutError:
        away = [person for person in crowd.people if not person.here.is_set()]
        told = ", ".join(f"{one.table.room} at {one.server} after {one.code}" for one in away)
        raise NotBack(f"not back after 30 s: {len(away)} people ({told}); {result}") from None
    result.all_back.append(time.monotonic() - began)


def _in_postgres(postgres: Postgres, url: str) -> Written:
    for row in postgres.sql(_WRITTEN, url.rpartition("/")[2]).splitlines():
        aid, at_ms, facts = row.split("|", 2)
        yield aid, int(at_ms), facts


def _seconds(values: list[float]) -> str:
    return ", ".join(f"{one:.1f}" for one in values) + " s" if values else "-"


async def _main(tables: int, how: str, times: int) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        if how == "alone":
            return await alone(Path(folder), tables)
        with services() as (postgres, redis):
            url = postgres.url(postgres.create())
            await Store.migrate(url)
            if how == "rolling":
                return await rolling(postgres, url, redis, Path(folder), tables)
            return await killed(postgres, url, redis, Path(folder), tables, times)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--how", choices=["rolling", "killed", "alone"], default="rolling")
    parser.add_argument("--times", type=int, default=1)
    given = parser.parse_args()
    print(asyncio.run(_main(given.tables, given.how, given.times)))
