"""What the databases say differently, so that everything else is said once."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = postgresql.Insert | sqlite.Insert
"""An INSERT that knows what to do about a row that is there already."""


class JournalRow(NamedTuple):
    """A row of the journal, in the order of its columns; `facts` is JSON."""

    room: str
    seq: int
    game: int | None
    guest: str | None
    aid: str | None
    facts: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of database."""

    now: ColumnElement[int]
    """The database's own clock: milliseconds since 1970 (UTC)."""

    insert: Callable[[Table], Insert]

    among: Callable[[ColumnElement[str], str], ColumnElement[bool]]
    """Whether a column is one of a parameter's list; the statement is the same for a list of any length."""

    append: Callable[[AsyncConnection, Sequence[JournalRow]], Awaitable[object]]
    """Insert into the journal, past SQLAlchemy's care for each parameter: that costs more than the insert."""

    is_passing: Callable[[Exception], bool]
    """Whether an error tells of the database's state, not of what was asked of it."""

    limit_s: float | None
    """How long a transaction may take, seen from here; None where the driver cannot hang."""

    one_writer: bool
    """Whether transactions that write exclude each other, so that they had better wait in line here."""
