"""Nothing is laid out while it moves: counted in a trace, so that a slow machine changes nothing."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.frames import Trace, traced
from tests.browser.friend import Friend
from tests.browser.house import PATIENCE, House
from tests.browser.measure import begin, sit, tap

THINKS = 1.3
"""Seconds of each of the others: a card flies in less, and a match counts one of them at least."""


def _until(page: Page, other: Friend, so: Callable[[dict[str, Any]], bool]) -> None:
    """Waits by another's view: nothing waits inside the page that is watched."""
    for _ in range(PATIENCE * 20):
        if so(other.view["game"]):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the game has not come so far")


def _watched(browser: Browser, house: House) -> Trace:
    """Ana is dealt to, calls truco and has her answer, and plays; then Beto and Caro do."""
    page, others = sit(browser, house, thinks=THINKS)
    with traced(browser, page) as trace:
        begin(page, others[0])
        page.wait_for_timeout(2_000)
        tap(page, "[data-word=truco]")
        _until(page, others[0], lambda game: game["truco"]["chain"] and not game["question"])
        page.wait_for_timeout(300)
        tap(page, ".hand [data-card]")
        page.wait_for_timeout(400)
        tap(page, ".hand [data-card]")
        _until(page, others[0], lambda game: game["turn"] == 3)
        page.wait_for_timeout(800)
    page.context.close()
    for other in others:
        other.leave()
    return trace


def test_nothing_is_laid_out_while_it_moves(browser: Browser, house: House) -> None:
    trace = _watched(browser, house)
    assert {"truco-card", "svg class='wood'"} <= trace.movers, "cards flew and a match burnt"
    assert not trace.stray, "\n".join(map(str, trace.stray))
    dealt = [one for one in trace.layouts if any("dealOut" in call for call in one.stack)]
    assert len(dealt) == 1, "all places are read in one go, before any card sets off"
