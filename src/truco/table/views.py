"""What one viewer may see of a table: the room, the game, the clocks; built by adding."""

from typing import Any, NamedTuple

from truco.rules import observe
from truco.rules.events import Dealt
from truco.rules.fair import commitment
from truco.rules.plain import to_plain
from truco.rules.rulesets import Ruleset
from truco.rules.seats import next_seat
from truco.rules.view import HandView
from truco.table.clocks import idle_clock, next_clock, vote_clock
from truco.table.deadlines import Deadlines
from truco.table.events import Fact, MemberId, MemberJoined, RoomOpened, Secret
from truco.table.room import Room, game_id
from truco.table.state import State

View = dict[str, Any]


class Common(NamedTuple):
    """What all viewers of one moment share."""

    state: State
    now: float
    room: View
    hand: HandView | None
    game: View

    def holds(self, state: State, now: float) -> bool:
        """It still shows this state at this moment."""
        return self.state is state and self.now == now


def common(state: State, deadlines: Deadlines, now: float) -> Common:
    """The public part of a view, made once for all who look at the same moment."""
    game = state.game
    if game is None or game.hand is None:
        return Common(state, now, _room(state, deadlines, now), None, {})
    hand = observe.public(game)
    return Common(state, now, _room(state, deadlines, now), hand, _game(state, hand, deadlines, now))


def view(shared: Common, guest: MemberId | None) -> View:
    """The view of a member, or of a stranger (None)."""
    state = shared.state
    room = shared.room
    if guest is not None and state.room.member(guest) is not None:
        room = {**room, "you": guest, "code": state.room.code}
    if shared.hand is None or state.game is None:
        return {"room": room, "game": None}
    own = observe.own(state.game, state.seat_of(guest), shared.hand)
    return {"room": room, "game": {**own, **shared.game}}


def fact(state: State, happened: Fact, guest: MemberId | None) -> View:
    """A fact as a viewer who may know of it sees it; of a deal only one's own cards."""
    assert not isinstance(happened, Secret), "nobody may know of a secret"
    match happened:
        case Dealt(number, dealer, cards, turned):
            seat = state.seat_of(guest)
            own = () if seat is None else cards[seat]
            mano = next_seat(dealer, len(cards))
            deal: View = {"hand": number, "dealer": dealer, "mano": mano, "turned": turned, "cards": own}
            return {"fact": "dealt", **deal}
        case MemberJoined(member, name):
            return {"fact": "member_joined", "member": member, "name": name}
        case RoomOpened():
            return {"fact": "room_opened"}
        case _:
            return to_plain(happened)


def listing(state: State) -> View:
    """A room in the lobby."""
    room, game = state.room, state.live
    return {
        "id": room.id,
        "name": room.name,
        "public": room.public,
        "records": room.records,
        "rules": rules_of(room.rules),
        "host": room.host,
        "chairs": [_listed(room, seat) for seat in range(room.rules.seats)],
        "playing": room.playing,
        "score": game.score if game else None,
        "hand": game.hand.deal.number if game and game.hand else None,
    }


def rules_of(rules: Ruleset) -> View:
    """A rule set as it is shown and kept: its name and what a player asks first."""
    return {
        "name": rules.name,
        "seats": rules.seats,
        "target": rules.target,
        "halves": rules.half is not None,
    }


def _listed(room: Room, seat: int) -> View | None:
    member = room.at(seat)
    if member is None:
        return None
    return {"id": member.id, "name": member.name, "ready": member.ready, "connected": member.connected}


def _room(state: State, deadlines: Deadlines, now: float) -> View:
    room = state.room
    return {
        "id": room.id,
        "name": room.name,
        "public": room.public,
        "records": room.records,
        "rules": rules_of(room.rules),
        "host": room.host,
        "you": None,
        "code": None,
        "chairs": room.chairs,
        "members": [
            {
                "id": member.id,
                "name": member.name,
                "seat": member.seat,
                "ready": member.ready,
                "connected": member.connected,
                "left_ms": _ms(deadlines.left(("free", member.id), now)),
            }
            for member in room.members
        ],
        "playing": room.playing,
        "promised": room.promised,
        "last": _last(state),
    }


def _last(state: State) -> View | None:
    """How the last game ended, and who left or did not come back."""
    started, ended = state.room.started, state.room.ended
    if started is None or ended is None or state.game is None:
        return None
    return {
        "game": game_id(state.room.id, started.number),
        "why": ended.why,
        "side": ended.side,
        "seat": ended.seat,
        "name": None if ended.seat is None else started.names[ended.seat],
        "score": state.game.score,
    }


def _game(state: State, hand: HandView, deadlines: Deadlines, now: float) -> View:
    """What the table adds to a hand: names, who is idle, how the game ended, the clocks."""
    started, ended = state.room.started, state.room.ended
    assert started is not None, "a hand belongs to a game"
    return {
        "id": game_id(state.room.id, started.number),
        "seats": [
            {**seat, "name": started.names[seat["seat"]], "idle": seat["seat"] in state.idle}
            for seat in hand["seats"]
        ],
        "over": None if ended is None else {"why": ended.why, "side": ended.side, "seat": ended.seat},
        "continued": sorted(state.continued),
        "deal": _deal(state.room),
        "clocks": _clocks(state, deadlines, now),
    }


def _deal(room: Room) -> View | None:
    """What may be known of the key of a game's deals while it is on."""
    return room.key and {"commitment": commitment(room.key.secret), "nonces": room.key.nonces}


def _clocks(state: State, deadlines: Deadlines, now: float) -> View:
    """Every clock that players see, in milliseconds left."""
    hand = state.hand
    assert hand is not None, "the clocks of a game need a hand"
    vote = vote_clock(hand)
    chairs = [(name, False) for name in deadlines.names("chair")]
    chairs += [(name, True) for name in deadlines.names("idle_chair")]
    return {
        "question": _ms(deadlines.left(vote, now)) if vote else None,
        "turn": _ms(deadlines.left(idle_clock(hand), now)),
        "next": _ms(deadlines.left(next_clock(hand), now)),
        "chairs": [
            {"seat": name[1], "ms": _ms(deadlines.left(name, now)), "idle": idle} for name, idle in chairs
        ],
        "stopped": deadlines.frozen,
    }


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)
