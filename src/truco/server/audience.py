"""Those who are at a table by socket, and what each of them is told."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from truco.protocol.codes import Close, ErrorCode
from truco.server.clock import Clock
from truco.server.inbox import Ask
from truco.server.outlet import Outlet
from truco.table.refused import Refused
from truco.table.table import Step, Table

_BEHIND: Final = frozenset(
    {"stale", "late", "hand_over", "game_over", "no_game", "call_open", "paused", "not_asked"}
)
"""Refusals of someone who may not know how things stand: the view comes along."""


class Audience:
    """The one socket of each guest who is here."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self._connections: dict[str, Outlet] = {}

    def __iter__(self) -> Iterator[Outlet]:
        return iter(tuple(self._connections.values()))

    def __len__(self) -> int:
        return len(self._connections)

    def has(self, connection: Outlet) -> bool:
        """Whether this is its guest's socket, and not one that was replaced."""
        return self._connections.get(connection.guest) is connection

    def of(self, guest: str) -> Outlet | None:
        """A guest's socket."""
        return self._connections.get(guest)

    def add(self, connection: Outlet, version: int | None) -> None:
        """A guest's new socket, and what they missed since `version`."""
        self._connections[connection.guest] = connection
        connection.frame(self._table.since(connection.guest, version, self._clock.now()))

    def remove(self, guest: str) -> Outlet | None:
        """Takes a guest's socket out."""
        return self._connections.pop(guest, None)

    def tell(self, step: Step, asked: Ask | None) -> None:
        """A frame to each who may know of the step, with the ack to whose action it was.

        Whoever is no member any more is sent away.
        """
        now, table = self._clock.now(), self._table
        actor = asked.connection if asked is not None else None
        for connection in self:
            guest = connection.guest
            ack = {"aid": step.aid, "dup": step.dup} if connection is actor else None
            if ack is not None or any(table.sees(guest, fact) for fact in step.facts):
                connection.frame(table.frame(guest, now, step.facts), ack)
            if table.room.member(guest) is None:
                del self._connections[guest]
                connection.close(Close.NOT_FOUND)

    def refuse(self, asked: Ask, refused: Refused) -> None:
        """Answers an action that was refused; with the view for one who may be behind."""
        if asked.connection is None:
            return
        message: dict[str, Any] = {
            "type": "refused",
            "aid": asked.aid,
            "code": refused.code,
            "params": refused.params,
        }
        if refused.code in _BEHIND:
            message["frame"] = self._table.frame(asked.guest, self._clock.now(), ())
        asked.connection.say(message)

    def say(self, message: Mapping[str, Any]) -> None:
        """The same to everyone."""
        for connection in self:
            connection.say(message)

    def move(self) -> None:
        """The table goes on elsewhere: everyone is to look for it again."""
        for connection in self:
            connection.move()
        self._connections.clear()

    def close(self, code: Close) -> None:
        """Sends everyone away."""
        for connection in self:
            connection.close(code)
        self._connections.clear()


def error(code: ErrorCode, **params: str) -> dict[str, Any]:
    """An error message."""
    return {"type": "error", "code": code, "params": params}
