"""Who is in which room: a guest in one at a time, however many nodes let people in."""

from sqlalchemy import and_, bindparam, delete, false, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from truco.store import schema
from truco.store.asides import Asides
from truco.store.dialect import Dialect
from truco.store.reader import Reader

_columns = schema.members.c
_CLAIM_MS = 60_000
"""How long a claim holds of which nothing came."""


class Members:
    """The members of all rooms. Who joins and leaves goes with journal entries: MemberIn, MemberOut.

    All calls raise StoreUnavailable.
    """

    def __init__(self, reader: Reader, claims: Asides, dialect: Dialect) -> None:
        self._reader = reader
        self._claims = claims
        new = dialect.insert(schema.members).values(
            guest=bindparam("guest"), room=bindparam("room"), joined=False, claimed_at=dialect.now
        )
        here = _columns.room == new.excluded.room
        stale = and_(not_(_columns.joined), _columns.claimed_at < dialect.now - _CLAIM_MS)
        self._claim = new.on_conflict_do_update(
            index_elements=[_columns.guest],
            set_={
                "room": new.excluded.room,
                "joined": and_(here, _columns.joined),
                "claimed_at": new.excluded.claimed_at,
            },
            where=or_(here, stale),
        ).returning(_columns.room)

    async def claim(self, guest: str, room: str) -> str | None:
        """Claim `guest` for `room`, where they are about to join; None when they are claimed, or in it.

        Else the id of the other room that they are in or claimed for. A claim of which nothing came can be
        replaced after a minute.
        """

        async def work(connection: AsyncConnection) -> str | None:
            while True:
                claimed = await connection.execute(self._claim, {"guest": guest, "room": room})
                if claimed.first() is not None:
                    return None
                other = (
                    await connection.execute(select(_columns.room).where(_columns.guest == guest))
                ).scalar()
                if other is not None:  # else they have left it this very moment
                    return None if other == room else other

        return await self._claims.run(work)

    async def drop(self, guest: str, room: str) -> None:
        """Take back a claim of which nothing came; one who has joined stays in."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                delete(schema.members).where(
                    _columns.guest == guest, _columns.room == room, _columns.joined == false()
                )
            )

        await self._claims.run(work)

    async def room_of(self, guest: str) -> str | None:
        """The room that `guest` is a member of; a claim makes no member."""
        query = select(_columns.room).where(_columns.guest == guest, _columns.joined)
        row = await self._reader.first(query)
        return None if row is None else row.room
