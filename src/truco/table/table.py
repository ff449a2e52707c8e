"""A table: requests, connections and time go in; facts come out, and frames for each viewer."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from truco.rules import engine
from truco.rules.cards import Card
from truco.rules.events import VoteCast
from truco.rules.fair import Key, commitment
from truco.rules.seats import Seat
from truco.table import comings, views
from truco.table.checkpoint import Checkpoint
from truco.table.clocks import Times, wanted
from truco.table.deadlines import Deadlines
from truco.table.events import (
    DealKeyed,
    DealPromised,
    Fact,
    GameEnded,
    GameStarted,
    HostChanged,
    MemberId,
    MemberLeft,
    RoomClosed,
    RoomOpened,
    Secret,
    SecretDrawn,
    WentIdle,
)
from truco.table.log import Log
from truco.table.refused import Refused
from truco.table.requests import answer
from truco.table.room import Room, opened
from truco.table.state import State, evolve
from truco.table.wishes import Wish


class Chance(Protocol):
    """Where chance comes from; the operating system in production."""

    def secret(self) -> str:
        """What nobody can foresee: 32 bytes in hexadecimal digits, for the deals of one game."""
        ...

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        """The cards in the order that the key has for this hand; of a game without one, in any order."""
        ...

    def dealer(self, seats: int, key: Key | None) -> Seat:
        """The first dealer of a game, by its key or drawn uniformly (B1.3)."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What one cause brought: its facts in order. ``dup``: it was done before, nothing is new."""

    facts: tuple[Fact, ...]
    guest: MemberId | None = None
    aid: str | None = None
    dup: bool = False


class Row(NamedTuple):
    """One step as the journal holds it; ``game`` is the game's number in the room."""

    game: int | None
    guest: MemberId | None
    aid: str | None
    facts: tuple[Fact, ...]


