"""All nodes replaced while people play: `python -m tests.load.rolling [--tables 200]`.

Two nodes, all people spread over both. For each in turn another node is started, and it is told to stop
(SIGTERM); the people come back as the page does. Then every acknowledged action is looked for in the journal.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import orjson

from tests.load.crowd import Crowd, percentile
from tests.load.world import people, services, two_nodes
from tests.nodes.cluster import Cluster
from tests.services import Postgres, Redis
from truco.store import Store

_LOST_CLOCKS = ("votes_lapsed", "went_idle")


class Result(NamedTuple):
    """What came of it; times in seconds."""

    acked: int
    dup: int
    back: list[float]
    """From the end of each socket to the first frame on the next."""
    stops: list[float]
    """How long each node took to end."""
    codes: list[int]
    lost: list[str]
    """Acknowledged aids that are not in the journal exactly once."""
    ran_out: list[str]
    """Clocks that ran out, and games that were cancelled."""
    refused: Counter[str]
    ended: Counter[int]

    def __str__(self) -> str:
        return (
            f"{self.acked} actions acknowledged ({self.dup} as dup), {len(self.lost)} lost or doubled; "
            f"{len(self.back)} sockets back: p50 {percentile(self.back, 0.5) / 1000:.2f} s, "
            f"p95 {percentile(self.back, 0.95) / 1000:.2f} s, most {max(self.back, default=0):.2f} s; "
            f"clocks run out: {len(self.ran_out)}; "
            f"nodes ended after {', '.join(f'{one:.1f}' for one in self.stops)} s with {self.codes}; "
            f"closes {dict(self.ended)}; refused {dict(self.refused)}"
        )


async def roll(
    postgres: Postgres, url: str, redis: Redis, folder: Path, tables: int, think: float = 1.5
) -> Result:
    """Plays, replaces both nodes one after the other, and looks at what is in the database then."""
    async with two_nodes(postgres, url, redis, folder, tables) as opened:
        crowd = people(opened, tables, think, (0, 1, 0, 1))
        try:
            await crowd.come()
            await asyncio.sleep(1)
            stops, codes = [], []
            for at in range(2):
                took, code = await _replace(opened, crowd, at)
                stops.append(took)
                codes.append(code)
                await asyncio.sleep(1)
            await crowd.rest()
        finally:
            await crowd.leave()
        rows = postgres.sql("SELECT aid, facts FROM journal WHERE at_ms > 1", url.rpartition("/")[2])
    return _judge(crowd, rows, stops, codes)


async def _replace(opened: Cluster, crowd: Crowd, at: int) -> tuple[float, int]:
    """Starts a node, and stops one whose place it takes; returns when everybody is back."""
    await opened.start()
    crowd.servers[at] = opened.nodes[-1].house.url
    began = time.monotonic()
    code = await opened.nodes[at].stop()
    took = time.monotonic() - began
    async with asyncio.timeout(20):
        await crowd.all_here()
    return took, code


def _judge(crowd: Crowd, rows: str, stops: list[float], codes: list[int]) -> Result:
    written: Counter[str] = Counter()
    ran_out: list[str] = []
    for row in rows.splitlines():
        aid, _, facts = row.partition("|")
        written[aid] += 1
        ran_out += [
            fact["fact"]
            for fact in orjson.loads(facts)
            if fact["fact"] in _LOST_CLOCKS or fact.get("why") == "cancelled"
        ]
    lost = [aid for aid in crowd.log.acked if written[aid] != 1]
    log = crowd.log
    return Result(len(log.acked), log.dup, log.back, stops, codes, lost, ran_out, log.refused, log.closed)


async def _main(tables: int) -> None:
    with services() as (postgres, redis), tempfile.TemporaryDirectory() as folder:
        url = postgres.url(postgres.create())
        await Store.migrate(url)
        print(await roll(postgres, url, redis, Path(folder), tables))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    asyncio.run(_main(parser.parse_args().tables))
