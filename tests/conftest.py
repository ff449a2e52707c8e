"""What holds for all tests: browser tests need a Chromium, and in CI nothing is skipped."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.chromium import MISSING, find_chromium

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
