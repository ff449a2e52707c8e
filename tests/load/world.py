"""Many tables in play: the services, the nodes, and who owns what."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from tests.load.crowd import Crowd
from tests.nodes.cluster import Cluster, cluster
from tests.nodes.many import fill, name, token
from tests.services import Postgres, Redis, find_postgres, find_redis
from truco.store import Store

_TICK: Final = os.sysconf("SC_CLK_TCK")


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


@contextmanager
def services() -> Iterator[tuple[Postgres, Redis]]:
    """A PostgreSQL and a Redis of one's own."""
    programs, program = find_postgres(), find_redis()
    assert programs is not None
    assert program is not None
    postgres, redis = Postgres(programs, fsync=True), Redis(program)
    try:
        postgres.start()
        redis.start()
        yield postgres, redis
    finally:
        postgres.close()
        redis.close()


@asynccontextmanager
async def one_server(folder: Path, tables: int, **settings: str) -> AsyncIterator[Cluster]:
    """A server alone, on SQLite, that finds so many tables in the middle of a game."""
    url = f"sqlite+aiosqlite:///{folder / 'truco.db'}"
    await (await Store.open(url)).close()
    await fill(url, tables)
    async with cluster(url, None, folder, nodes=1, **settings) as opened:
        yield opened


@asynccontextmanager
async def two_nodes(
    postgres: Postgres, url: str, redis: Redis, folder: Path, tables: int, **settings: str
) -> AsyncIterator[Cluster]:
    """Two nodes on a migrated database; the first owns all the tables."""
    await fill(url, tables)
    async with cluster(url, redis, folder, nodes=1, **settings) as opened:
        async with asyncio.timeout(60):
            while postgres.sql("SELECT count(*) FROM rooms WHERE owner = ''", url.rpartition("/")[2]) != "0":
                await asyncio.sleep(0.1)
        await opened.start()
        yield opened


def people(opened: Cluster, tables: int, think: float, at: tuple[int, ...] = (0, 0, 0, 0)) -> Crowd:
    """Four at each table; `at` which node each of them begins."""
    crowd = Crowd([node.house.url for node in opened.nodes], think)
    for room in range(tables):
        crowd.sit(name(room), [token(room, seat) for seat in range(4)], at=at)
    return crowd
