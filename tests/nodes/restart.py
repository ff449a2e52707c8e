"""How long a restart takes: `python -m tests.nodes.restart`, from the start of the process to all tables."""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.nodes.cluster import cluster
from tests.nodes.many import fill
from truco.store import Store


async def _main(tables: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'truco.db'}"
        await (await Store.open(url)).close()
        await fill(url, tables)
        began = time.monotonic()
        async with cluster(url, None, Path(folder), nodes=1) as opened:
            rooms = (await opened.nodes[0].rooms())["rooms"]
            took = time.monotonic() - began
    playing = sum(room["playing"] for room in rooms)
    print(f"{playing} of {tables} tables live {took:.2f} s after the start of the process")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    asyncio.run(_main(parser.parse_args().tables))
