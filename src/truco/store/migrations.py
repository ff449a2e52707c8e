"""Bringing a database to the newest schema."""

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection

from truco.resources import migrations_folder
from truco.store.engines import migration_engine


def configuration(connection: Connection) -> Config:
    """Alembic's configuration for one connection: from any folder, without a configuration file."""
    config = Config()
    config.set_main_option("script_location", _location())
    config.attributes["connection"] = connection
    return config


def _location() -> str:
    return str(migrations_folder()).replace("%", "%%")


async def migrate(url: URL) -> None:
    """Make or change the tables to what `schema` says. Two who do it at once wait for each other."""
    engine = migration_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda connection: command.upgrade(configuration(connection), "head"))
    finally:
        await engine.dispose()


def is_at_head(connection: Connection) -> bool:
    """Whether the schema of `connection`'s database is the newest one; an empty database's is not."""
    return MigrationContext.configure(connection).get_current_heads() == _heads()


@cache
def _heads() -> tuple[str, ...]:
    config = Config()
    config.set_main_option("script_location", _location())
    return tuple(ScriptDirectory.from_config(config).get_heads())
