"""The pictures in docs/pictures, which tests/browser/test_pictures.py holds against the page.

`python -m tests.browser.pictures [FOLDER]` makes them anew, in Chromium. Look at them before a commit.
"""

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.scenes import company, scenes
from tests.chromium import ARGUMENTS, find_chromium

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def stills(folder: Path) -> None:
    """Each main screen in its forms: the phone at twice its pixels, as phones have them."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        with company(browser, Path(scratch), device_scale_factor=2) as (house, people):
            for scene in scenes(house, people):
                for name in scene.shown():
                    shot = scene.person.page.screenshot(scale="css" if "desktop" in name else "device")
                    Image.open(io.BytesIO(shot)).save(folder / f"{name}.webp", quality=86, method=6)
                    print(name)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    stills(given.folder)
