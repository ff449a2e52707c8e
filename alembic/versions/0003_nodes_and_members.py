"""Many nodes: who owns a room, whose lease holds, and who is a member of which room.

The members of open rooms are read from their journals.
"""

import json
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nodes")),
    )
    op.add_column("rooms", sa.Column("owner", sa.String(), nullable=True))
    op.add_column("rooms", sa.Column("stopped_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_rooms_owner"), "rooms", ["owner"])
    members = op.create_table(
        "members",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_members_room_rooms")),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_room"), "members", ["room"])
    found = _members(op.get_bind())
    if found:
        op.bulk_insert(
            members,
            [
                {"guest": guest, "room": room, "joined": True, "claimed_at": at_ms}
                for guest, (room, at_ms) in found.items()
            ],
        )


def downgrade() -> None:
    op.drop_table("members")
    op.drop_index("ix_rooms_owner", "rooms")
    with op.batch_alter_table("rooms") as rooms:
        rooms.drop_column("stopped_at")
        rooms.drop_column("owner")
    op.drop_table("nodes")


def _members(connection: sa.Connection) -> Mapping[str, tuple[str, int]]:
    """The room that each guest joined last and did not leave, and when."""
    joined: dict[tuple[str, str], int] = {}
    entries = connection.execute(
        sa.text(
            "SELECT journal.room, journal.facts, journal.at_ms FROM journal"
            " JOIN rooms ON rooms.id = journal.room"
            " WHERE rooms.closed_at IS NULL AND journal.facts LIKE '%\"member!_%' ESCAPE '!'"
            " ORDER BY journal.room, journal.seq"
        )
    )
    for room, facts, at_ms in entries:
        for fact in json.loads(facts):
            if fact["fact"] == "member_joined":
                joined[fact["member"], room] = at_ms
            elif fact["fact"] == "member_left":
                joined.pop((fact["member"], room), None)
    newest: dict[str, tuple[str, int]] = {}
    for (guest, room), at_ms in sorted(joined.items(), key=lambda item: item[1]):
        newest[guest] = room, at_ms
    return newest
