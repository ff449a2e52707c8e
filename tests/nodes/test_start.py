"""A server that starts while its database is not there: it waits, says so, and goes on by itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.nodes.cluster import Cluster, Node, cluster, connected, play, same, table
from tests.services import Postgres, Redis


@asynccontextmanager
async def _none(url: str, redis: Redis | None, folder: Path) -> AsyncIterator[Cluster]:
    async with cluster(url, redis, folder, nodes=0) as opened:
        yield opened


async def _waits(node: Node) -> None:
    """It lives, is not ready, and tells whoever comes when to come again."""
    async with httpx.AsyncClient(base_url=node.house.url, timeout=10) as visitor:
        assert (await visitor.get("/healthz")).status_code == 200
        assert (await visitor.get("/")).status_code == 200, "the page needs no database"
        for asked in (
            visitor.get("/readyz"),
            visitor.get("/api/v1/rooms"),
            visitor.post("/api/v1/guests", json={"name": "Ana"}),
            visitor.get("/api/v1/guests/me", headers={"authorization": "Bearer x"}),
        ):
            answer = await asked
            assert (answer.status_code, answer.json()["code"]) == (503, "starting"), answer.url
            assert answer.headers["content-type"] == "application/problem+json"
            assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "with-redis"])
@pytest.mark.parametrize("fault", ["stop", "freeze"])
async def test_a_server_that_starts_before_its_database_goes_on_by_itself(
    postgres: Postgres, postgres_url: str, redis: Redis, tmp_path: Path, fault: str, alone: bool
) -> None:
    """Scenario 29: and the tables that are in it go on too."""
    async with _none(postgres_url, None if alone else redis, tmp_path) as opened:
        before = await opened.start()
        room, players = await table([before])
        await play(players)
        before.kill()
        await asyncio.to_thread(getattr(postgres, fault))
        node = await opened.start()
        await _waits(node)
        await asyncio.to_thread(postgres.restore)
        await node.says("ok")
        back = [node.here(player) for player in players]
        for player, old in zip(back, players, strict=True):
            await connected(player, room, old.wire.last["version"])
        await play(back)
        assert len(same(back)[0]["cards"]) == 2
        log = node.log.read_text()
    assert log.count("the database cannot be used") in (1, 2), log
    assert "people may come" in log


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("user", 'role "nobody" does not exist'),
        ("database", "does not exist"),
        ("port", "refused"),
        ("host", "Name or service not known"),
    ],
)
async def test_a_wrong_address_of_the_database_is_named(
    postgres: Postgres, postgres_url: str, tmp_path: Path, wrong: str, said: str
) -> None:
    """One line for the operator, without the password; and a signal still ends the server well."""
    url = postgres_url.replace("truco@", "truco:hidden@")
    url = {
        "user": url.replace("truco:", "nobody:"),
        "database": url + "_not_there",
        "port": url.replace(f":{postgres.port}/", ":1/"),
        "host": url.replace("127.0.0.1", "no.such.host.invalid"),
    }[wrong]
    async with _none(url, None, tmp_path) as opened:
        node = await opened.start()
        await _waits(node)
        assert await node.stop() == 0
    (line,) = [line for line in node.log.read_text().splitlines() if "cannot be used" in line]
    assert said in line
    assert "hidden" not in node.log.read_text()


async def test_a_database_that_is_made_later_is_found(
    postgres: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    name = postgres_url.rpartition("/")[2] + "_later"
    async with _none(postgres.url(name), None, tmp_path) as opened:
        node = await opened.start()
        await _waits(node)
        postgres.create("migrated", name)
        await node.says("ok")
        await table([node])
    postgres.drop(name)
