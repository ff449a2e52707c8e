"""REST: the lobby. Which rooms there are, and the ways into one."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from truco.rules.rulesets import RULESETS
from truco.server import names
from truco.server.admission import Admission
from truco.server.asking import KnownGuest, MaybeGuest
from truco.server.directory import Directory
from truco.server.errors import Problem, answers
from truco.server.feed import Feed
from truco.server.identity import address_of, read_code
from truco.server.limits import Buckets, Places, TooMany
from truco.server.registry import Registry
from truco.server.schemas import Invite, Join, NewRoom, Room, Rooms, RuleSets
from truco.store import Guest, StoreUnavailable
from truco.table.refused import Refused
from truco.table.views import rules_of
from truco.table.wishes import Records

_EVENTS: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "A stream: `rooms` with the whole list first, then `room` (new or changed) "
        'and `gone` (`{"id": …}`).',
        "content": {"text/event-stream": {"example": 'event: gone\ndata: {"id":"Gq3vYb0t1kZsW9xA"}\n\n'}},
    }
}


class LobbyRoutes:
    """The ways into a room, and what one sees before."""

    def __init__(
        self,
        registry: Registry,
        admission: Admission,
        directory: Directory,
        feed: Feed,
        places: Places,
        guesses: Buckets,
        openings: Buckets,
    ) -> None:
        self._registry, self._admission, self._directory, self._feed = registry, admission, directory, feed
        self._places, self._guesses, self._openings = places, guesses, openings
        self._matching = asyncio.Lock()

    def router(self) -> APIRouter:
        """The routes, to be put under `/api/v1` before those of one room."""
        router = APIRouter(tags=["lobby"])
        add = router.add_api_route
        add("/rulesets", self.rulesets, methods=["GET"], summary="Rule sets on offer")
        add("/rooms", self.public_rooms, methods=["GET"], summary="Public rooms")
        add(
            "/rooms/events",
            self.events,
            methods=["GET"],
            summary="Live lobby",
            response_class=Response,
            responses=_EVENTS | answers(429),
        )
        add(
            "/rooms",
            self.open,
            methods=["POST"],
            status_code=201,
            summary="Open a room",
            responses=answers(401, 409, 422, 429, 503),
        )
        add(
            "/rooms/quick", self.quick, methods=["POST"], summary="Play now", responses=answers(401, 409, 503)
        )
        add(
            "/rooms/join",
            self.join_by_code,
            methods=["POST"],
            summary="Follow an invite",
            responses=answers(401, 404, 409, 422, 429, 503),
        )
        add(
            "/rooms/{room_id}/join",
            self.join,
            methods=["POST"],
            summary="Join a room",
            responses=answers(401, 404, 409, 422, 429, 503),
        )
        return router

    async def rulesets(self) -> RuleSets:
        """The games of truco that a room may be opened for."""
        return RuleSets.model_validate({"rulesets": [rules_of(rules) for rules in RULESETS.values()]})

    async def public_rooms(self, guest: MaybeGuest) -> Rooms:
        """All public rooms, those that wait and those that play.

        For a list that stays true, follow `/rooms/events`.
        """
        rooms = self._directory.listings()
        own = await self._admission.room_of(guest.id) if guest else None
        for at, room in enumerate(rooms):
            if guest is not None and room["id"] == own and (runner := await self._registry.find(room["id"])):
                rooms[at] = await runner.look(guest.id)
        return Rooms.model_validate({"rooms": rooms})

    async def events(self, request: Request) -> StreamingResponse:
        """Server-sent events: the list of public rooms at once, then what changes in it.

        Changes of one room that follow each other closely run together; a comment every 15 seconds keeps the
        line open. After a break a browser comes back by itself and is sent the whole list again.
        """
        place = self._places.one(address_of(request))
        try:
            place.__enter__()
        except TooMany:
            raise Problem(429, "throttled", wait=60) from None

        async def stream() -> AsyncIterator[bytes]:
            try:
                async for event in self._feed.follow():
                    yield event
            finally:
                place.__exit__(None, None, None)

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)

    async def open(self, new: NewRoom, guest: KnownGuest) -> Room:
        """Opens a room. Who opens it sits on its first chair and is its host."""
        name = names.clean(new.name, names.ROOM)
        if new.rules not in RULESETS:
            raise Problem(422, "bad_request", at="body.rules", why="unknown")
        return await self._opened(guest, name, public=new.public, records=new.records, rules=new.rules)

    async def quick(self, guest: KnownGuest) -> Room:
        """Play now: a chair in the public room that lacks the fewest players, else in a new room.

        Who is in a room already is told which (409 `elsewhere`).
        """
        elsewhere = await self._admission.room_of(guest.id)
        if elsewhere is not None:
            raise Problem(409, "elsewhere", room=elsewhere)
        async with self._matching:  # two at once find each other instead of opening a room each
            for listing in self._directory.waiting():
                try:
                    runner = await self._registry.find(listing["id"])
                    if runner is not None:
                        return Room.model_validate(await self._admission.join(runner, guest))
                except (Refused, StoreUnavailable):
                    continue  # one room that cannot be had is no reason not to play
            return await self._opened(guest, guest.name)

    async def join_by_code(self, invite: Invite, guest: KnownGuest, request: Request) -> Room:
        """Joins the room that an invite leads to, on its first free chair. The way into a private room."""
        return await self._invited(invite.code, guest, address_of(request))

    async def join(self, room_id: str, guest: KnownGuest, request: Request, wish: Join | None = None) -> Room:
        """Joins a room on its first free chair; a private one needs its code. A member of it stays one."""
        runner = await self._registry.find(room_id)
        seen = await runner.look(guest.id) if runner else None
        if runner is None or seen is None or not (seen["public"] or seen["you"]):
            # Whether there is a private room of this id is nobody's to learn.
            if wish is None or wish.code is None:
                raise Problem(404, "no_room")
            return await self._invited(wish.code, guest, address_of(request), room_id)
        return Room.model_validate(await self._admission.join(runner, guest))

    async def _invited(self, invite: str, guest: Guest, address: str, only: str | None = None) -> Room:
        """Joins the room that an invite leads to, if that is the only one meant."""
        self._let_guess(address)
        code = read_code(invite)
        room = await self._registry.by_code(code) if code else None
        runner = await self._registry.find(room) if room and only in (None, room) else None
        if runner is None:
            raise self._wrong(address)
        return Room.model_validate(await self._admission.join(runner, guest))

    async def _opened(
        self,
        guest: Guest,
        name: str,
        *,
        public: bool = True,
        records: Records = "open",
        rules: str = "barajamos",
    ) -> Room:
        if not self._openings.take(guest.id):
            raise Problem(429, "throttled", wait=self._openings.wait(guest.id))
        seen = await self._admission.open(guest, name, public=public, records=records, rules=rules)
        return Room.model_validate(seen)

    def _let_guess(self, address: str) -> None:
        """Codes cannot be guessed, and nobody is to try."""
        wait = self._guesses.wait(address)
        if wait:
            raise Problem(429, "throttled", wait=wait)

    def _wrong(self, address: str) -> Problem:
        self._guesses.take(address)
        return Problem(404, "wrong_code")
