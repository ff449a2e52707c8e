"""Two hundred tables in play while their servers are replaced or die."""

from pathlib import Path

from tests.load.crowd import percentile
from tests.load.replaced import alone, killed, rolling
from tests.services import Postgres, Redis

TABLES = 200


async def test_a_rolling_restart_with_two_hundred_tables(
    postgres: Postgres, postgres_url: str, redis: Redis, tmp_path: Path
) -> None:
    """Scenario 26: clients back within 3 s (p95), nothing acked is lost, no clock runs out, exit code 0."""
    result = await rolling(postgres, postgres_url, redis, tmp_path, TABLES)
    assert len(result.log.back) >= 4 * TABLES, "everyone's node was replaced"
    assert percentile(result.log.back, 0.95) < 3000, str(result)
    assert not result.lost, str(result)
    assert not result.ran_out, str(result)
    assert result.codes == [0, 0]
    assert max(result.stops) < 30
    assert len(result.log.acked) > TABLES, "they played meanwhile"


async def test_two_hundred_tables_of_a_killed_node(
    postgres: Postgres, postgres_url: str, redis: Redis, tmp_path: Path
) -> None:
    """Scenario 25: all of them live on another node within 5 s, and nothing acked is lost."""
    result = await killed(postgres, postgres_url, redis, tmp_path, TABLES)
    assert max(result.all_back) < 5, str(result)
    assert not result.lost, str(result)
    assert not result.ran_out, str(result)
    assert len(result.log.acked) > TABLES // 2, "they played before and afterwards"


async def test_the_only_server_is_stopped_and_started_with_two_hundred_tables(tmp_path: Path) -> None:
    """Scenario 26 without another node: nothing acked is lost, no clock runs out, exit code 0."""
    result = await alone(tmp_path, TABLES)
    assert len(result.log.back) == 4 * TABLES
    assert not result.lost, str(result)
    assert not result.ran_out, str(result)
    assert result.codes == [0]
