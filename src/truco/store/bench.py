"""How dear an append is: `python -m truco.store.bench` appends from 1, 20 and 200 rooms at once.

Without `--url` to a new SQLite file; with it to the database there, which has to be migrated and is filled.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from uuid import uuid4

from truco.store.rows import Entry, RoomRow
from truco.store.store import Store

_FACTS = (
    {"fact": "card_played", "seat": 2, "card": "7o"},
    {"fact": "round_ended", "round": 1, "side": 0, "seat": 2},
)
_WARM_UP = 5


def _room() -> RoomRow:
    id = uuid4().hex
    return RoomRow(id, "Mesa", id, True, "open", {"name": "barajamos"}, opened_at=0)


async def _append(store: Store, room: str, seqs: Iterable[int]) -> None:
    for seq in seqs:
        await store.journal.append(Entry(room, seq, 1, f"guest-{seq % 4}", f"aid-{seq}", _FACTS, at_ms=seq))


async def _all_at_once(work: Iterable[Coroutine[None, None, None]]) -> None:
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)


async def _measure(url: str, rooms: int, total: int) -> None:
    store = await Store.open(url)
    entries = max(1, total // rooms)
    added = [_room() for _ in range(rooms)]
    await _all_at_once(store.rooms.add(room, "") for room in added)
    await _all_at_once(_append(store, room.id, range(1, _WARM_UP + 1)) for room in added)
    seqs = range(_WARM_UP + 1, _WARM_UP + 1 + entries)
    commits, wall, cpu = store.commits, time.perf_counter(), time.process_time()
    await _all_at_once(_append(store, room.id, seqs) for room in added)
    commits = store.commits - commits
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    await store.close()
    done = rooms * entries
    print(
        f"{rooms:5} {commits / wall:10,.0f} {done / wall:10,.0f} {done * len(_FACTS) / wall:10,.0f}"
        f" {cpu / done * 1e6:10.1f} {wall / done * 1e6:10.1f}"
    )


async def _main(url: str | None, rooms: Sequence[int], total: int) -> None:
    print("rooms  commits/s  appends/s    facts/s  CPU µs/app wall µs/app")
    with tempfile.TemporaryDirectory() as folder:
        for number in rooms:
            file = f"sqlite+aiosqlite:///{Path(folder) / f'{number}.db'}"
            await _measure(url or file, number, total if number > 1 else max(1, total // 20))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="the address of a database, as in TRUCO_DATABASE_URL")
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 20, 200], help="how many wait at once")
    parser.add_argument(
        "--appends", type=int, default=20_000, help="how many in all (a twentieth for one room)"
    )
    options = parser.parse_args()
    asyncio.run(_main(options.url, options.rooms, options.appends))
