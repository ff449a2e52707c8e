"""The state of a table as one immutable value, and how each fact changes it."""

from typing import NamedTuple, cast

from truco.rules import evolution
from truco.rules.events import Called, CardPlayed, Dealt, Event, Folded, VoteCast, VotesLapsed
from truco.rules.game import Game, Hand
from truco.rules.seats import Seat
from truco.table import room as rooms
from truco.table.events import Continued, Fact, GameStarted, MemberId, RoomFact, WentIdle, is_play
from truco.table.room import Room


class State(NamedTuple):
    """A room and the game on its table; a finished game stays until the next begins.

    ``idle`` are the seats whose minute runs though they are connected (B12.7), ``continued``
    those that want the next hand, ``lapsed`` the question (hand, number) that a clock closed last.
    """

    room: Room
    game: Game | None = None
    idle: frozenset[Seat] = frozenset()
    continued: frozenset[Seat] = frozenset()
    lapsed: tuple[int, int] | None = None

    @property
    def hand(self) -> Hand | None:
        """The hand under way, or the last one."""
        return self.game.hand if self.game else None

    @property
    def live(self) -> Game | None:
        """The game, if one is on."""
        return self.game if self.room.playing else None

    def with_game(self, game: Game) -> "State":
        """The state with another game; named, because it happens at each fact of the play."""
        return State(self.room, game, self.idle, self.continued, self.lapsed)

    def seat_of(self, member: MemberId | None) -> Seat | None:
        """The seat that a member plays in the game on the table, also when it is over."""
        started = self.room.started
        if started is None or member not in started.members:
            return None
        return started.members.index(member)


def evolve(state: State, fact: Fact) -> State:
    """The state after one fact, which is taken as true."""
    if is_play(fact):
        return _played(state, fact)
    match fact:
        case WentIdle(seat):
            return state._replace(idle=state.idle | {seat})
        case Continued(seat):
            return state._replace(continued=state.continued | {seat})
        case GameStarted():
            room = rooms.evolve(state.room, fact)
            return State(room, Game(room.rules, room.rules.opening_score))
        case _:
            return state._replace(room=rooms.evolve(state.room, cast(RoomFact, fact)))


def _played(state: State, fact: Event) -> State:
    game = state.game
    assert game is not None, "a fact of the play needs a game"
    after = state.with_game(evolution.evolve(game, fact))
    match fact:
        case Dealt():
            return after._replace(continued=frozenset())
        case VotesLapsed() if game.hand and game.hand.question:
            return after._replace(lapsed=(game.hand.deal.number, game.hand.question.number))
        case CardPlayed() | Called() | VoteCast() | Folded() if fact.seat in state.idle:
            return after._replace(idle=state.idle - {fact.seat})
        case _:
            return after
