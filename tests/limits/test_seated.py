"""What a seated connection costs; `python -m tests.limits.memory` measures it with more tables."""

from tests.limits.memory import measure
from tests.limits.process import Server

TABLES = 40


async def test_a_seated_connection_costs_little(server: Server) -> None:
    assert await measure(server, TABLES) < 60_000
