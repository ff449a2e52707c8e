"""A store in a database of its own for each test, on each kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from truco.store import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The file of the SQLite database."""
    return tmp_path / "truco.db"


@pytest.fixture
def sqlite_url(database: Path) -> str:
    """The address of a SQLite database that is not made yet."""
    return f"sqlite+aiosqlite:///{database}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database of each kind."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store of each kind."""
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """An open store in a file."""
    store = await Store.open(sqlite_url)
    yield store
    await store.close()


@pytest.fixture
async def postgres_store(postgres_url: str) -> AsyncIterator[Store]:
    """An open store in PostgreSQL."""
    store = await Store.open(postgres_url)
    yield store
    await store.close()
