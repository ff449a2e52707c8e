"""Many tables in the middle of a game, put into a database at once."""

import random
from collections.abc import Iterator
from contextlib import suppress

import orjson
from sqlalchemy import insert, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.house import SeededChance
from truco.rules.actions import Vote
from truco.rules.legal import legal_actions
from truco.rules.plain import to_plain
from truco.server.identity import digest
from truco.store import schema
from truco.table.checkpoint import to_stored
from truco.table.clocks import Times
from truco.table.events import RoomOpened
from truco.table.refused import Refused
from truco.table.table import Step, Table
from truco.table.views import rules_of
from truco.table.wishes import Ballot, Continue, Join, Play, SetReady

_GUESTS = ("guest-0-of", "guest-1-of", "guest-2-of", "guest-3-of")
_ROOM = "room-of"


def token(room: int, seat: int) -> str:
    """The token of a guest."""
    return f"token-{room}-{seat}"


def name(room: int) -> str:
    """The id of a room."""
    return f"{_ROOM}{room}"


class _History:
    """One table's journal up to some card of its game."""

    def __init__(self, seed: int, actions: int) -> None:
        self.rows: list[dict[str, object]] = []
        self.checkpoint: object = None
        self.checkpoint_seq = 0
        chance = random.Random(seed)
        opened = RoomOpened(_ROOM, "Mesa", True, "open", "barajamos", "CODE")
        self.table, step = Table.open(opened, Times(), SeededChance(seed))
        self._keep(step)
        for at, guest in enumerate(_GUESTS):
            self._keep(self.table.request(guest, Join(f"Name{at}", f"name{at}", sit=True), 0))
            self._keep(self.table.connected(guest, 0))
        for guest in _GUESTS:
            self._keep(self.table.request(guest, SetReady(True), 0))
        for turn in range(actions):
            self._act(chance, turn)

    def _act(self, chance: random.Random, turn: int) -> None:
        now, table = float(turn), self.table
        while table.next_deadline is not None and table.next_deadline <= now:
            self._keep(table.tick(now))
        hand, game = table.state.hand, table.state.live
        if game is None or hand is None:
            return
        if hand.outcome is not None:
            for guest in _GUESTS:
                if table.state.hand is hand:
                    self._keep(table.request(guest, Continue(hand.deal.number), now))
            return
        legal = [(seat, action) for seat in range(4) for action in legal_actions(game, seat)]
        seat, action = chance.choice([one for one in legal if "Fold" not in str(one[1])] or legal)
        if isinstance(action, Vote) and hand.question is not None:
            wish = Ballot(action, hand.deal.number, hand.question.number)
        else:
            wish = Play(action, hand.deal.number, hand.ply)  # type: ignore[arg-type]
        with suppress(Refused):
            self._keep(table.request(_GUESTS[seat], wish, now, f"aid-{turn}"))

    def _keep(self, step: Step) -> None:
        if not step.facts:
            return
        if self.table.checkpoint is not None:
            self.checkpoint = to_stored(self.table.checkpoint)
            self.checkpoint_seq = self.table.checkpoint.seq
        facts = orjson.dumps([to_plain(fact) for fact in step.facts]).decode()
        self.rows.append(
            {
                "seq": self.table.seq,
                "game": self.table.game_number,
                "guest": step.guest,
                "aid": step.aid,
                "facts": facts,
                "at_ms": 1,
            }
        )


async def fill(url: str, tables: int, actions: int = 120) -> None:
    """Puts so many tables into a migrated database, each some `actions` into its first game."""
    histories = [
        history for history in (_History(seed, actions) for seed in range(40)) if history.table.state.live
    ]
    rooms, guests, members, journal = [], [], [], []
    for room in range(tables):
        history = histories[room % len(histories)]
        rooms.append(_room(history, room))
        for seat, guest in enumerate(_GUESTS):
            id = f"{guest}{room}"
            row = {"id": id, "name": f"Name{seat}", "created_at": 1, "seen_at": 1}
            guests.append({**row, "token_hash": digest(token(room, seat))})
            members.append({"guest": id, "room": name(room), "joined": True, "claimed_at": 1})
        journal += [
            {
                **row,
                "room": name(room),
                "guest": row["guest"] and f"{row['guest']}{room}",
                "facts": _renamed(str(row["facts"]), room),
            }
            for row in history.rows
        ]
    engine = create_async_engine(make_url(url))
    async with engine.begin() as connection:
        for into, values in (
            (schema.guests, guests),
            (schema.rooms, rooms),
            (schema.members, members),
            (schema.journal, journal),
        ):
            for some in _batches(values):
                await connection.execute(insert(into), some)
    await engine.dispose()


def _batches(values: list[dict[str, object]], many: int = 5000) -> Iterator[list[dict[str, object]]]:
    for at in range(0, len(values), many):
        yield values[at : at + many]


def _renamed(text: str, room: int) -> str:
    """The same facts of another room and other guests."""
    for word in (*_GUESTS, _ROOM):
        text = text.replace(f'"{word}"', f'"{word}{room}"')
    return text


def _room(history: _History, room: int) -> dict[str, object]:
    checkpoint = orjson.loads(_renamed(orjson.dumps(history.checkpoint).decode(), room))
    return {
        "id": name(room),
        "name": "Mesa",
        "code": f"CODE-{room}",
        "public": True,
        "records": "open",
        "rules": rules_of(history.table.room.rules),
        "opened_at": 1,
        "closed_at": None,
        "epoch": 1,
        "owner": "",
        "checkpoint_seq": history.checkpoint_seq,
        "checkpoint": checkpoint,
    }
