"""Guests, rooms, the journal, games and share links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guests")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_guests_token_hash")),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("records", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("checkpoint_seq", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
        sa.UniqueConstraint("code", name=op.f("uq_rooms_code")),
    )
    op.create_index(op.f("ix_rooms_closed_at"), "rooms", ["closed_at"])

    op.create_table(
        "games",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("records", sa.String(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("side", sa.Integer(), nullable=True),
        sa.Column("score", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_games_room_rooms")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("room", "number", name=op.f("uq_games_room_number")),
    )
    op.create_table(
        "journal",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("guest", sa.String(), nullable=True),
        sa.Column("aid", sa.String(), nullable=True),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_journal_room_rooms")),
        sa.PrimaryKeyConstraint("room", "seq", name=op.f("pk_journal")),
    )
    op.create_index(
        "uq_journal_room_guest_aid",
        "journal",
        ["room", "guest", "aid"],
        unique=True,
        sqlite_where=sa.text("aid IS NOT NULL"),
        postgresql_where=sa.text("aid IS NOT NULL"),
    )

    op.create_table(
        "game_players",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_players_game_games")),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_game_players_guest_guests")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_game_players")),
    )
    op.create_index(op.f("ix_game_players_guest"), "game_players", ["guest"])

    op.create_table(
        "shares",
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_shares_game_games")),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_shares_guest_guests")),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_shares")),
    )


def downgrade() -> None:
    for table in ("shares", "game_players", "journal", "games", "rooms", "guests"):
        op.drop_table(table)
