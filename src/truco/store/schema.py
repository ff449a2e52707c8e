"""The tables. Whoever changes one adds a migration; `alembic check` tells when it is missing."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("lease_until", BigInteger, nullable=False),  # of the database's clock
)

# Owners have no foreign key: a room may outlive the row of the node that owned it.
rooms = Table(
    "rooms",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("code", String, nullable=False, unique=True),
    Column("public", Boolean, nullable=False),
    Column("records", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger, index=True),
    Column("epoch", Integer, nullable=False),
    Column("checkpoint_seq", Integer, nullable=False),
    Column("checkpoint", JSON(none_as_null=True)),
    Column("owner", String, index=True),
    Column("stopped_at", BigInteger),
)

members = Table(
    "members",
    metadata,
    Column("guest", String, primary_key=True),
    Column("room", String, ForeignKey(rooms.c.id), nullable=False, index=True),
    Column("joined", Boolean, nullable=False),
    Column("claimed_at", BigInteger, nullable=False),  # of the database's clock
)

# The guest has no foreign key: it would cost a look-up for each append, and the table has checked who acts.
journal = Table(
    "journal",
    metadata,
    Column("room", String, ForeignKey(rooms.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer),
    Column("guest", String),
    Column("aid", String),
    Column("facts", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
Index(
    "uq_journal_room_game_guest_aid",
    journal.c.room,
    journal.c.game,
    journal.c.guest,
    journal.c.aid,
    unique=True,
    sqlite_where=journal.c.aid.is_not(None),
    postgresql_where=journal.c.aid.is_not(None),
)

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("room", String, ForeignKey(rooms.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("records", String, nullable=False),
    Column("names", JSON, nullable=False),
    Column("players", JSON, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("why", String),
    Column("seat", Integer),
    Column("side", Integer),
    Column("score", JSON(none_as_null=True)),
    UniqueConstraint("room", "number"),
)

game_players = Table(
    "game_players",
    metadata,
    Column("game", String, ForeignKey(games.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String, ForeignKey(guests.c.id), nullable=False, index=True),
)

shares = Table(
    "shares",
    metadata,
    Column("code_hash", LargeBinary, primary_key=True),
    Column("game", String, ForeignKey(games.c.id), nullable=False),
    Column("guest", String, ForeignKey(guests.c.id), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
