"""The only real wait of the server: what time it is, and a call back at a time."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call back that may still be called off."""

    def cancel(self) -> None:
        """Call it off; nothing happens when it was called already."""
        ...


class Clock(Protocol):
    """Monotonic seconds, and call backs at a moment of them. Tests pass one that they move by hand."""

    def now(self) -> float:
        """Seconds since some moment; it never goes back."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call `call` from the event loop at `when`, or soon if that is past."""
        ...


class LoopClock:
    """The machine's monotonic clock, with the running event loop's timers."""

    def now(self) -> float:
        """Read afresh each time: a loop that caches its time would hide that it was late."""
        return time.monotonic()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """A timer of the running loop."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.monotonic()), call)


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait `seconds` of `clock`."""
    over = asyncio.Event()
    timer = clock.call_at(clock.now() + seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()
