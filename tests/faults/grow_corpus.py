"""Adds to the corpus of recorded games, never rewrites one: `python -m tests.faults.grow_corpus --games 40`.

Each file holds the journal of a room as the store holds it, written by this release's server while people
played at random, lines broke, clocks ran out and the server was started again; before it stands the end that
it comes to.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson

from tests.faults.crash_history import Table, World, mortal_tasks
from tests.faults.crash_people import Person
from tests.server.house import SeededChance, open_house, seated
from truco.server.entries import row_of
from truco.store import Row
from truco.table import table as tables
from truco.table.clocks import Times
from truco.table.wishes import SetReady

CORPUS = Path(__file__).parent / "corpus"

AT_ONCE = 4


def end_of(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What a journal comes to, by the present code: all that must be the same in every release."""
    kept = list(rows)
    stored = [Row(one["seq"], one["game"], one["guest"], one["aid"], tuple(one["facts"]), 0) for one in kept]
    table = tables.Table.recover(map(row_of, stored), Times(), SeededChance())
    frames = {one.id: table.frame(one.id, 0.0, ()) for one in table.room.members}
    view = frames[table.room.members[0].id]["view"]
    room, game = view["room"], view["game"]
    return orjson.loads(
        orjson.dumps(
            {
                "seq": table.seq,
                "game": table.game_number,
                "rules": room["rules"]["name"],
                "host": room["host"],
                "members": [
                    [one["id"], one["seat"], one["ready"], one["connected"]] for one in room["members"]
                ],
                "playing": room["playing"],
                "last": room["last"],
                "hand": game["hand"],
                "score": game["score"],
                "winner": game["winner"],
                "rounds": [each["cards"] for each in game["rounds"]],
                "held": {guest: frame["view"]["game"]["held"] for guest, frame in frames.items()},
                "versions": {guest: frame["version"] for guest, frame in frames.items()},
                "done": [
                    one["aid"]
                    for one in kept
                    if one["aid"] and one["game"] == table.game_number and _is_done(table, one)
                ],
            }
        )
    )


def _is_done(table: tables.Table, row: dict[str, Any]) -> bool:
    """Whether the action would be answered as one that was done before."""
    return table.request(row["guest"], SetReady(True), 0.0, row["aid"]).dup


async def _record(folder: Path, seed: int) -> list[list[dict[str, Any]]]:
    """Journals of rooms in which a game has just been won."""
    async with open_house(folder) as house:
        rooms = [await seated(house) for _ in range(AT_ONCE)]
        cast = [(room, [Person(one.id, one.name, one.token) for one in them]) for room, them in rooms]
    played = [Table(room, people) for room, people in cast]
    world = World(folder / "lives", folder / "truco.db", played, seed)
    journals: dict[str, list[dict[str, Any]]] = {}
    with mortal_tasks():
        while len(journals) < AT_ONCE:
            await world.live(lambda *_: False)
            for table in played:
                if table.room not in journals and (rows := _won(world.database, table.room)):
                    journals[table.room] = rows
    return list(journals.values())


def _won(database: Path, room: str) -> list[dict[str, Any]]:
    """The journal of a room up to the first game that was won; nothing while there is none."""
    rows: list[dict[str, Any]] = []
    with closing(sqlite3.connect(database)) as connection:
        columns = "seq, game, guest, aid, facts"
        for row in connection.execute(f"SELECT {columns} FROM journal WHERE room = ? ORDER BY seq", (room,)):
            rows.append(dict(zip(columns.split(", "), (*row[:4], orjson.loads(row[4])), strict=True)))
            if any(fact["fact"] == "game_ended" and fact["why"] == "won" for fact in rows[-1]["facts"]):
                return rows
    return []


def add(rows: list[dict[str, Any]]) -> Path:
    """Writes one more journal, with the end that it comes to."""
    number = 1 + len(list(CORPUS.glob("*.jsonl")))
    path = CORPUS / f"{number:04}.jsonl"
    head = {"release": version("truco"), "end": end_of(rows)}
    with path.open("xb") as file:
        file.writelines(orjson.dumps(line) + b"\n" for line in (head, *rows))
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=AT_ONCE)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    CORPUS.mkdir(exist_ok=True)
    for seed in range(asked.seed, asked.seed + -(-asked.games // AT_ONCE)):
        with tempfile.TemporaryDirectory() as folder:
            for rows in asyncio.run(_record(Path(folder), seed)):
                print(add(rows), len(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
