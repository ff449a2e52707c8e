"""What an action costs: `python -m tests.load [--tables 100] [--seconds 8] [--nodes local|remote|mixed]`.

Starts `truco serve` as an operator does, on SQLite, or two of them on a PostgreSQL and a Redis of their own;
puts many tables in the middle of a game into the database, and lets four people at each play as fast as the
server answers (`--think 0`) or with a pause. The servers are pinned to the first core, the people to the
second. With `--nodes`, one node owns all tables, and the people are connected to it (local), to the other
node (remote), or half of them to each (mixed).
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.load.crowd import Crowd, percentile
from tests.load.world import cpu, one_server, people, services, two_nodes
from tests.nodes.cluster import Cluster
from truco.store import Store

PLACES: Final = {None: (0, 0, 0, 0), "local": (0, 0, 0, 0), "remote": (1, 1, 1, 1), "mixed": (0, 1, 0, 1)}
"""At which node each of the four is."""


@asynccontextmanager
async def _world(folder: Path, tables: int, nodes: str | None) -> AsyncIterator[Cluster]:
    if nodes is None:
        async with one_server(folder, tables) as opened:
            yield opened
        return
    with services() as (postgres, redis):
        url = postgres.url(postgres.create())
        await Store.migrate(url)
        async with two_nodes(postgres, url, redis, folder, tables) as opened:
            yield opened


async def measure(tables: int, seconds: float, think: float, nodes: str | None) -> str:
    """One line of figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with _world(Path(folder), tables, nodes) as opened:
            for node in opened.nodes:
                os.sched_setaffinity(node.process.pid, {0})
            os.sched_setaffinity(0, {1})
            crowd = people(opened, tables, think, PLACES[nodes])
            try:
                return await _run(opened, crowd, seconds, f"{nodes or 'one server'}, {tables} tables")
            finally:
                await crowd.leave()


async def _run(opened: Cluster, crowd: Crowd, seconds: float, what: str) -> str:
    await crowd.come()
    await asyncio.sleep(2)
    crowd.log.clear()
    before, done = [cpu(node.process.pid) for node in opened.nodes], len(crowd.log.acked)
    began = time.monotonic()
    await asyncio.sleep(seconds)
    took = time.monotonic() - began
    spent = [cpu(node.process.pid) - one for node, one in zip(opened.nodes, before, strict=True)]
    log, actions = crowd.log, len(crowd.log.acked) - done
    figures = [
        what,
        f"{actions / took:.0f} actions/s",
        f"CPU {' + '.join(f'{1e6 * one / actions:.0f}' for one in spent)} µs an action",
        f"busy {' + '.join(f'{one / took:.2f}' for one in spent)}",
        f"ack p50 {percentile(log.ack, 0.5):.1f} p99 {percentile(log.ack, 0.99):.1f} ms",
        f"last view p50 {percentile(log.last_view, 0.5):.1f} p99 {percentile(log.last_view, 0.99):.1f} ms",
        f"{log.received / actions:.0f} bytes an action",
        f"refused {sum(log.refused.values())}",
    ]
    await crowd.rest()
    return "; ".join(figures)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--think", type=float, default=0, help="seconds, on average, before one acts")
    parser.add_argument("--nodes", choices=["local", "remote", "mixed"])
    given = parser.parse_args()
    print(asyncio.run(measure(given.tables, given.seconds, given.think, given.nodes)))
