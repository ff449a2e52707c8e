"""Two nodes for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.nodes.cluster import Cluster, cluster
from tests.services import Redis


@pytest.fixture
async def two(postgres_url: str, redis: Redis, tmp_path: Path) -> AsyncIterator[Cluster]:
    async with cluster(postgres_url, redis, tmp_path) as opened:
        yield opened
