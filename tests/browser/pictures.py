"""The pictures in docs/pictures, which tests/browser/test_pictures.py holds against the page.

`python -m tests.browser.pictures [FOLDER]` makes them anew, in Chromium. Look at them before a commit.
"""

import argparse
import base64
import io
import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.house import House
from tests.browser.people import Person
from tests.browser.scenes import at_the_ninth, company, scenes
from tests.chromium import ARGUMENTS, find_chromium

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


@contextmanager
def _company(**context: object) -> Iterator[tuple[House, list[Person]]]:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        with company(browser, Path(scratch), **context) as came:
            yield came
        browser.close()


def stills(folder: Path) -> None:
    """Each main screen in its forms: the phone at twice its pixels, as phones have them."""
    with _company(device_scale_factor=2) as (house, people):
        for scene in scenes(house, people):
            for name in scene.shown():
                shot = scene.person.page.screenshot(scale="css" if "desktop" in name else "device")
                Image.open(io.BytesIO(shot)).save(folder / f"{name}.webp", quality=86, method=6)
                print(name)


class Film:
    """What a page shows from now on, as a moving picture."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._shots: list[tuple[float, bytes]] = []
        self._line = page.context.new_cdp_session(page)
        self._line.on("Page.screencastFrame", self._keep)
        self._line.send("Page.startScreencast", {"format": "png", "everyNthFrame": 4})

    def _keep(self, shot: dict[str, Any]) -> None:
        self._shots.append((shot["metadata"]["timestamp"], base64.b64decode(shot["data"])))
        self._line.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})

    def save(self, path: Path, last_ms: int = 2500) -> None:
        """Each shot stays until the next one, the last one for so long."""
        self._line.send("Page.stopScreencast")
        times = [time for time, _ in self._shots]
        lasts = [round((after - before) * 1000) for before, after in itertools.pairwise(times)]
        first, *others = (Image.open(io.BytesIO(shot)).convert("RGB") for _, shot in self._shots)
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=[*(max(one, 10) for one in lasts), last_ms],
            loop=0,
            quality=70,
            method=4,
        )


def moving(folder: Path) -> None:
    """A hand as Ana sees it, who presses as people do; the others are quick."""
    with _company(reduced_motion="no-preference", color_scheme="dark") as (house, people):
        at_the_ninth(house, people)
        film = Film(people[0].page)
        _play(house, *people)
        film.save(folder / "hand.webp")


def _play(house: House, ana: Person, beto: Person, caro: Person, dani: Person) -> None:
    def wait(milliseconds: int) -> None:
        ana.page.wait_for_timeout(milliseconds)

    def press(do: str, word: str = "") -> None:
        wait(700)
        ana.page.locator(f"[data-do='{do}']" + (f"[data-word='{word}']" if word else "")).first.click()

    def lay(card: str) -> None:
        expect(ana.page.locator(".seat.bottom.turn")).to_be_visible()
        for pause in (600, 350):
            wait(pause)
            ana.page.locator(f".hand [data-card='{card}']").click()

    def others(*plays: tuple[Person, str]) -> None:
        for person, card in plays:
            wait(350)
            person.plays(card)

    for person in (beto, caro, dani):
        person.does("continue")
    press("continue")
    wait(1700)
    press("call", "envido")
    wait(600)
    dani.does("vote", "quiero")
    beto.does("vote", "quiero")
    wait(4200)
    lay("6c")
    others((beto, "12o"), (caro, "2b"))
    dani.does("call", "truco")
    wait(1500)
    house.wait(1.5)  # its clock stands still by itself
    caro.does("vote", "quiero")
    wait(700)
    press("vote", "quiero")
    others((dani, "1b"), (dani, "5c"))
    lay("7e")
    others((beto, "4e"), (caro, "11b"))
    lay("12c")
    others((beto, "7o"), (caro, "1e"), (dani, "10o"))
    ana.on("summary")
    wait(1500)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", choices=["stills", "moving"])
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.only != "moving":
        stills(given.folder)
    if given.only != "stills":
        moving(given.folder)
