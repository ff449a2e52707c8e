"""What can go wrong in the store, as its callers see it."""


class StoreError(Exception):
    """Nothing was written, and the caller must not go on as if it was."""


class StoreUnavailable(StoreError):
    """The database cannot be used now: locked, full, unreachable, closed. It may pass: try again."""


class UnknownSchema(StoreError):
    """The database has the tables of a newer release."""


class WritesRefused(StoreUnavailable):
    """The database may be read, but the last try to write has failed, as all have for so many `seconds`."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Conflict(StoreError):
    """Something that has to be unique is there already: an id, an invite code, a token's hash."""


class AppendConflict(Conflict):
    """The journal refuses an entry for good.

    Its (room, seq) or its (room, game, guest, aid) belongs to another entry, the room is unknown, or the room
    has passed to another epoch: whoever appended does not own the room any more. An entry is no conflict with
    itself.
    """
