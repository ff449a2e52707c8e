"""Draws the tab's icons as pictures of pixels: `python -m tests.browser.icons`.

A browser draws an SVG icon on the page's own thread whenever the tab shows another one.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import ARGUMENTS, find_chromium

_IMAGES = Path(__file__).parents[2] / "static" / "img"
_PIXELS = 48


def draw() -> None:
    """`icon.svg` and `icon-turn.svg`, beside them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": _PIXELS, "height": _PIXELS})
        for name in ("icon", "icon-turn"):
            page.set_content(
                f"<style>body {{ margin: 0 }}</style>{(_IMAGES / name).with_suffix('.svg').read_text()}"
            )
            page.screenshot(path=_IMAGES / f"{name}-{_PIXELS}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    draw()
