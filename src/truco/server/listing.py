"""A room as the lobby and its members are shown it over REST."""

from typing import Any, Final

from truco.rules.events import Dealt, EnvidoSettled, HandEnded
from truco.server.runner import Runner
from truco.table import events, views

SHOWN: Final[frozenset[type]] = frozenset(
    {
        events.MemberJoined,
        events.MemberLeft,
        events.MemberAway,
        events.MemberBack,
        events.Seated,
        events.Stood,
        events.ReadySet,
        events.HostChanged,
        events.OptionsSet,
        events.GameStarted,
        events.GameEnded,
        events.RoomClosed,
        Dealt,
        EnvidoSettled,
        HandEnded,
    }
)
"""The facts after which a listing may look different."""


def listed(runner: Runner, now: float, guest: str | None = None) -> dict[str, Any]:
    """The room at `now` (seconds of the server's clock); its members see the invite's code too."""
    room = runner.room
    member = guest is not None and room.member(guest) is not None
    return {
        **views.listing(runner.state),
        "code": room.code if member else None,
        "waiting_seconds": 0 if room.playing else round(now - runner.waiting_since),
        "you": member,
    }
