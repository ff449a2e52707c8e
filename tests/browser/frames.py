"""A trace of Chromium, read frame by frame: what moved, what the main thread did, which layouts were."""

import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from playwright.sync_api import Browser, Page

FRAME_US = 1_000_000 / 60
"""A frame is a slice of this many microseconds of the main thread's time."""

_CATEGORIES = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "disabled-by-default-devtools.timeline.stack",
    "blink.animations",
)
_PRESSES = {"pointerdown", "pointerup", "click", "touchstart", "touchend", "keydown", "mousedown", "mouseup"}


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout of the page, in milliseconds since the trace began."""

    at: float
    ms: float
    boxes: int
    stack: tuple[str, ...]
    """Who forced it, the innermost first; empty when the browser laid out by itself."""
    moving: tuple[str, ...]
    """What moved then, and had begun before."""
    drawing: bool
    """It belongs to the drawing of what the server told or a press brought about."""

    def __str__(self) -> str:
        by = " < ".join(self.stack[:4]) or "the browser by itself"
        return (
            f"{self.at:.0f} ms: {self.boxes} boxes, {by}, while {', '.join(sorted(set(self.moving)))} moved"
        )


@dataclass(slots=True)
class Trace:
    """What a trace tells of one page."""

    layouts: list[Layout] = field(default_factory=list)
    movers: set[str] = field(default_factory=set)
    """The elements that moved, by their names and classes."""
    work: list[float] = field(default_factory=list)
    """Milliseconds that the main thread worked in each frame; a long task counts whole where it begins."""
    moved: list[float] = field(default_factory=list)
    """The same for the frames in which something moved."""

    @property
    def stray(self) -> list[Layout]:
        """Layouts while something moves that no news and no press called for."""
        return [one for one in self.layouts if one.moving and not one.drawing]


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[Trace]:
    """Traces the page; what is found is in the trace when the block ends."""
    trace = Trace()
    browser.start_tracing(page=page, categories=list(_CATEGORIES))
    try:
        yield trace
    finally:
        events = orjson.loads(browser.stop_tracing())["traceEvents"]
    _read(events, trace)


def _read(events: Sequence[dict[str, Any]], trace: Trace) -> None:
    started = next(one for one in events if one["name"] == "TracingStartedInBrowser")
    page = started["args"]["data"]["frames"][0]
    threads = (one for one in events if one["name"] == "thread_name" and one["pid"] == page["processId"])
    main = next(one["tid"] for one in threads if one["args"]["name"] == "CrRendererMain")
    own = [
        one for one in events if (one["pid"], one["tid"]) == (page["processId"], main) and one["ph"] != "M"
    ]
    own.sort(key=lambda one: one["ts"])
    moves = _moves(own)
    trace.movers = {name for _, _, name in moves}
    trace.layouts = list(_layouts(own, moves, page["frame"]))
    trace.work, trace.moved = _work(own, moves)


def _moves(events: Sequence[dict[str, Any]]) -> list[tuple[float, float, str]]:
    """From when to when what moved; the wait before an animation's first step counts too."""
    begun: dict[str, tuple[float, str]] = {}
    moves: list[tuple[float, float, str]] = []
    for one in events:
        if one["name"] != "Animation":
            continue
        mark = str(one["id2"])
        if one["ph"] == "b":
            begun[mark] = one["ts"], one["args"]["data"].get("nodeName", "?").lower()
        elif one["ph"] == "e" and mark in begun:
            start, name = begun.pop(mark)
            moves.append((start, one["ts"], name))
    return moves + [(start, events[-1]["ts"], name) for start, name in begun.values()]


def _layouts(
    events: Sequence[dict[str, Any]], moves: Sequence[tuple[float, float, str]], page: str
) -> Iterator[Layout]:
    """All layouts of the page itself, not those inside a picture."""
    first = painted = events[0]["ts"]
    news = False  # told or pressed, and not painted yet
    for one in events:
        if one["name"] == "Commit":
            news, painted = False, one["ts"]
        elif one["name"] == "WebSocketReceive":
            news = True
        elif one["name"] == "EventDispatch":
            news = news or one["args"]["data"]["type"] in _PRESSES
        elif one["name"] == "Layout" and one["args"]["beginData"]["frame"] == page:
            begin = one["args"]["beginData"]
            yield Layout(
                at=(one["ts"] - first) / 1000,
                ms=one.get("dur", 0) / 1000,
                boxes=begin["dirtyObjects"],
                stack=tuple(_place(call) for call in begin.get("stackTrace", ())),
                moving=tuple(name for start, end, name in moves if start < painted and one["ts"] < end),
                drawing=news,
            )


def _place(call: dict[str, Any]) -> str:
    return f"{call['functionName'] or '?'} ({call['url'].rsplit('/', 1)[-1]}:{call['lineNumber']})"


def _work(
    events: Sequence[dict[str, Any]], moves: Sequence[tuple[float, float, str]]
) -> tuple[list[float], list[float]]:
    """The main thread's milliseconds in each frame, and in those in which something moves.

    They are the processor's for this thread: what others take of the machine is not the page's work.
    Chromium slows the processor by letting the thread turn idly, which counts as it should.
    """
    tasks = [one for one in events if one["name"] == "RunTask" and "dur" in one]
    first, last = events[0]["ts"], events[-1]["ts"]
    count = int((last - first) / FRAME_US) + 1
    work: list[float | None] = [0.0] * count
    for one in tasks:
        begin = int((one["ts"] - first) / FRAME_US)
        end = int((one["ts"] + one["dur"] - first) / FRAME_US)
        work[begin] = (work[begin] or 0.0) + one.get("tdur", one["dur"]) / 1000
        for swallowed in range(begin + 1, min(end, count)):
            work[swallowed] = None  # no frame was there: it is part of the long one
    moving = {
        at
        for start, end, _ in moves
        for at in range(int((start - first) / FRAME_US), min(count, int((end - first) / FRAME_US) + 1))
    }
    return (
        [ms for ms in work if ms is not None],
        [ms for at, ms in enumerate(work) if ms is not None and at in moving],
    )


def percentiles(work: Sequence[float]) -> str:
    """The middle, the 95th of a hundred, and the most."""
    cuts = statistics.quantiles(work, n=100)
    return f"p50 {cuts[49]:.1f}, p95 {cuts[94]:.1f}, max {max(work):.0f} ms in {len(work)} frames"
