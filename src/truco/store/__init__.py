"""The store: SQLAlchemy and nobody else's. Values go in and come out; no database row leaves it."""

from truco.store.errors import AppendConflict, Conflict, StoreError, StoreUnavailable
from truco.store.rows import (
    Change,
    Checkpoint,
    Door,
    DoorGuest,
    Entry,
    Fact,
    GameEndedRow,
    GameRow,
    GameStartedRow,
    Guest,
    Json,
    MemberIn,
    MemberOut,
    RoomChanged,
    RoomClosed,
    RoomRow,
    Row,
)
from truco.store.store import Store

__all__ = [
    "AppendConflict",
    "Change",
    "Checkpoint",
    "Conflict",
    "Door",
    "DoorGuest",
    "Entry",
    "Fact",
    "GameEndedRow",
    "GameRow",
    "GameStartedRow",
    "Guest",
    "Json",
    "MemberIn",
    "MemberOut",
    "RoomChanged",
    "RoomClosed",
    "RoomRow",
    "Row",
    "Store",
    "StoreError",
    "StoreUnavailable",
]
