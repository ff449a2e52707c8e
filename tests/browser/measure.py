"""What the page costs a phone: `python -m tests.browser.measure load|heap|frames`, in Chromium.

- load: milliseconds until the name can be typed, at 1.6 Mbit/s and 150 ms, nothing cached, the CPU four times
  slower; and the bytes of the first load.
- heap: the page's memory at hand 50 of a game that is played by a script, against that at hand 10.
- frames: what the main thread does in each frame of a hand, the CPU four times slower.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.frames import FRAME_US, percentiles, traced
from tests.browser.friend import Friend
from tests.browser.house import House
from tests.chromium import ARGUMENTS, find_chromium
from tests.table.builder import HANDS, Arranged

SLOWER = 4
LATENCY_MS = 150
BYTES_PER_SECOND = 1_600_000 // 8

NOTE_FIELD = """
new MutationObserver((_, observer) => {
    if (!document.querySelector("#screen input")) return;
    observer.disconnect();
    globalThis.fieldAt = performance.now();
}).observe(document, { childList: true, subtree: true });
"""


@contextmanager
def _world(chance: Arranged | None = None) -> Iterator[tuple[Browser, House]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        # The server's clock stands still, so what one may say has to be enough for all of it.
        many = {"messages_per_second": 100_000, "requests_per_second": 100_000}
        house = House(Path(folder) / "truco.db", chance or Arranged((HANDS,)), **many)
        try:
            yield browser, house
        finally:
            house.stop()
            browser.close()


def _slow(session: CDPSession, *, network: bool) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if network:
        session.send("Network.enable")
        conditions = {"offline": False, "latency": LATENCY_MS}
        speed = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
        session.send("Network.emulateNetworkConditions", {**conditions, **speed})


def load(runs: int = 5) -> str:
    """The median of some first loads."""
    fields: list[float] = []
    received = 0.0
    with _world() as (browser, house):
        for _ in range(runs):
            context = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block")
            page = context.new_page()
            session = context.new_cdp_session(page)
            sizes: list[float] = []
            session.on(
                "Network.loadingFinished", lambda event, to=sizes: to.append(event["encodedDataLength"])
            )
            _slow(session, network=True)
            page.add_init_script(NOTE_FIELD)
            page.goto(house.url)
            page.wait_for_function("() => globalThis.fieldAt !== undefined")
            fields.append(page.evaluate("fieldAt"))
            page.locator("#screen input").fill("Ana")
            page.wait_for_load_state("networkidle")
            received = sum(sizes)
            context.close()
    return (
        f"the name can be typed after {statistics.median(fields):.0f} ms "
        f"({min(fields):.0f} to {max(fields):.0f}); first load {received / 1000:.0f} kB"
    )


def sit(
    browser: Browser, house: House, thinks: float = 0, calls: str | None = None
) -> tuple[Page, list[Friend]]:
    """A page on the first chair, three others on the rest, of whom the last may call."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, service_workers="block"
    )
    context.request.post(f"{house.url}/api/v1/guests", data={"name": "Ana"})
    room = context.request.post(f"{house.url}/api/v1/rooms/quick").json()["id"]
    page = context.new_page()
    page.goto(f"{house.url}/#/room/{room}")
    others = [Friend(house.url, name, room, thinks=thinks) for name in ("Beto", "Caro")]
    others.append(Friend(house.url, "Dani", room, thinks=thinks, calls=calls))
    for other in others:
        other.ready().alone()
    page.locator("body[data-screen=room]").wait_for()
    return page, others


def begin(page: Page, other: Friend) -> None:
    """The page's player is ready as well: the first hand is dealt."""
    address, room = page.url.split("/#/room/")
    page.context.request.put(f"{address}/api/v1/rooms/{room}/ready", data={"ready": True})
    while not other.view.get("game"):
        page.wait_for_timeout(20)


