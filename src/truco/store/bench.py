"""How dear an append is: `python -m truco.store.bench` appends from many rooms at once to a new file."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Coroutine, Iterable
from pathlib import Path

from truco.store.rows import Entry, RoomRow
from truco.store.store import Store

_FACTS = (
    {"fact": "card_played", "seat": 2, "card": "7o"},
    {"fact": "round_ended", "round": 1, "side": 0, "seat": 2},
)


def _room(number: int) -> RoomRow:
    return RoomRow(
        f"room-{number}", "Mesa", f"code-{number}", True, "open", {"name": "barajamos"}, opened_at=0
    )


async def _append(store: Store, room: str, entries: int) -> None:
    for seq in range(1, entries + 1):
        await store.journal.append(Entry(room, seq, 1, f"guest-{seq % 4}", f"aid-{seq}", _FACTS, at_ms=seq))


async def _all_at_once(work: Iterable[Coroutine[None, None, None]]) -> None:
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)


async def _main(rooms: int, entries: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        await _all_at_once(store.rooms.add(_room(room)) for room in range(rooms))
        commits, wall, cpu = store.commits, time.perf_counter(), time.process_time()
        await _all_at_once(_append(store, f"room-{room}", entries) for room in range(rooms))
        commits = store.commits - commits
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        await store.close()
    total = rooms * entries
    print(f"{total} appends from {rooms} rooms in {commits} commits ({total / commits:.0f} together)")
    each, cpu_each = wall / total * 1e6, cpu / total * 1e6
    print(f"{each:.1f} µs an append, {total / wall:,.0f} a second, {cpu_each:.1f} µs of CPU")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="how many wait at once")
    parser.add_argument("--entries", type=int, default=100, help="how many each room appends")
    options = parser.parse_args()
    asyncio.run(_main(options.rooms, options.entries))
