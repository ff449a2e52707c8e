"""A room as the lobby and its members are shown it over REST."""

from typing import Any, Final

from truco.rules.events import Dealt, EnvidoSettled, HandEnded
from truco.table import events, views
from truco.table.state import State

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


def listed(state: State, waiting: float, guest: str | None = None) -> dict[str, Any]:
    """The room as a guest sees it, after so many seconds of waiting; its members see the code too."""
    room = state.room
    member = guest is not None and room.member(guest) is not None
    return {
        **views.listing(state),
        "code": room.code if member else None,
        "waiting_seconds": 0 if room.playing else round(waiting),
        "you": member,
    }
