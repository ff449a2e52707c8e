"""Bringing a database to the newest schema."""

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection

from truco.resources import migrations_folder
from truco.store.engines import migration_engine


def configuration(connection: Connection) -> Config:
    """Alembic's configuration for one connection: from any folder, without a configuration file."""
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


async def migrate(url: URL) -> None:
    """Make or change the tables to what `schema` says. Two who do it at once wait for each other."""
    engine = migration_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda connection: command.upgrade(configuration(connection), "head"))
    finally:
        await engine.dispose()
