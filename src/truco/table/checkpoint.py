"""Where a journal may be taken up: the room before a game, as a plain value and back.

A checkpoint is no truth of its own. It is made of the journal, and only saves reading what came before it;
one of another form is not read, and the whole journal is.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from truco.rules.plain import to_plain
from truco.rules.rulesets import RULESETS
from truco.table.events import READER, MemberId
from truco.table.room import Member, Room

_FORM: Final = 1
"""The form that is written; another release may write another."""


class Checkpoint(NamedTuple):
    """What the journal comes to up to entry ``seq``, at which no game is on.

    ``public`` facts have happened, and by member so many hidden ones that they saw: the versions.
    """

    seq: int
    room: Room
    public: int
    private: Mapping[MemberId, int]


def to_stored(checkpoint: Checkpoint) -> dict[str, Any]:
    """A checkpoint as JSON can hold it."""
    room = checkpoint.room
    return {
        "form": _FORM,
        "seq": checkpoint.seq,
        "public": checkpoint.public,
        "private": dict(checkpoint.private),
        "room": {
            **room._asdict(),
            "rules": room.rules.name,
            "members": [list(member) for member in room.members],
            "started": room.started and to_plain(room.started),
            "ended": room.ended and to_plain(room.ended),
            "key": None,  # of the game before: the next begins with another
        },
    }


def from_stored(stored: Mapping[str, Any] | None) -> Checkpoint | None:
    """The checkpoint that was stored; None when there is none, or one of another form."""
    if stored is None or stored.get("form") != _FORM:
        return None
    room = dict(stored["room"])
    room["rules"] = RULESETS[room["rules"]]
    room["members"] = tuple(Member(*member) for member in room["members"])
    for fact in ("started", "ended"):
        room[fact] = room[fact] and READER.from_plain(room[fact])
    return Checkpoint(stored["seq"], Room(**room), stored["public"], stored["private"])
