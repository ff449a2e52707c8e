"""Guests: who plays, by name and by the hash of their token."""

from sqlalchemy import ColumnElement, select

from truco.store import schema
from truco.store.clock import now_ms
from truco.store.reader import Reader
from truco.store.rows import Guest
from truco.store.writer import Writer
from truco.store.writing import Step, Write

_columns = schema.guests.c


class Guests:
    """The guests of one store. All calls raise StoreUnavailable."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def create(self, id: str, name: str, token_hash: bytes) -> Guest:
        """Add a guest.

        Raises:
            Conflict: the id or the token is somebody's already.
        """
        now = now_ms()
        row = {"id": id, "name": name, "token_hash": token_hash, "created_at": now, "seen_at": now}
        await self._writer.write(Write([(Step.ADD_GUEST, row)]))
        return Guest(id, name, now, now)

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest whose token has this hash."""
        return await self._one(_columns.token_hash == token_hash)

    async def by_id(self, id: str) -> Guest | None:
        """The guest with this id."""
        return await self._one(_columns.id == id)

    async def rename(self, id: str, name: str) -> None:
        """Give a guest another name."""
        await self._writer.write(Write([(Step.RENAME_GUEST, {"of_guest": id, "name": name})]))

    async def replace_token(self, id: str, token_hash: bytes) -> None:
        """Let the guest be known by another token; the one before is worth nothing from then on.

        Raises:
            Conflict: the token is somebody's already.
        """
        await self._writer.write(Write([(Step.REPLACE_TOKEN, {"of_guest": id, "token_hash": token_hash})]))

    async def touch(self, id: str) -> None:
        """Note that the guest was seen now."""
        await self._writer.write(Write([(Step.TOUCH_GUEST, {"of_guest": id, "seen_at": now_ms()})]))

    async def _one(self, criterion: ColumnElement[bool]) -> Guest | None:
        query = select(_columns.id, _columns.name, _columns.created_at, _columns.seen_at).where(criterion)
        row = await self._reader.first(query)
        return None if row is None else Guest(*row)
