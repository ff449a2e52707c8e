"""What axe finds wrong in the page as it stands (WCAG 2.2 AA)."""

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCRIPT = Axe().axe_script
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL: dict[str, object] = {"type": "tag", "values": TAGS}
CONTRAST: dict[str, object] = {"type": "rule", "values": ["color-contrast"]}


def violations(page: Page, rules: dict[str, object] = ALL) -> str:
    """A report, empty when there is none. What is right is not told of: that costs more than to find it."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = AxeResults(page.evaluate("options => axe.run(options)", options))
    return found.generate_report() if found.violations_count else ""


def no_violation(page: Page, where: str) -> None:
    report = violations(page)
    assert not report, f"{where}\n{report}"
