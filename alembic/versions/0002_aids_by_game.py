"""An action's name counts once in a game, no longer once in a room: the next game may use it again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NAMED = sa.text("aid IS NOT NULL")


def upgrade() -> None:
    op.drop_index("uq_journal_room_guest_aid", "journal")
    _unique("uq_journal_room_game_guest_aid", "room", "game", "guest", "aid")


def downgrade() -> None:
    op.drop_index("uq_journal_room_game_guest_aid", "journal")
    _unique("uq_journal_room_guest_aid", "room", "guest", "aid")


def _unique(name: str, *columns: str) -> None:
    op.create_index(name, "journal", list(columns), unique=True, sqlite_where=_NAMED, postgresql_where=_NAMED)
