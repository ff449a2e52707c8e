"""Which clocks a table's state wants: every wait of the rules in one place."""

from collections.abc import Iterator
from dataclasses import dataclass

from truco.rules.game import Game, Hand
from truco.table.deadlines import ClockName, Wanted
from truco.table.state import State

Clock = tuple[ClockName, Wanted]


@dataclass(frozen=True, slots=True)
class Times:
    """How long a table waits, all in seconds.

    ``vote`` for an answer (B9.3); ``chair`` for one who is away (B12.2); ``idle`` for the player on
    turn, 0 for ever (B12.7); ``summary`` between hands; ``room_chair`` until an away member's chair is
    freed while no game is on; ``empty`` until an empty room closes and a member who stands and is
    away leaves; ``grace`` for all to come back after a restart (B12.8).
    """

    vote: float = 10.0
    chair: float = 60.0
    idle: float = 90.0
    summary: float = 8.0
    room_chair: float = 60.0
    empty: float = 600.0
    grace: float = 10.0


def wanted(state: State, times: Times, grace: int | None) -> dict[ClockName, Wanted]:
    """All clocks of a state. ``grace`` is the number of the restart whose grace still runs."""
    if state.room.closed:
        return {}
    clocks = dict(_room(state, times))
    if grace is not None:
        clocks["grace", grace] = Wanted(times.grace)
    game = state.live
    if game is not None and game.hand is not None:
        clocks.update(_game(state, game, game.hand, times))
    return clocks


def vote_clock(hand: Hand) -> ClockName | None:
    """The clock of the open call: each question has its own, so each begins afresh (B9.3)."""
    return ("vote", hand.deal.number, hand.question.number) if hand.question else None


def idle_clock(hand: Hand) -> ClockName:
    """The clock of the player on turn: each accepted action begins another."""
    return ("idle", hand.deal.number, hand.ply, hand.asked)


def next_clock(hand: Hand) -> ClockName:
    """The clock of the summary between two hands."""
    return ("next", hand.deal.number)


def _game(state: State, game: Game, hand: Hand, times: Times) -> Iterator[Clock]:
    runs = not game.paused  # B12.3, B12.7: these stand still while a chair is empty
    for seat in game.away:
        yield ("chair", seat), Wanted(times.chair)
    for seat in state.idle:
        yield ("idle_chair", seat), Wanted(times.chair, runs)
    vote = vote_clock(hand)
    if vote is not None:
        yield vote, Wanted(times.vote)
    elif hand.outcome is not None:
        yield next_clock(hand), Wanted(times.summary, runs)
    elif times.idle > 0 and hand.turn not in state.idle:
        yield idle_clock(hand), Wanted(times.idle, runs)


def _room(state: State, times: Times) -> Iterator[Clock]:
    for member in state.room.members:
        if member.connected:
            continue
        if member.seat is None:
            yield ("forget", member.id), Wanted(times.empty)
        elif not state.room.playing:
            yield ("free", member.id), Wanted(times.room_chair)
    if not any(member.connected for member in state.room.members):
        yield ("empty",), Wanted(times.empty)
