"""Two hundred tables in play while every node is replaced."""

from pathlib import Path

from tests.load.crowd import percentile
from tests.load.rolling import roll
from tests.services import Postgres, Redis


async def test_a_rolling_restart_with_two_hundred_tables(
    postgres: Postgres, postgres_url: str, redis: Redis, tmp_path: Path
) -> None:
    """Scenario 26: clients back within 3 s (p95), nothing acked is lost, no clock runs out, exit code 0."""
    result = await roll(postgres, postgres_url, redis, tmp_path, tables=200)
    assert len(result.back) >= 800, "everyone's node was replaced"
    assert percentile(result.back, 0.95) < 3000, str(result)
    assert not result.lost, str(result)
    assert not result.ran_out, str(result)
    assert result.codes == [0, 0]
    assert max(result.stops) < 30
    assert result.acked > 200, "they played meanwhile"
