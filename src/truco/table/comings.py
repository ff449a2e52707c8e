"""Who comes and who goes: connections that are lost and found again (B12).

Each yields its facts one at a time and asks for the state again after each, since a drop may
settle a call and so end a game.
"""

from collections.abc import Callable, Container, Iterator

from truco.rules import engine
from truco.table.events import Fact, MemberAway, MemberBack, MemberId, Stood
from truco.table.state import State

Current = Callable[[], State]


def away(current: Current, guest: MemberId) -> Iterator[Fact]:
    """A member's connection is lost, and with it the seat's in a game (B12.2)."""
    member = current().room.member(guest)
    if member is None or not member.connected:
        return
    yield MemberAway(guest)
    seat, game = current().seat_of(guest), current().live
    if game is not None and seat is not None:
        yield engine.drop(game, seat)


def back(current: Current, guest: MemberId) -> Iterator[Fact]:
    """A member is connected, and so is the seat in a game (B12.2)."""
    member = current().room.member(guest)
    if member is None or member.connected:
        return
    yield MemberBack(guest)
    seat, game = current().seat_of(guest), current().live
    if game is not None and seat is not None and seat in game.away:
        yield engine.come_back(game, seat)


def all_players_back(current: Current) -> Iterator[Fact]:
    """After a restart every seat of a game counts as connected (B12.8)."""
    for member in current().room.members:
        if current().live is not None and current().seat_of(member.id) is not None:
            yield from back(current, member.id)


def missing_away(current: Current, here: Container[MemberId]) -> Iterator[Fact]:
    """Whoever is not there when the grace after a restart is over drops (B12.8)."""
    for member in current().room.members:
        if member.id not in here:
            yield from away(current, member.id)


def stood(current: Current, guest: MemberId) -> Iterator[Fact]:
    """The chair of a member is free, if it was taken."""
    for member in current().room.members:
        if member.id == guest and member.seat is not None:
            yield Stood(guest, member.seat)
