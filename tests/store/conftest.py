"""A store in a file of its own for each test, and short forms for what goes into it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from truco.store import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "truco.db"


@pytest.fixture
def url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()
