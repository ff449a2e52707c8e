"""Games: who played them, what came of them, and what their records are made of."""

from typing import Any

from sqlalchemy import Row as SqlRow
from sqlalchemy import select

from truco.store import schema
from truco.store.journal import ROW, to_row
from truco.store.reader import Reader
from truco.store.rows import GameRow, Row

_games = schema.games.c
_players = schema.game_players.c


class Games:
    """The games of one store, which begin and end by journal entries. All calls raise StoreUnavailable."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def get(self, id: str) -> GameRow | None:
        """The game with this id."""
        row = await self._reader.first(select(schema.games).where(_games.id == id))
        return None if row is None else _game(row)

    async def of_guest(self, guest: str, limit: int = 20, before: int | None = None) -> list[GameRow]:
        """The newest `limit` games of `guest`, the newest first; of those begun before `before` (ms)."""
        query = (
            select(schema.games)
            .join(schema.game_players, _players.game == _games.id)
            .where(_players.guest == guest)
        )
        if before is not None:
            query = query.where(_games.started_at < before)
        rows = await self._reader.all(query.order_by(_games.started_at.desc(), _games.id).limit(limit))
        return [_game(row) for row in rows]

    async def entries(self, id: str) -> list[Row]:
        """The journal's entries of one game, in order; none when there is no such game."""
        journal = schema.journal.c
        query = (
            select(*ROW)
            .join_from(
                schema.games, schema.journal, (journal.room == _games.room) & (journal.game == _games.number)
            )
            .where(_games.id == id)
            .order_by(journal.seq)
        )
        return [to_row(row) for row in await self._reader.all(query)]


def _game(row: SqlRow[*tuple[Any, ...]]) -> GameRow:
    columns = dict(zip(schema.games.c.keys(), row, strict=True))
    for several in ("names", "players", "score"):
        if columns[several] is not None:
            columns[several] = tuple(columns[several])
    return GameRow(**columns)
