"""What a restart costs: all the people of many tables come at once."""

import asyncio
from pathlib import Path

from sqlalchemy import event

from tests.nodes.many import fill, name, token
from tests.server.house import Player, open_house
from truco.store import Store

TABLES = 100


async def test_all_clients_at_once_cost_no_more_than_a_read_for_each_table(
    tmp_path: Path,
) -> None:
    """Scenario 25: after a restart everyone says hello at once."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'truco.db'}"
    await (await Store.open(url)).close()
    await fill(url, TABLES)
    async with open_house(tmp_path, sockets_per_address=5000, requests_per_second=100000) as house:
        reads = 0

        def count(*_: object) -> None:
            nonlocal reads
            reads += 1

        engine = house.app.state.house._store._engines.reader.sync_engine
        event.listen(engine, "before_cursor_execute", count)
        people = [
            Player(house, f"guest-{seat}-of{room}", f"Name{seat}", token(room, seat))
            for room in range(TABLES)
            for seat in range(4)
        ]
        house.players += people
        gate = asyncio.Semaphore(100)

        async def come(number: int, player: Player) -> None:
            async with gate:
                await player.connect(name(number // 4))

        await asyncio.gather(*(come(number, player) for number, player in enumerate(people)))
        assert all(player.wire.last["view"]["game"]["held"] is not None for player in people)
        assert reads <= TABLES
