"""The way to one guest who is at a table, by a socket here or on another node."""

from collections.abc import Mapping
from typing import Any, Protocol

from truco.protocol.codes import Close


class Outlet(Protocol):
    """What a table knows of a connection."""

    @property
    def guest(self) -> str:
        """Whose it is."""
        ...

    @property
    def client(self) -> str:
        """Which socket it is, wherever it leads through."""
        ...

    @property
    def closing(self) -> bool:
        """Whether it is closed, or about to be."""
        ...

    def frame(self, frame: Mapping[str, Any], ack: Mapping[str, Any] | None = None) -> None:
        """Sends a frame, with the acknowledgement of an action of this guest's."""
        ...

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends any other message."""
        ...

    def close(self, code: Close) -> None:
        """Closes it."""
        ...

    def move(self) -> None:
        """The table is not here any more: it is to be looked for again."""
        ...
