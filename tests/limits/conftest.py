"""One process for the tests of a file, with wide limits for its people."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.limits.process import Server, serving
from tests.server.house import House


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, requests_per_second=1000, guests_per_minute=1000) as running:
        yield running


@pytest.fixture
async def house(server: Server) -> AsyncIterator[House]:
    house = server.house()
    yield house
    await house.leave()
