"""What the databases say differently, so that everything else is said once."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert
"""An INSERT that knows what to do about a row that is there already."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of database."""

    now: ColumnElement[int]
    """The database's own clock: milliseconds since 1970 (UTC)."""

    insert: Callable[[Table], Insert]

    among: Callable[[ColumnElement[str], str], ColumnElement[bool]]
    """Whether a column is one of a parameter's list; the statement is the same for a list of any length."""

    is_passing: Callable[[Exception], bool]
    """Whether an error tells of the database's state, not of what was asked of it."""

    limit_s: float | None
    """How long a transaction may take, seen from here; None where the driver cannot hang."""

    one_writer: bool
    """Whether transactions that write exclude each other, so that they had better wait in line here."""
