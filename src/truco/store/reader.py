"""Reading beside the writer."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncEngine

from truco.store.writer import is_passing, unavailable


class Reader:
    """Queries over connections that never write. They see what was committed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def all(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows of `query`.

        Raises:
            StoreUnavailable: the database cannot be used now.
        """
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except Exception as error:
            if is_passing(error, self._engine):
                raise unavailable(error) from error
            raise

    async def first(self, query: Select[*tuple[Any, ...]]) -> Row[*tuple[Any, ...]] | None:
        """The first row of `query`, or None when it has none. Raises as `all` does."""
        rows = await self.all(query.limit(1))
        return rows[0] if rows else None
