"""A Chromium for all tests of this folder, and a server and people for each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.friend import Friend
from tests.browser.house import House
from tests.browser.people import Person, seat
from tests.chromium import ARGUMENTS, find_chromium
from tests.table.builder import HANDS, NAMES, Arranged

INSECURE_HOST = "mesa.test"
"""A name that leads here but is no secure context, as an address in a home network is none."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=[*ARGUMENTS, f"--host-resolver-rules=MAP {INSECURE_HOST} 127.0.0.1"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "truco.db", Arranged((HANDS,)))
    yield house
    house.stop()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Callable[..., list[Person]]]:
    """Brings people to the page, and sees them off."""
    with ExitStack() as stack:

        def people(*names: str, **context: object) -> list[Person]:
            came = [Person(browser, house.url, name, **context) for name in names or NAMES]
            for person in came:
                stack.callback(person.leave)
            return came

        yield people


@pytest.fixture
def befriend(house: House) -> Iterator[Callable[..., Friend]]:
    """Brings people who have no page, and sees them off."""
    with ExitStack() as stack:

        def friend(name: str, room: str | None = None) -> Friend:
            came = Friend(house.url, name, room)
            stack.callback(came.leave)
            return came

        yield friend


@pytest.fixture
def seated(invite: Callable[..., list[Person]]) -> list[Person]:
    """Ana, Beto, Caro and Dani at one table, the game begun: Dani dealt, Ana is mano."""
    people = invite()
    seat(people)
    return people
