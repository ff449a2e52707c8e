"""What a guest's wish comes to: its facts, or a typed refusal that changes nothing."""

from collections.abc import Iterator
from typing import Final

from truco.rules import engine
from truco.rules.seats import Seat
from truco.table.clocks import vote_clock
from truco.table.deadlines import Deadlines
from truco.table.events import (
    Continued,
    Fact,
    GameEnded,
    MemberId,
    MemberJoined,
    MemberLeft,
    OptionsSet,
    ReadySet,
    RoomClosed,
    Seated,
    Stood,
)
from truco.table.refused import Refused
from truco.table.room import Member, Room
from truco.table.state import State
from truco.table.wishes import (
    Ballot,
    Close,
    Continue,
    FreeChair,
    Join,
    Leave,
    Play,
    SetOptions,
    SetReady,
    Sit,
    Stand,
    Wish,
)

MOST_MEMBERS: Final = 12
"""Members of one room, those who stand included."""


def answer(state: State, deadlines: Deadlines, guest: MemberId, wish: Wish, now: float) -> Iterator[Fact]:
    """The facts that a wish brings, one at a time. Raises :class:`Refused` before the first."""
    room = state.room
    _require(not room.closed, "room_closed")
    match wish:
        case Join():
            yield from _join(room, guest, wish)
        case Leave():
            yield from _leave(state, _member(room, guest))
        case Sit(seat):
            yield from _sit(room, _member(room, guest), seat)
        case Stand():
            yield from _stand(room, _member(room, guest))
        case SetReady():
            yield from _set_ready(room, _member(room, guest), wish)
        case FreeChair(seat, named):
            yield from _free_chair(room, _host(room, guest), seat, named)
        case SetOptions():
            yield from _set_options(room, _host(room, guest), wish)
        case Close():
            yield from _close(room, _host(room, guest))
        case Continue(hand):
            yield _continue(state, guest, hand)
        case Play():
            yield _play(state, guest, wish)
        case _:
            yield _ballot(state, deadlines, guest, wish, now)


def _require(condition: bool, code: str) -> None:
    if not condition:
        raise Refused(code)


# The room.


def _member(room: Room, guest: MemberId) -> Member:
    member = room.member(guest)
    if member is None:
        raise Refused("not_member")
    return member


def _host(room: Room, guest: MemberId) -> Member:
    """A member who may decide for the room, while no game is on."""
    member = _member(room, guest)
    _require(room.host == guest, "not_host")
    _require(not room.playing, "game_on")
    return member


def _join(room: Room, guest: MemberId, wish: Join) -> Iterator[Fact]:
    _require(room.member(guest) is None, "already_member")
    _require(len(room.members) < MOST_MEMBERS, "room_full")
    _require(all(one.look != wish.look for one in room.members), "name_taken")
    free = [seat for seat, member in enumerate(room.chairs) if member is None]
    _require(not (wish.sit and room.playing), "game_on")
    _require(bool(free) or not wish.sit, "room_full")
    yield MemberJoined(guest, wish.name, wish.look)
    if wish.sit:
        yield Seated(guest, free[0])


def _leave(state: State, member: Member) -> Iterator[Fact]:
    """Leaving a game cancels it at once (B12.6)."""
    seat = state.seat_of(member.id)
    if state.live is not None and seat is not None:
        yield GameEnded("left", seat=seat)
    yield MemberLeft(member.id)


def _sit(room: Room, member: Member, seat: Seat) -> Iterator[Fact]:
    _require(not room.playing, "game_on")
    _require(0 <= seat < room.rules.seats, "no_chair")
    _require(room.at(seat) is None, "chair_taken")
    if member.seat is not None:
        yield Stood(member.id, member.seat)
    yield Seated(member.id, seat)


def _stand(room: Room, member: Member) -> Iterator[Fact]:
    _require(not room.playing, "game_on")
    if member.seat is None:
        raise Refused("no_chair")
    yield Stood(member.id, member.seat)


def _set_ready(room: Room, member: Member, wish: SetReady) -> Iterator[Fact]:
    _require(not room.playing, "game_on")
    _require(member.seat is not None, "no_chair")
    if member.ready != wish.ready:
        yield ReadySet(member.id, wish.ready, wish.nonce if wish.ready else "")


def _free_chair(room: Room, host: Member, seat: Seat, named: MemberId | None) -> Iterator[Fact]:
    sitting = room.at(seat)
    if sitting is None or sitting.id == host.id:
        raise Refused("no_chair")
    _require(named in (None, sitting.id), "chair_taken")
    yield Stood(sitting.id, seat)


def _set_options(room: Room, host: Member, wish: SetOptions) -> Iterator[Fact]:
    after = OptionsSet(
        room.name if wish.name is None else wish.name,
        room.public if wish.public is None else wish.public,
        room.records if wish.records is None else wish.records,
    )
    if after != OptionsSet(room.name, room.public, room.records):
        yield after


def _close(room: Room, host: Member) -> Iterator[Fact]:
    yield RoomClosed()


# The play.


def _seated(state: State, guest: MemberId) -> Seat:
    """The seat of a guest who plays in the game that is on."""
    _member(state.room, guest)
    _require(state.live is not None, "no_game")
    seat = state.seat_of(guest)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _continue(state: State, guest: MemberId, hand: int) -> Fact:
    seat = _seated(state, guest)
    now = state.hand
    _require(now is not None and now.deal.number == hand and now.outcome is not None, "stale")
    _require(seat not in state.continued, "already_continued")
    return Continued(seat)


def _play(state: State, guest: MemberId, wish: Play) -> Fact:
    seat = _seated(state, guest)
    hand = state.hand
    if hand is None or hand.deal.number != wish.hand or hand.ply != wish.ply:
        raise Refused("stale")
    return _acted(state, seat, wish)


def _ballot(state: State, deadlines: Deadlines, guest: MemberId, wish: Ballot, now: float) -> Fact:
    """A vote counts before its deadline only, whoever notices it first (B9.3)."""
    seat = _seated(state, guest)
    if state.lapsed == (wish.hand, wish.question):
        raise Refused("late")
    hand = state.hand
    question = hand.question if hand else None
    if hand is None or question is None or (hand.deal.number, question.number) != (wish.hand, wish.question):
        raise Refused("stale")
    clock = vote_clock(hand)
    if clock is not None and deadlines.left(clock, now) == 0:
        raise Refused("late")
    return _acted(state, seat, wish)


def _acted(state: State, seat: Seat, wish: Play | Ballot) -> Fact:
    """The fact of a legal action, or the rules' reason against it (B6.3)."""
    game, hand = state.live, state.hand
    assert game is not None, "a seat plays in a game"
    assert hand is not None, "a seat plays in a hand"
    try:
        return engine.act(game, seat, wish.action)
    except engine.Refused as refusal:
        params = {"seat": hand.turn} if refusal.reason == "not_your_turn" else {}
        raise Refused(refusal.reason, params) from None
