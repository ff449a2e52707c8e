"""Errors of the database that pass: it may be asked again."""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from truco.store.dialect import Dialect
from truco.store.errors import StoreUnavailable


def is_passing(error: Exception, dialect: Dialect) -> bool:
    """Whether `error` tells of the database's state, not of what was asked of it."""
    if isinstance(error, PoolTimeoutError | OSError):  # the latter holds Python's own TimeoutError too
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return dialect.is_passing(error)


def unavailable(error: Exception) -> StoreUnavailable:
    """`error` as callers of the store know it."""
    reason = error.orig if isinstance(error, DBAPIError) else error
    absent = StoreUnavailable(str(reason) or type(reason).__name__)
    absent.__cause__ = error
    return absent
