"""One mechanism for all waiting: clocks that run, stand still and run out.

A table says which clocks its state wants; :meth:`Deadlines.follow` starts the new ones, keeps
those that are there, holds or resumes them and forgets the rest. So a clock lives exactly as
long as the state it belongs to, and a fresh clock is a clock by another name.
"""

from collections.abc import Mapping
from typing import NamedTuple

ClockName = tuple[str | int, ...]
"""What a clock is for: its kind and what tells it from others of the kind."""


class Wanted(NamedTuple):
    """A clock that the state wants: its whole time in seconds, and whether it runs now."""

    seconds: float
    runs: bool = True


class Deadlines:
    """The clocks of one table. Times are seconds of the clock that ``now`` comes from."""

    def __init__(self) -> None:
        self._due: dict[ClockName, float] = {}
        self._held: dict[ClockName, float] = {}
        self._frozen_at: float | None = None

    def follow(self, wanted: Mapping[ClockName, Wanted], now: float) -> None:
        """Make the clocks those that are wanted."""
        now = self._at(now)
        for name in [name for name in (*self._due, *self._held) if name not in wanted]:
            self._due.pop(name, None)
            self._held.pop(name, None)
        for name, (seconds, runs) in wanted.items():
            if name not in self._due and name not in self._held:
                self._held[name] = seconds
            if runs and name in self._held:
                self._due[name] = now + self._held.pop(name)
            elif not runs and name in self._due:
                self._held[name] = max(self._due.pop(name) - now, 0.0)

    @property
    def next(self) -> tuple[float, ClockName] | None:
        """When the next clock runs out, and which; None while nothing runs or all is frozen."""
        if self._frozen_at is not None or not self._due:
            return None
        return min((due, name) for name, due in self._due.items())

    def left(self, name: ClockName, now: float) -> float | None:
        """Seconds left on a clock, whether it runs or stands still; None for no such clock."""
        if name in self._held:
            return self._held[name]
        if name not in self._due:
            return None
        return max(self._due[name] - self._at(now), 0.0)

    def _at(self, now: float) -> float:
        """The moment at which the clocks stand: now, or when they were frozen."""
        return now if self._frozen_at is None else self._frozen_at

    def names(self, kind: str) -> list[ClockName]:
        """The clocks of a kind, the first to run out first; those that stand still last."""
        running = sorted((due, name) for name, due in self._due.items() if name[0] == kind)
        return [name for _, name in running] + [name for name in self._held if name[0] == kind]

    @property
    def frozen(self) -> bool:
        """All clocks stand still, since nothing can be made durable."""
        return self._frozen_at is not None

    def freeze(self, now: float) -> None:
        """Let all clocks stand still."""
        if self._frozen_at is None:
            self._frozen_at = now

    def thaw(self, now: float) -> None:
        """Let them run on with what they had left."""
        if self._frozen_at is not None:
            away = now - self._frozen_at
            self._due = {name: due + away for name, due in self._due.items()}
            self._frozen_at = None