def _play(page: Page, other: Friend, hands: int) -> None:
    """Plays until so many hands are over, pressing what a person would press, as another's view has it."""
    over: set[tuple[str, int]] = set()
    while len(over) < hands or other.view["game"]["result"]:
        game = other.view["game"]
        if game["result"]:
            over.add((game["id"], game["hand"]))
            tap(page, "[data-do=rematch]" if game["over"] else "[data-do=continue]")
        elif game["turn"] == 0 and tap(page, ".hand [data-card]"):
            page.wait_for_timeout(60)
            tap(page, ".hand [data-card].lifted")
        page.wait_for_timeout(60)


def heap(early: int = 10, late: int = 50) -> str:
    """Bytes of JavaScript's heap after a collection, at two moments."""
    with _world(_even()) as (browser, house):
        page, others = sit(browser, house)
        begin(page, others[0])
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        sizes: list[float] = []
        for hands in (early, late - early):
            _play(page, others[0], hands)
            for _ in range(3):
                session.send("HeapProfiler.collectGarbage")
            found = session.send("Performance.getMetrics")["metrics"]
            sizes.append(next(one["value"] for one in found if one["name"] == "JSHeapUsedSize"))
    return (
        f"heap of the page: {sizes[0] / 1e6:.2f} MB at hand {early}, {sizes[1] / 1e6:.2f} MB at hand {late}, "
        f"{sizes[1] / sizes[0]:.3f} times that"
    )


@cache
def _line(page: Page) -> CDPSession:
    """To ask a page without the script that Playwright puts into it for that."""
    return page.context.new_cdp_session(page)


def tap(page: Page, selector: str) -> bool:
    """A tap as a finger's, found by one question to the page; False when there is nothing to tap."""
    middle = f"""(() => {{
        const box = document.querySelector({selector!r})?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    }})()"""
    found = _line(page).send("Runtime.evaluate", {"expression": middle, "returnByValue": True})
    place = found["result"].get("value")
    if place:
        page.touchscreen.tap(*place)
    return place is not None


def _hand(page: Page, other: Friend) -> None:
    """Plays a hand as somebody who thinks; what to do is read from another's view, not from the page."""
    while True:
        page.wait_for_timeout(50)
        game = other.view.get("game")
        if not game or game["result"]:
            break
        question = game["question"]
        if question and question["side"] == 0 and "0" not in question["votes"]:
            page.wait_for_timeout(3_000)
            tap(page, "[data-word=quiero]")
        elif game["turn"] == 0 and not question:
            page.wait_for_timeout(900)
            tap(page, ".hand [data-card]")
            page.wait_for_timeout(300)
            tap(page, ".hand [data-card]")
        else:
            continue
        page.wait_for_timeout(900)


def frames() -> str:
    """A whole hand that moves: gathered and dealt, played, a truco with its vote, the summary."""
    with _world(_even()) as (browser, house):
        page, others = sit(browser, house, thinks=1.5, calls="truco")
        begin(page, others[0])
        _hand(page, others[0])
        page.wait_for_timeout(2_500)
        _slow(page.context.new_cdp_session(page), network=False)
        with traced(browser, page) as trace:
            tap(page, "[data-do=continue]")
            page.wait_for_timeout(3_000)
            _hand(page, others[0])
            page.wait_for_timeout(5_000)
    moving = [one for one in trace.layouts if one.moving]
    return "\n".join(
        (
            f"main thread, slices of {FRAME_US / 1000:.1f} ms of a whole hand: {percentiles(trace.work)}",
            f"of these, where something moves: {percentiles(trace.moved)}",
            f"layouts: {len(trace.layouts)}, while something moves {len(moving)}",
            f"of these for what was told or pressed {len(moving) - len(trace.stray)}",
            f"for anything else {len(trace.stray)}",
            *map(str, trace.stray),
        )
    )


def _even() -> Arranged:
    """Hands that go to one side and the other in turn, so that a game has many."""
    won, lost = HANDS, (HANDS[1], HANDS[0], HANDS[3], HANDS[2])
    return Arranged((won, lost) * 40)


if __name__ == "__main__":
    shown = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=shown)
    parser.add_argument("what", choices=["load", "heap", "frames"])
    given = parser.parse_args()
    print(getattr(sys.modules[__name__], given.what)())
