"""What somebody with a small screen or great text would not get: looked for in the page as it stands."""

from pathlib import Path

from playwright.sync_api import Page

FIND = Path(__file__).with_suffix(".js").read_text("utf-8")


def lost(page: Page) -> list[str]:
    """A line for each thing that is lost."""
    return page.evaluate(FIND)
