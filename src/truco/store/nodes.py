"""The nodes that run tables, each with a lease by the database's clock."""

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from truco.store import schema
from truco.store.asides import Asides
from truco.store.dialect import Dialect

_columns = schema.nodes.c
_KEPT_MS = 86_400_000
"""How long the row of a node is kept whose lease ended."""


class Nodes:
    """The nodes of one store. All calls raise StoreUnavailable.

    They have a connection of their own: a lease must not run out because appends or claims wait.
    """

    def __init__(self, beats: Asides, dialect: Dialect) -> None:
        self._beats = beats
        new = dialect.insert(schema.nodes).values(
            id=bindparam("node"), lease_until=dialect.now + bindparam("lease_ms")
        )
        self._renew = new.on_conflict_do_update(
            index_elements=[_columns.id], set_={"lease_until": new.excluded.lease_until}
        )
        self._live = select(_columns.id).where(_columns.lease_until > dialect.now)
        self._forget = delete(schema.nodes).where(_columns.lease_until < dialect.now - _KEPT_MS)

    async def beat(self, node: str, lease_ms: int) -> frozenset[str]:
        """Let the lease of `node` hold for `lease_ms` from now; all nodes whose lease holds, it too."""

        async def work(connection: AsyncConnection) -> frozenset[str]:
            await connection.execute(self._renew, {"node": node, "lease_ms": lease_ms})
            await connection.execute(self._forget)
            return frozenset((await connection.execute(self._live)).scalars())

        return await self._beats.run(work)

    async def leave(self, node: str) -> None:
        """End the lease of `node` at once."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.nodes).where(_columns.id == node))

        await self._beats.run(work)
