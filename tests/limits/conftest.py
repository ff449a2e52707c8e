"""One process for the tests of a file."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.limits.process import Server, serving
from tests.server.house import House


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One with wide limits for those who open rooms and sit down."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, requests_per_second=1000, guests_per_minute=1000) as running:
        yield running


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One with the limits that hold when nothing is set."""
    with serving(tmp_path_factory.mktemp("plain")) as running:
        yield running


@pytest.fixture
async def house(server: Server) -> AsyncIterator[House]:
    async with server.house() as house:
        yield house
