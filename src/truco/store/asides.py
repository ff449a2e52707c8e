"""Short transactions beside the writer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truco.store.dialect import Dialect
from truco.store.passing import is_passing, unavailable
from truco.store.reader import limit

T = TypeVar("T")


class Asides:
    """What must not wait behind the journal, nor the journal behind it. All calls raise StoreUnavailable.

    Everything done here may be done again when nobody knows whether it was done.
    """

    def __init__(
        self, engine: AsyncEngine, dialect: Dialect, turn: AbstractAsyncContextManager[object]
    ) -> None:
        self._engine = engine
        self._dialect = dialect
        self._turn = turn

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do `work` in a transaction; its answer, when that is durable."""
        try:
            async with self._turn, limit(self._dialect), self._engine.begin() as connection:
                return await work(connection)
        except Exception as error:
            if is_passing(error, self._dialect):
                raise unavailable(error) from error
            raise

    async def all(
        self, statement: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """Run one statement in a transaction; the rows that it returns."""

        async def work(connection: AsyncConnection) -> Sequence[Row[*tuple[Any, ...]]]:
            return (await connection.execute(statement, parameters)).all()

        return await self.run(work)
