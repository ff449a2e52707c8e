"""A clock that a test moves by hand."""

import asyncio
import heapq
import itertools
from collections.abc import Callable


class FakeTimer:
    def __init__(self, when: float, call: Callable[[], None]) -> None:
        self.when, self._call, self.done = when, call, False

    def cancel(self) -> None:
        self.done = True

    def ring(self) -> None:
        if not self.done:
            self.done = True
            self._call()


class FakeClock:
    """Implements `truco.server.clock.Clock`; time passes only in `advance` and `stall`."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._order = itertools.count()
        self._timers: list[tuple[float, int, FakeTimer]] = []
        self.busy: Callable[[], bool] = lambda: False
        """Whether the server still does what it was woken for."""

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> FakeTimer:
        timer = FakeTimer(when, call)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        if when <= self._now:
            asyncio.get_running_loop().call_soon(timer.ring)
        return timer

    @property
    def pending(self) -> int:
        """Timers that have not rung and were not called off."""
        return sum(not timer.done for _, _, timer in self._timers)

    async def more_than(self, pending: int) -> None:
        """Returns when the server waits for more than so many moments."""
        for _ in range(5000):
            if self.pending > pending:
                break
            await asyncio.sleep(0.002)

    async def advance(self, seconds: float) -> None:
        """Lets time pass from timer to timer; each has its effect before the next rings."""
        until = self._now + seconds
        while self._timers and self._timers[0][0] <= until:
            when, _, timer = heapq.heappop(self._timers)
            if timer.done:
                continue
            self._now = max(self._now, when)
            timer.ring()
            await self.settle()
        self._now = until
        await self.settle()

    async def settle(self) -> None:
        """Gives everything that can run its turns, and the store's thread its time."""
        await _turns()
        for _ in range(5000):
            if not self.busy():
                break
            await asyncio.sleep(0.001)
        await _turns()

    def stall(self, seconds: float) -> None:
        """Lets time pass while nothing runs, as when the event loop hangs; what is due rings afterwards."""
        self._now += seconds
        while self._timers and self._timers[0][0] <= self._now:
            _, _, timer = heapq.heappop(self._timers)
            asyncio.get_running_loop().call_soon(timer.ring)


async def _turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)
    await asyncio.sleep(0.001)
