"""Tables elsewhere, whose owners change."""

import asyncio
from typing import Any, cast

from truco.server.far import FarRunners
from truco.server.far_outlet import FarOutlets


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


class _Asleep:
    """A node whose tables wake up when a test wants."""

    def __init__(self) -> None:
        self.up = asyncio.Event()

    def get(self, room: str) -> None:
        return None

    async def awake(self, room: str) -> None:
        await self.up.wait()


async def test_who_has_another_link_by_now_waits_for_no_table_with_the_old_one() -> None:
    sent: list[tuple[str, Any]] = []
    tables = _Asleep()
    outlets = FarOutlets(lambda node, message: sent.append((node, message)), cast(Any, tables))
    for link in (1, 2):
        outlets.attach("there", link, "room", "ana", "socket", None, True)
    outlets.only("there", [2])
    tables.up.set()
    await asyncio.sleep(0.01)
    assert sent == [("there", ["away", "room"])], "once"
