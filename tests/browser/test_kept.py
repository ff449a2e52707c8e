"""The page without a network, and a page that meets a newer server."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.people import Invite, Person
from tests.table.builder import HANDS, Arranged
from truco import app
from truco.resources import static_folder


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the page's files, which a test may change."""
    copy = tmp_path / "static"
    shutil.copytree(static_folder(), copy)
    monkeypatch.setattr(app, "static_folder", lambda: copy)
    return copy


@pytest.fixture
def house(release: Path, tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "truco.db", Arranged((HANDS,)))
    yield house
    house.stop()


CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const kept = new Set((await (await caches.open("page")).keys()).map(({ url }) => url));
    const wanted = [...document.querySelectorAll("link[href]"), ...document.querySelectorAll("script[src]")];
    const names = wanted.filter(({ rel }) => !/icon|manifest/.test(rel)).map(({ href, src }) => href ?? src);
    return kept.size > 1 && names.every((name) => kept.has(name));
}"""


def without_a_network(invite: Invite) -> Person:
    """Somebody whose browser has kept the page, and opened it again when the network was gone."""
    (ana,) = invite("Ana", service_workers="allow")
    ana.enter()
    ana.later(2000)
    ana.page.wait_for_function(CONTROLLED)
    ana.page.reload()  # what the page tells of its first load comes from a clock that the test has stopped
    ana.on("lobby")
    ana.page.wait_for_function(KEPT)
    ana.context.set_offline(True)
    ana.page.reload()
    return ana.later(2000)


def test_the_page_is_there_without_a_network_and_never_old_with_one(
    house: House, release: Path, invite: Invite
) -> None:
    ana = without_a_network(invite)
    expect(ana.page.locator("body")).to_have_attribute("data-screen", "loading")
    ana.context.set_offline(False)
    newer(house, release)
    ana.page.reload()
    ana.on("lobby")
    served = ana.page.evaluate("async () => (await fetch('css/screens.css')).text()")
    assert "newer" in served, "what is kept never goes before what the server has"
    ana.page.wait_for_function(
        "async () => { const page = await (await caches.open('page')).match(location.origin + '/');"
        "return page.headers.get('truco-version') === document.querySelector('meta[name=version]').content; }"
    )


def newer(house: House, release: Path) -> None:
    """Another server comes, with other files."""
    style = release / "css" / "screens.css"
    style.write_text(style.read_text() + "\n.newer { color: red }\n")
    house.restart()


def test_a_kept_page_that_finds_a_newer_server_says_so(house: House, release: Path, invite: Invite) -> None:
    """It opened without a network, and nobody loads it again."""
    ana = without_a_network(invite)
    newer(house, release)
    ana.context.set_offline(False)
    ana.later(10_000).sees("Hay una versión nueva.")


def test_a_lobby_that_finds_a_newer_server_says_so(house: House, release: Path, invite: Invite) -> None:
    (ana,) = invite("Ana")
    ana.enter()
    newer(house, release)
    ana.later(10_000).sees("Hay una versión nueva.")


def test_a_page_that_meets_a_newer_server_offers_it(house: House, release: Path, invite: Invite) -> None:
    (ana,) = invite("Ana")
    ana.enter().press("Jugar ya").on("room")
    newer(house, release)
    ana.later(5000)
    ana.sees("Hay una versión nueva.").press("Recargar")
    ana.on("room")
    ana.later(1000)
    expect(ana.page.get_by_text("Hay una versión nueva.")).to_have_count(0)
