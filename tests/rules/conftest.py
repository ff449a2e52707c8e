"""Every run begins with empty caches: a mutation test is forked from a process that has filled them."""

import sys

import pytest


@pytest.fixture(scope="session", autouse=True)
def _empty_caches() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("truco.rules"):
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()
