"""Holds what was told against what the journal holds after the crash."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

from tests.faults.crash_people import Heard, Message, Person, bare
from truco.rules.events import Dealt, VoteCast
from truco.table import events, views
from truco.table.deadlines import Deadlines
from truco.table.events import DealKeyed, Fact, GameEnded, GameStarted, ReadySet, RoomOpened, SecretDrawn
from truco.table.room import opened
from truco.table.state import State, evolve

Row = tuple[int, int | None, str | None, str | None, str]
"""A row of the journal: seq, game, guest, aid, facts."""


_KEPT = 2_000
"""Versions of which the view is kept: nobody is further behind."""


class Witness:
    """The history of one room, folded from its journal row by row, and what each guest may know of it."""

    def __init__(self, room: str, people: Sequence[Person]) -> None:
        self.room, self._people = room, people
        self.rows: list[Row] = []
        self.state: State | None = None
        self.aids: Counter[tuple[str, str]] = Counter()
        self.game_of: dict[tuple[str, str], int | None] = {}
        self.checked: Counter[str] = Counter()
        self._told: dict[str, list[Message]] = {one.id: [] for one in people}
        self._views: dict[str, dict[int, bytes]] = {one.id: {} for one in people}
        self._games: dict[int, bool] = {}
        self._ready: set[str] = set()

    def inspect(self, database: Path) -> None:
        """Reads what is new in the journal, and compares everything that people heard since the last time."""
        with closing(sqlite3.connect(database)) as connection:
            self.read(connection)
        self.compare()

    def read(self, connection: sqlite3.Connection) -> None:
        """Folds what is new. Fails when the journal has a gap, or lost what it held."""
        rows: list[Row] = connection.execute(
            "SELECT seq, game, guest, aid, facts FROM journal WHERE room = ? AND seq >= ? ORDER BY seq",
            (self.room, len(self.rows)),
        ).fetchall()
        if self.state is not None:
            self._ready |= {one.id for one in self.state.room.members if one.ready}
        if self.rows:
            assert rows, "the journal is shorter than before"
            assert rows.pop(0) == self.rows[-1], "a row of the journal has changed"
        for row in rows:
            assert row[0] == len(self.rows) + 1, f"after entry {len(self.rows)} comes {row[0]}"
            self.rows.append(row)
            self._fold(row)
        assert self.state is not None, "a journal begins with the opening of its room"
        members = connection.execute("SELECT guest FROM members WHERE room = ?", (self.room,)).fetchall()
        assert {guest for (guest,) in members} == {one.id for one in self.state.room.members}
        games = connection.execute(
            "SELECT number, ended_at IS NOT NULL FROM games WHERE room = ? ORDER BY number", (self.room,)
        ).fetchall()
        assert games == [(number, int(over)) for number, over in self._games.items()], (
            "games and journal differ"
        )

    def compare(self) -> None:
        """Fails when anybody was told what the journal does not hold, or not just once."""
        for person in self._people:
            assert not person.wrong, person.wrong
            for heard in person.heard:
                self._agrees(person, heard)
            self.checked["frames"] += len(person.heard)
            person.heard.clear()
            lost, doubled = self.amiss(person)
            assert not lost, f"{person.name}: acked and lost: {lost}"
            assert not doubled, f"{person.name}: done twice, or refused and done: {doubled}"
            assert person.id in self._ready or not person.told_ready, (
                f"{person.name} was ready, and never was"
            )
            person.told_ready = False
        self._ready.clear()

    def amiss(self, person: Person) -> tuple[list[str], list[str]]:
        """The aids that were acked and are not there; those that are there twice, or were refused."""
        lost = [aid for aid in person.acked if not self.aids[person.id, aid]]
        done = {aid: many for (guest, aid), many in self.aids.items() if guest == person.id}
        return lost, [aid for aid, many in done.items() if many > 1 or aid in person.refused]

    def holds(self, person: Person, aid: str) -> bool:
        """Whether an action of the game that is on, or was last, is in the journal."""
        return (person.id, aid) in self.aids and self.game_of[person.id, aid] == max(
            self._games, default=None
        )

    def _agrees(self, person: Person, heard: Heard) -> None:
        told = self._told[person.id]
        version = heard.version
        assert version <= len(told), (
            f"{person.name} was told of version {version}, the journal ends at {len(told)}"
        )
        since = told[version - len(heard.facts) : version] if heard.facts else []
        assert heard.facts == since, f"{person.name}: the facts up to version {version} are others"
        expected = self._views[person.id].get(version)
        assert expected is not None, f"{person.name}: version {version} is in the middle of a step"
        assert heard.view == expected, f"{person.name}: at version {version}\n{heard.view}\n{expected}"

    def _fold(self, row: Row) -> None:
        _, game, guest, aid, text = row
        if guest is not None and aid is not None:
            self.aids[guest, aid] += 1
            self.game_of[guest, aid] = game
        facts = [events.READER.from_plain(fact) for fact in orjson.loads(text)]
        told: list[tuple[Fact, Iterable[str] | None]] = []
        for fact in facts:
            if isinstance(fact, RoomOpened):
                self.state = State(opened(fact))
                continue
            assert self.state is not None, "a journal begins with the opening of its room"
            self._note(fact)
            told.append((fact, self._audience(fact)))
            self.state = evolve(self.state, fact)
        assert self.state is not None
        shared = views.common(self.state, Deadlines(), 0.0)
        for member, heard in self._told.items():
            for fact, audience in told:
                if audience is None or member in audience:
                    heard.append(_plain(views.fact(self.state, fact, member)))
            view = bare(_plain(views.view(shared, member)))
            views_of = self._views[member]
            views_of.pop(len(heard) - _KEPT, None)
            before = views_of.setdefault(len(heard), view)
            assert before == view, f"entry {row[0]} shows {member} something of which they may not know"

    def _note(self, fact: Fact) -> None:
        match fact:
            case Dealt(_, _, cards):
                dealt = [card for hand in cards for card in hand]
                assert [len(hand) for hand in cards] == [3, 3, 3, 3], "a deal is four hands of three cards"
                assert len(set(dealt)) == len(dealt), "a card was dealt twice"
                self.checked["deals"] += 1
            case GameStarted(number):
                self._games[number] = False
            case GameEnded():
                self._games[max(self._games)] = True
                self.checked["ends"] += 1
            case ReadySet(member, True):
                self._ready.add(member)
            case _:
                pass

    def _audience(self, fact: Fact) -> Iterable[str] | None:
        """Who may know of a fact: all (None), the side whose vote it is (B9.5), or nobody of a secret."""
        if isinstance(fact, SecretDrawn | DealKeyed):
            return ()
        if not isinstance(fact, VoteCast):
            return None
        assert self.state is not None
        started, hand = self.state.room.started, self.state.hand
        assert started is not None and hand is not None, "a vote belongs to a hand"
        side = hand.deal.sides[fact.seat]
        return [member for seat, member in enumerate(started.members) if hand.deal.sides[seat] == side]


def _plain(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))
