"""The live lobby."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from tests.server.house import House, Player, open_house, seated


class Reader:
    """One who follows the lobby."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def event(self) -> tuple[str, Any]:
        """The next event; a comment is one without a name."""
        name = data = ""
        async with asyncio.timeout(10):
            async for line in self._lines:
                field, _, value = line.partition(": ")
                if line.startswith(":"):
                    return "", line
                if field == "event":
                    name = value
                elif field == "data":
                    data = value
                elif not line and name:
                    return name, orjson.loads(data)
        raise EOFError


async def test_the_list_comes_first_and_then_what_changes(house: House) -> None:
    ana, beto = await house.guests("Ana", "Beto")
    first = await ana.ask("POST", "/rooms", {"name": "Una"})
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        reader = Reader(answer)
        name, rooms = await reader.event()
        assert (name, [room["id"] for room in rooms]) == ("rooms", [first["id"]])
        assert rooms[0]["code"] is None
        await beto.ask("POST", f"/rooms/{first['id']}/join")
        name, room = await reader.event()
        assert (name, room["chairs"][1]["name"], room["code"]) == ("room", "Beto", None)
        await ana.ask("PATCH", f"/rooms/{first['id']}", {"public": False})
        assert await reader.event() == ("gone", {"id": first["id"]})
        await ana.ask("PATCH", f"/rooms/{first['id']}", {"public": True})
        assert (await reader.event())[0] == "room"
        await ana.ask("DELETE", f"/rooms/{first['id']}")
        assert await reader.event() == ("gone", {"id": first["id"]})


async def test_a_table_that_breaks_is_gone(house: House, tmp_path: Path) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "Una"})
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        reader = Reader(answer)
        await reader.event()
        with closing(sqlite3.connect(tmp_path / "truco.db")) as other:
            other.execute("UPDATE rooms SET epoch = epoch + 1")
            other.commit()
        assert await ana.problem("PUT", f"/rooms/{room['id']}/ready", {"ready": True}) == (500, "table_error")
        assert await reader.event() == ("gone", {"id": room["id"]})


async def test_a_private_room_is_in_no_stream(house: House) -> None:
    (ana,) = await house.guests("Ana")
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        reader = Reader(answer)
        assert await reader.event() == ("rooms", [])
        await ana.ask("POST", "/rooms", {"name": "Privada", "public": False})
        await house.clock.advance(15.1)
        assert await reader.event() == ("", ": still here")


async def test_a_room_that_was_there_before_a_restart_goes_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ana = await house.guest("Ana")
        room = (await ana.ask("POST", "/rooms", {"name": "Una"}))["id"]
    async with (
        open_house(tmp_path) as house,
        house.visitor(authorization=f"Bearer {ana.token}") as visitor,
        visitor.stream("GET", "/rooms/events") as answer,
    ):
        reader = Reader(answer)
        name, rooms = await reader.event()
        assert (name, [one["id"] for one in rooms]) == ("rooms", [room])
        await visitor.delete(f"/rooms/{room}")
        assert await reader.event() == ("gone", {"id": room})


async def test_a_room_that_wakes_is_news(house: House) -> None:
    ana = await house.guest("Ana")
    room = (await ana.ask("POST", "/rooms", {"name": "Una"}))["id"]
    await ana.ask("POST", f"/rooms/{room}/leave")
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        reader = Reader(answer)
        assert await reader.event() == ("rooms", [])
        await visitor.get(f"/rooms/{room}")
        name, woken = await reader.event()
        assert (name, woken["id"]) == ("room", room)


async def test_cards_are_no_news(house: House) -> None:
    room, players = await seated(house)
    async with house.visitor() as visitor, visitor.stream("GET", "/rooms/events") as answer:
        reader = Reader(answer)
        await reader.event()
        for player in players:
            await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
        while not (news := await reader.event())[1]["playing"]:
            pass
        assert (news[1]["score"], news[1]["hand"]) == ([0, 0], 1)
        ana: Player = players[0]
        await ana.wire.fact("dealt")
        await ana.wire.act("play", card=ana.wire.last["view"]["game"]["held"][0])
        await house.clock.advance(15.1)
        assert await reader.event() == ("", ": still here")


async def test_streams_count_as_open_sockets_and_end_with_the_server(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, sockets_per_address=1) as house,
        house.visitor() as visitor,
        visitor.stream("GET", "/rooms/events") as answer,
    ):
        reader = Reader(answer)
        await reader.event()
        assert (await visitor.get("/rooms/events")).status_code == 429
        house.server.stop()
        assert await reader.event() == ("", ": still here"), "its last breath"
        with pytest.raises(EOFError):
            await reader.event()
