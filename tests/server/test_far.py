"""Tables elsewhere, whose owners change."""

from typing import Any, cast

from truco.server.far import FarRunners


class _Socket:
    """A connection that was told to look for its table again so many times."""

    guest, client, closing = "ana", "socket", False

    def __init__(self) -> None:
        self.moves = 0

    def move(self) -> None:
        self.moves += 1


def test_who_comes_to_a_table_that_has_moved_meanwhile_looks_again() -> None:
    """Nobody would tell them: what the node there says is for those it is known to have."""
    sent: list[tuple[str, Any]] = []
    runners, socket = FarRunners(lambda node, message: sent.append((node, message))), _Socket()
    found = runners.at("room", "dead")
    runners.forget("room")
    found.attach(cast(Any, socket), 7)
    assert (socket.moves, sent, found.links) == (1, [], [])
    runners.at("room", "living").attach(cast(Any, socket), 7)
    assert socket.moves == 1
    assert [node for node, _ in sent] == ["living"]
    runners.away("living", "room")
    assert socket.moves == 2
