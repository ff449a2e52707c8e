"""What holds for all tests: some need a Chromium, PostgreSQL or Redis, and in CI nothing is skipped."""

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.chromium import MISSING, find_chromium
from tests.services import NO_POSTGRES, NO_REDIS, ROOT, Postgres, Redis, find_postgres, find_redis

_BROWSER = Path(__file__).parent / "browser"

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_chromium() is None:
        for item in items:
            if item.path.is_relative_to(_BROWSER):
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _nothing_skipped_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _nothing_skipped_in_ci((yield))


def _nothing_skipped_in_ci(report: Report) -> Report:
    """Turn a skip into a failure where CI=true says that everything needed has to be there."""
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure in CI: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    programs = find_postgres()
    if programs is None:
        pytest.skip(NO_POSTGRES)
    server = Postgres(programs)
    try:
        server.start()
        url = server.url(server.create(name="migrated"))
        migrate = [sys.executable, "-m", "truco", "migrate"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, "TRUCO_DATABASE_URL": url}, check=True)
        yield server
    finally:
        server.close()


@pytest.fixture
def postgres(_postgres: Postgres) -> Iterator[Postgres]:
    """A PostgreSQL that runs, and that the test may stop, kill, freeze and start."""
    yield _postgres
    _postgres.restore()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The address of a PostgreSQL database of the test's own, migrated, and empty."""
    database = postgres.create("migrated")
    yield postgres.url(database)
    postgres.restore()
    postgres.drop(database)


@pytest.fixture(scope="session")
def _redis() -> Iterator[Redis]:
    program = find_redis()
    if program is None:
        pytest.skip(NO_REDIS)
    server = Redis(program)
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def redis(_redis: Redis) -> Iterator[Redis]:
    """A Redis that runs, and that the test may stop, kill, freeze and start; it may hold what others left."""
    yield _redis
    _redis.restore()
