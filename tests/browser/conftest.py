"""A Chromium for all tests of this folder, and a server and people for each."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.friend import Befriend, Friend, Table
from tests.browser.house import House
from tests.browser.people import Invite, Person
from tests.chromium import ARGUMENTS, find_chromium
from tests.table.builder import HANDS, NAMES, Arranged
from truco.server import pages

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


@pytest.fixture(scope="session", autouse=True)
def _packed_once() -> Iterator[None]:
    """A server packs each file when it is first asked for; here it is always the same, and takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "_CODINGS", {name: cache(packs) for name, packs in pages._CODINGS.items()})
        yield


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "truco.db", Arranged((HANDS,)))
    yield house
    house.stop()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Invite]:
    """Brings people to the page, and sees them off."""
    with ExitStack() as stack:

        def people(*names: str, **context: object) -> list[Person]:
            came = [Person(browser, house.url, name, **context) for name in names or NAMES]
            for person in came:
                stack.callback(person.leave)
            return came

        yield people


@pytest.fixture
def befriend(house: House) -> Iterator[Befriend]:
    """Brings people who have no page, and sees them off."""
    with ExitStack() as stack:

        def friend(name: str, room: str | None = None) -> Friend:
            came = Friend(house.url, name, room)
            stack.callback(came.leave)
            return came

        yield friend


@pytest.fixture
def table(invite: Invite, befriend: Befriend) -> Table:
    """Brings four to a table and begins a game: Dani dealt, Ana is mano.

    Pages have those who are named, or who came before; the test does not look at the others, who are friends.
    """

    def begin(
        *who: str | Person, names: Sequence[str] = NAMES, **context: object
    ) -> tuple[list[Person], list[Friend]]:
        people = [one if isinstance(one, Person) else invite(one, **context)[0] for one in who]
        pages = {person.name: person for person in people}
        friends: list[Friend] = []
        room = ""
        for name in names:
            if name in pages:
                room = pages[name].sit()
            else:
                friends.append(befriend(name))
        for person in people:
            person.page.goto(f"{person.url}/#/room/{room}", wait_until="commit")
        for person in people:
            person.on("room").ask("PUT", f"rooms/{room}/ready", {"ready": True})
        for friend in friends:
            friend.ready()
        for person in people:
            person.on("table")
        return people, friends

    return begin
