import asyncio

from sqlalchemy import make_url, select

from truco.store import Store, schema
from truco.store.engines import migration_engine


async def test_a_node_that_beats_is_among_the_living(store: Store):
    assert await store.nodes.beat("uno", 60_000) == {"uno"}
    assert await store.nodes.beat("dos", 60_000) == {"uno", "dos"}
    assert await store.nodes.beat("uno", 60_000) == {"uno", "dos"}


async def test_a_lease_that_is_over_does_not_hold(store: Store):
    await store.nodes.beat("uno", -1)

    assert await store.nodes.beat("dos", 60_000) == {"dos"}


async def test_a_lease_lasts_as_long_as_was_asked(store: Store):
    await store.nodes.beat("uno", 300)
    async with asyncio.timeout(10):
        assert "uno" in await store.nodes.beat("dos", 60_000)
        while "uno" in await store.nodes.beat("dos", 60_000):
            pass


async def test_a_lease_renewed_holds_again(store: Store):
    await store.nodes.beat("uno", -1)
    await store.nodes.beat("uno", 60_000)

    assert "uno" in await store.nodes.beat("dos", 60_000)


async def test_a_node_that_leaves_is_gone_at_once(store: Store):
    await store.nodes.beat("uno", 60_000)
    await store.nodes.leave("uno")
    await store.nodes.leave("uno")

    assert await store.nodes.beat("dos", 60_000) == {"dos"}


async def test_a_lease_is_known_to_a_store_opened_later(store: Store, url: str):
    await store.nodes.beat("uno", 60_000)

    other = await Store.open(url)
    assert await other.nodes.beat("dos", 60_000) == {"uno", "dos"}
    await other.close()


async def test_nodes_gone_for_a_day_are_forgotten(store: Store, url: str):
    await store.nodes.beat("uno", -86_500_000)
    await store.nodes.beat("dos", -80_000_000)
    await store.nodes.beat("tres", 60_000)

    engine = migration_engine(make_url(url))
    async with engine.connect() as connection:
        known = (await connection.execute(select(schema.nodes.c.id))).scalars().all()
    await engine.dispose()
    assert set(known) == {"dos", "tres"}
