"""The main screens look as they do in docs/pictures. Their text may be drawn a little differently."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from tests.browser.pictures import FOLDER
from tests.browser.scenes import company, scenes

BLOCK = 20
"""Pixels: within such a square a line of text may lie otherwise than in the picture."""
FAR = 32
"""Of 255: by so much the mean colour of a square that shows something else differs, in red, green or blue."""
FEW, SOME = 0.01, 0.05
"""The part of the squares that may differ: with the page's own fonts, and with those of the system."""

SYSTEM_FONTS = """:root {
    --display: "As Bitter", "Also Bitter", serif;
    --body: "As Alegreya", "Also Alegreya", sans-serif;
}"""
CHANGES = {
    "a card": ".hand > :last-child { visibility: hidden; }",
    "a button": "[data-do=call][data-word=truco] { visibility: hidden; }",
    "the score": ".bar .tally { visibility: hidden; }",
    "the cloth": ":root { --felt: #203a58; --felt-edge: #203a58; }",
    "a place": ".dock { translate: 0 -24px; }",
}


def seen(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")


def differing(page: Page, name: str) -> float:
    """The part of the page's squares that do not look as in the picture of that name."""
    shot = seen(page)
    squares = shot.width // BLOCK, shot.height // BLOCK
    with Image.open(FOLDER / f"{name}.webp") as picture:
        wanted = picture.convert("RGB").resize(squares, Image.Resampling.BOX)
    apart = ImageChops.difference(shot.resize(squares, Image.Resampling.BOX), wanted)
    greatest = ImageChops.lighter(ImageChops.lighter(*apart.split()[:2]), apart.split()[2])
    return sum(greatest.histogram()[FAR:]) / (squares[0] * squares[1])


def own_fonts(page: Page) -> bool:
    return page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').length") >= 3


@contextmanager
def styled(page: Page, rule: str) -> Iterator[None]:
    """The page with one rule more; its policy allows no style sheet but by this way."""
    page.evaluate(
        "rule => { document.adoptedStyleSheets = [new CSSStyleSheet()];"
        " document.adoptedStyleSheets[0].replaceSync(rule); }",
        rule,
    )
    yield
    page.evaluate("document.adoptedStyleSheets = []")


def what_is_a_difference(page: Page, name: str) -> None:
    """Other fonts are none. A card, a button, a place or a colour is one."""
    with styled(page, SYSTEM_FONTS):
        assert differing(page, name) < SOME
    for what, rule in CHANGES.items():
        with styled(page, rule):
            assert differing(page, name) > FEW, what


def test_the_screens_look_as_in_the_pictures(browser: Browser, tmp_path: Path) -> None:
    different: dict[str, float] = {}
    shown: set[str] = set()
    with company(browser, tmp_path) as (house, people):
        for scene in scenes(house, people):
            page = scene.person.page
            for name in scene.shown():
                shown.add(name)
                part = differing(page, name)
                if part > (FEW if own_fonts(page) else SOME):
                    different[name] = part
                    page.screenshot(path=tmp_path / f"{name}.png")
                elif name == "turn-phone":
                    what_is_a_difference(page, name)
    assert not different, f"see {tmp_path}; `python -m tests.browser.pictures` makes them anew"
    assert shown == {picture.stem for picture in FOLDER.glob("*-*.webp")}
