"""Alembic's entry: with the server's connection when the server migrates by itself, else with one of its own.

On the command line the database is that of TRUCO_DATABASE_URL: `TRUCO_DATABASE_URL=… alembic check`.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection, make_url

from truco.store.engines import migration_engine
from truco.store.schema import metadata


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite changes a table by making it anew.
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def _run_from_command_line() -> None:
    engine = migration_engine(make_url(os.environ["TRUCO_DATABASE_URL"]))
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_run)
    finally:
        await engine.dispose()


if context.is_offline_mode():
    raise SystemExit("the migrations need a database to speak to: run without --sql")

given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(_run_from_command_line())
else:
    _run(given)