class Table:
    """One room and its games. Not for several threads: one task owns a table.

    Times are seconds of one monotonic clock. A caller ticks every deadline that is due at a
    moment before it hands in what happened at that moment.
    """

    def __init__(self, room: Room, times: Times, chance: Chance, log: Log | None = None) -> None:
        self._state = State(room)
        self._times = times
        self._chance = chance
        self._log = log or Log()
        self._deadlines = Deadlines()
        self._here: set[MemberId] = set()
        self._grace: int | None = None
        self._done: set[tuple[MemberId, str]] = set()
        self._facts: list[Fact] = []
        self._common: views.Common | None = None
        self._checkpoint: Checkpoint | None = None
        self.seq = 0

    @classmethod
    def open(cls, fact: RoomOpened, times: Times, chance: Chance) -> tuple["Table", Step]:
        """A new table, and the step that opened it."""
        table = cls(opened(fact), times, chance)
        table.seq = 1
        return table, Step((fact,))

    @classmethod
    def recover(
        cls, rows: Iterable[Row], times: Times, chance: Chance, since: Checkpoint | None = None
    ) -> "Table":
        """The table that a journal tells of, its first row being the opening, or the one after `since`.

        What follows is :meth:`reopen`, once, before anything else happens to it.
        """
        others = iter(rows)
        if since is not None:
            table = cls(since.room, times, chance, Log(since.public, since.private))
            table.seq = since.seq
        else:
            fact = next(others).facts[0]
            assert isinstance(fact, RoomOpened), "a journal begins with the opening of its room"
            table, _ = cls.open(fact, times, chance)
        for row in others:
            for fact in row.facts:
                table._happen(fact)
            if row.guest and row.aid:
                table._done.add((row.guest, row.aid))
            table.seq += 1
        table._facts.clear()
        return table

    @property
    def state(self) -> State:
        """The room, the game and what else the facts tell."""
        return self._state

    @property
    def room(self) -> Room:
        """The room as it is now."""
        return self._state.room

    @property
    def game_number(self) -> int | None:
        """The number in the room of the game that is on, or was last; None before the first."""
        return self.room.started.number if self.room.started else None

    @property
    def checkpoint(self) -> Checkpoint | None:
        """Where the last step, in which a game began, may be taken up; None after any other step."""
        return self._checkpoint

    # What happens to a table.

    def request(self, guest: MemberId, wish: Wish, now: float, aid: str | None = None) -> Step:
        """Do what a guest wishes. Raises :class:`Refused`, and then nothing has changed.

        An ``aid`` that was accepted before in this game is answered again with ``dup``.
        """
        if aid is not None and (guest, aid) in self._done:
            return Step((), guest, aid, dup=True)
        step = self._step(answer(self._state, self._deadlines, guest, wish, now), now, guest, aid)
        if aid is not None:
            self._done.add((guest, aid))
        return step

    def connected(self, guest: MemberId, now: float) -> Step:
        """A member has a connection (B12.2). Raises :class:`Refused` for a stranger."""
        if self.room.member(guest) is None:
            raise Refused("not_member")
        self._here.add(guest)
        return self._step(comings.back(self._current, guest), now)

    def disconnected(self, guest: MemberId, now: float) -> Step:
        """A member's last connection was closed or given up (B12.2)."""
        self._here.discard(guest)
        return self._step(comings.away(self._current, guest), now)

    def reopen(self, now: float) -> Step:
        """After a restart: all count as connected for the time of grace (B12.8)."""
        self._grace = self.seq
        self._state = self._state._replace(idle=frozenset())
        return self._step(comings.all_players_back(self._current), now)

    def tick(self, now: float) -> Step:
        """Let the one clock run out that is due first; no facts when none is due yet."""
        due = self._deadlines.next
        if due is None or due[0] > now:
            return Step(())
        return self._step(self._expired(*due[1]), now)

    @property
    def next_deadline(self) -> float | None:
        """When the table wants to be ticked next; None while no clock runs."""
        due = self._deadlines.next
        return due[0] if due else None

    @property
    def closing(self) -> float | None:
        """When the room closes, if that is all that is to come: nobody is here, and no chair is taken."""
        due = self._deadlines.next
        if due is None or due[1] != ("empty",) or any(one.seat is not None for one in self.room.members):
            return None
        return due[0]

    def freeze(self, now: float) -> None:
        """All clocks stand still from `now` on, which is no earlier than the last step."""
        self._deadlines.freeze(now)
        self._common = None

    def thaw(self, now: float) -> None:
        """The clocks run on."""
        self._deadlines.thaw(now)
        self._common = None

    # What others see of it.

    def frame(self, guest: MemberId | None, now: float, facts: Iterable[Fact]) -> dict[str, Any]:
        """Version, view and facts for one viewer; None is a stranger."""
        if self._common is None or not self._common.holds(self._state, now):
            self._common = views.common(self._state, self._deadlines, now)
        return {
            "version": self._log.version(guest),
            "view": views.view(self._common, guest),
            "facts": [views.fact(self._state, fact, guest) for fact in facts if self.sees(guest, fact)],
        }

    def since(self, guest: MemberId | None, version: int | None, now: float) -> dict[str, Any]:
        """The frame for one who comes back: the view, and what was missed of the hand under way."""
        facts = [] if version is None else self._log.since(guest, version)
        return self.frame(guest, now, facts)

    def sees(self, guest: MemberId | None, fact: Fact) -> bool:
        """A viewer may know of a fact."""
        audience = self._audience(fact)
        return audience is None or guest in audience

    def version(self, guest: MemberId | None) -> int:
        """The number of the last fact that a viewer may know of."""
        return self._log.version(guest)

    # How one cause unfolds.

    def _step(
        self, facts: Iterable[Fact], now: float, guest: MemberId | None = None, aid: str | None = None
    ) -> Step:
        """Let facts happen, each with all that follows by itself, and set the clocks.

        ``facts`` is asked for one at a time, so each may depend on what came of the one before.
        """
        before, public, self._checkpoint = self._state, self._log.public, None
        for fact in facts:
            self._happen(fact)
            while (following := self._following()) is not None:
                self._happen(following)
        self._deadlines.follow(wanted(self._state, self._times, self._grace), now)
        happened = tuple(self._facts)
        self._facts.clear()
        if any(isinstance(fact, GameStarted) for fact in happened):
            self._checkpoint = Checkpoint(self.seq, before.room, public, self._log.private)
        if happened:
            self.seq += 1
        return Step(happened, guest, aid)

    def _current(self) -> State:
        return self._state

    def _happen(self, fact: Fact) -> None:
        if isinstance(fact, GameStarted):
            self._done.clear()
        audience = self._audience(fact)
        self._state = evolve(self._state, fact)
        self._log.record(fact, audience)
        self._facts.append(fact)

    def _audience(self, fact: Fact) -> Collection[MemberId] | None:
        """Who may know of a fact: all (None), the side whose vote it is (B9.5), or nobody of a secret."""
        if isinstance(fact, Secret):
            return ()
        if not isinstance(fact, VoteCast):
            return None
        started, hand = self.room.started, self._state.hand
        assert started is not None, "a vote belongs to a game"
        assert hand is not None, "a vote belongs to a hand"
        sides = hand.deal.sides
        own = sides[fact.seat]
        return [member for seat, member in enumerate(started.members) if sides[seat] == own]

    def _following(self) -> Fact | None:
        """The next fact that follows by itself, from the rules of the play or of the room."""
        room, game = self.room, self._state.live
        if game is not None:
            if room.secret is not None and room.key is None:
                return DealKeyed(room.secret)
            if (fact := engine.settle(game)) is not None:
                return fact
            if game.winner is not None:
                return GameEnded("won", side=game.winner)
            return self._deal() if self._may_deal() else None
        if room.closed:
            return None
        if room.host is None and room.members:
            return HostChanged(room.members[0].id)
        if room.secret is None:
            return SecretDrawn(self._chance.secret())
        if room.promised is None:
            return DealPromised(commitment(room.secret))
        if room.all_ready:
            return self._start()
        return None

    def _start(self) -> GameStarted:
        number = (self.game_number or 0) + 1
        seated = sorted(
            (one for one in self.room.members if one.seat is not None), key=lambda one: one.seat or 0
        )
        return GameStarted(
            number,
            tuple(one.id for one in seated),
            tuple(one.name for one in seated),
            tuple(one.nonce for one in seated),
        )

    def _may_deal(self) -> bool:
        """The first hand is due, or all want the next; no hand is dealt in a pause (B12.3)."""
        game = self._state.live
        if game is None or not game.between_hands or game.paused:
            return False
        return game.hand is None or len(self._state.continued) == game.rules.seats

    def _deal(self) -> Fact:
        game = self._state.live
        assert game is not None, "a deal needs a game"
        key, hand = self.room.key, game.hand.deal.number + 1 if game.hand else 1
        dealer = engine.next_dealer(game)
        if dealer is None:
            dealer = self._chance.dealer(game.rules.seats, key)
        return engine.deal(game, dealer, self._chance.shuffle(game.rules.deck, key, hand))

    def _expired(self, kind: str | int, *of: Any) -> Iterator[Fact]:
        """What happens when a clock runs out."""
        game = self._state.live
        if kind == "vote" and game is not None:
            yield engine.lapse(game)
        elif kind in ("chair", "idle_chair"):
            yield from self._cancelled(of[0])
        elif kind == "idle" and game is not None and game.hand is not None:
            yield WentIdle(game.hand.turn)
        elif kind == "next":
            yield self._deal()
        elif kind == "free":
            yield from comings.stood(self._current, of[0])
        elif kind == "forget":
            yield MemberLeft(of[0])
        elif kind == "empty":
            yield RoomClosed()
        else:  # the grace after a restart
            self._grace = None
            yield from comings.missing_away(self._current, self._here)

    def _cancelled(self, seat: Seat) -> Iterator[Fact]:
        """Nobody wins; the chair of the one who did not come back is free (B12.4)."""
        started = self.room.started
        assert started is not None, "a chair's minute belongs to a game"
        yield GameEnded("cancelled", seat=seat)
        yield from comings.stood(self._current, started.members[seat])
