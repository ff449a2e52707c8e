"""Reading beside the writer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truco.store.dialect import Dialect
from truco.store.passing import is_passing, unavailable

T = TypeVar("T")


class Reader:
    """Queries over connections that never write. They see what was committed."""

    def __init__(self, engine: AsyncEngine, dialect: Dialect) -> None:
        self._engine = engine
        self._dialect = dialect

    async def all(
        self, query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any] | None = None
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows of `query`.

        Raises:
            StoreUnavailable: the database cannot be used now.
        """

        async def work(connection: AsyncConnection) -> Sequence[Row[*tuple[Any, ...]]]:
            return (await connection.execute(query, parameters)).all()

        return await self._run(work)

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """The answer to a question that is put to a connection. Raises as `all` does."""
        return await self._run(lambda connection: connection.run_sync(question))

    async def first(
        self, query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any] | None = None
    ) -> Row[*tuple[Any, ...]] | None:
        """The first row of `query`, or None when it has none. Raises as `all` does."""
        rows = await self.all(query.limit(1), parameters)
        return rows[0] if rows else None

    async def _run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            async with limit(self._dialect), self._engine.connect() as connection:
                return await work(connection)
        except Exception as error:
            if is_passing(error, self._dialect):
                raise unavailable(error) from error
            raise


def limit(dialect: Dialect) -> asyncio.Timeout:
    """The time that anything asked of the database may take. It ends in Python's TimeoutError."""
    return asyncio.timeout(dialect.limit_s)
