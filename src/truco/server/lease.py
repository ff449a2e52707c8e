"""Whether this node may act for the tables it owns: for as long as the database has promised it."""

import math

from truco.server.clock import Clock


class Lease:
    """A time until which this node's tables are its own. A server that is alone holds it for ever."""

    def __init__(self, clock: Clock, until: float = math.inf) -> None:
        self._clock, self._until = clock, until
        self.renewed_at = clock.now()
        """When the database last promised it, in seconds of the server's clock."""

    @property
    def holds(self) -> bool:
        """Whether it holds at this moment."""
        return self._clock.now() < self._until

    @property
    def for_ever(self) -> bool:
        """Whether no other node can come to own a table."""
        return self._until == math.inf

    def renew(self, until: float) -> None:
        """Lets it hold until then, in seconds of the server's clock."""
        self._until, self.renewed_at = until, self._clock.now()
