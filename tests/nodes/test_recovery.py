"""What a restart costs: all tables at once, and all their people at once."""

import asyncio
import time
from pathlib import Path

from sqlalchemy import event

from tests.load.crowd import Crowd
from tests.load.world import cpu, one_server, people
from tests.nodes.many import fill, name, token
from tests.server.house import open_house
from truco.store import Store


async def test_a_storm_of_clients_costs_no_more_than_a_read_for_each_table(tmp_path: Path) -> None:
    """Scenario 25: after a restart two thousand say hello at once."""
    tables = 500
    url = f"sqlite+aiosqlite:///{tmp_path / 'truco.db'}"
    await (await Store.open(url)).close()
    await fill(url, tables)
    async with open_house(tmp_path, sockets_per_address=5000, requests_per_second=100000) as house:
        reads = 0

        def count(*_: object) -> None:
            nonlocal reads
            reads += 1

        engine = house.app.state.house._store._engines.reader.sync_engine
        event.listen(engine, "before_cursor_execute", count)
        crowd = Crowd([house.url], think=3600)
        for room in range(tables):
            crowd.sit(name(room), [token(room, seat) for seat in range(4)], at=(0, 0, 0, 0))
        try:
            await crowd.come()
        finally:
            await crowd.leave()
        assert len(crowd.people) == 2000
        assert all(person.version is not None for person in crowd.people)
        assert not crowd.log.closed
        assert reads <= tables


async def test_a_thousand_tables_are_live_again(tmp_path: Path) -> None:
    """Scenario 25: within 5 s of a server's start, by its own CPU, as others may use the machine."""
    tables = 1000
    began = time.monotonic()
    async with one_server(tmp_path, tables) as opened:
        (server,) = opened.nodes
        spent = cpu(server.process.pid)
        crowd = people(opened, 50, think=0.5)
        try:
            await crowd.come()
            await asyncio.sleep(1)
            await crowd.rest()
        finally:
            await crowd.leave()
        rooms = (await server.rooms())["rooms"]
    assert sum(room["playing"] for room in rooms) == tables
    assert spent < 5, f"{spent:.1f} s of CPU; {time.monotonic() - began:.1f} s in all"
    assert len(crowd.log.acked) > 20, "and go on"
