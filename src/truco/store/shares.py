"""Share links: a code, known by its hash only, that opens one game's record to whoever has it."""

from sqlalchemy import select

from truco.store import schema
from truco.store.clock import now_ms
from truco.store.reader import Reader
from truco.store.writer import Writer
from truco.store.writing import Step, Write

_columns = schema.shares.c


class Shares:
    """The share links of one store. All calls raise StoreUnavailable."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def add(self, game: str, guest: str, code_hash: bytes) -> None:
        """Let the code with this hash open `game`; `guest` is who made it.

        Raises:
            Conflict: the code is there already, or there is no such game or guest.
        """
        row = {"code_hash": code_hash, "game": game, "guest": guest, "created_at": now_ms()}
        await self._writer.write(Write([(Step.ADD_SHARE, row)]))

    async def by_code(self, code_hash: bytes) -> str | None:
        """The id of the game that the code with this hash opens."""
        row = await self._reader.first(select(_columns.game).where(_columns.code_hash == code_hash))
        return None if row is None else row.game
