"""What was acknowledged is there after the process is killed, and nothing is half there."""

import asyncio
import subprocess
import sys
from pathlib import Path

from tests.store.builders import entry, room
from truco.store import Store

_APPENDER = """
import asyncio, sys
from tests.store.builders import entry, room
from truco.store import Store

async def append(store, id):
    seq = 0
    while True:
        seq += 1
        await store.journal.append(entry(seq, room=id, facts=[{"fact": "first"}, {"fact": "second"}]))
        print(id, seq, flush=True)

async def main(url):
    store = await Store.open(url)
    rooms = [f"room-{number}" for number in range(10)]
    for id in rooms:
        await store.rooms.add(room(id))
    await asyncio.gather(*(append(store, id) for id in rooms))

asyncio.run(main(sys.argv[1]))
"""


def _kill_after(url: str, lines: int) -> dict[str, int]:
    """Run the appender, kill it hard after `lines` acknowledgements; the last one of each room."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", _APPENDER, url], cwd=root, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.readlines()
    whole = [line.split() for line in told if line.endswith("\n")]
    return {id: int(seq) for id, seq in whole}


async def test_kill_9_loses_nothing_that_was_acknowledged(url: str):
    acknowledged = await asyncio.to_thread(_kill_after, url, 300)
    store = await Store.open(url)

    assert len(acknowledged) == 10
    for id, seq in acknowledged.items():
        rows = await store.journal.read(id)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) >= seq
        assert all(len(row.facts) == 2 for row in rows)
    await store.close()


async def test_a_reopened_store_goes_on_where_it_stopped(url: str):
    store = await Store.open(url)
    await store.rooms.add(room())
    await store.journal.append(entry(1))
    await store.close()

    store = await Store.open(url)
    await store.journal.append(entry(2))

    assert [row.seq for row in await store.journal.read("sala")] == [1, 2]
    await store.close()


async def test_what_waits_is_written_before_the_store_closes(url: str):
    store = await Store.open(url)
    await store.rooms.add(room())
    waiting = [asyncio.create_task(store.journal.append(entry(seq))) for seq in range(1, 51)]
    await asyncio.sleep(0)

    await store.close()

    await asyncio.gather(*waiting)
    store = await Store.open(url)
    assert len(await store.journal.read("sala")) == 50
    await store.close()
