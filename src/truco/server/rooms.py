"""REST: one room, for those who are in it."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response

from truco.server import names
from truco.server.asking import KnownGuest, MaybeGuest
from truco.server.errors import Problem, answers
from truco.server.qr import MOST_BASE, invite_svg
from truco.server.registry import Registry
from truco.server.schemas import ChairWish, Ready, Room, RoomOptions
from truco.store import Guest
from truco.table import wishes

RoomPath = Annotated[str, Path(max_length=64, description="Id of the room.", examples=["Gq3vYb0t1kZsW9xA"])]
SeatPath = Annotated[int, Path(ge=0, le=15, description="Seat of the chair.", examples=[2])]
Sitting = Annotated[
    str | None,
    Query(
        max_length=64,
        description="Id of the member who is to stand up: refused when another has sat down there meanwhile.",
        examples=["p5Wm2cX8hT0aLr7d"],
    ),
]

_QR: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "The picture.", "content": {"image/svg+xml": {}}},
}


class RoomRoutes:
    """The routes under `/rooms/{room_id}`.

    What they change passes through the table's inbox and journal like a card.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def router(self) -> APIRouter:
        """The routes, to be put under `/api/v1` after the lobby's."""
        router = APIRouter(prefix="/rooms/{room_id}", tags=["rooms"])
        add, usual = router.add_api_route, answers(401, 403, 404, 409, 422, 503)
        add("", self.read, methods=["GET"], summary="One room", responses=answers(404))
        add("", self.set_options, methods=["PATCH"], summary="Change a room (host)", responses=usual)
        add(
            "",
            self.close,
            methods=["DELETE"],
            status_code=204,
            summary="Close a room (host)",
            responses=usual,
        )
        add("/leave", self.leave, methods=["POST"], status_code=204, summary="Leave a room", responses=usual)
        add("/chair", self.sit, methods=["PUT"], summary="Choose a chair", responses=usual)
        add(
            "/chairs/{seat}",
            self.free_chair,
            methods=["DELETE"],
            summary="Free a chair (host)",
            responses=usual,
        )
        add("/ready", self.set_ready, methods=["PUT"], summary="Be ready, or not", responses=usual)
        add(
            "/qr.svg",
            self.qr,
            methods=["GET"],
            summary="The invite as a QR code",
            response_class=Response,
            responses=_QR | answers(401, 404, 422),
        )
        return router

    async def read(self, room_id: RoomPath, guest: MaybeGuest) -> Room:
        """The room as it is now. Of a private room only its members learn anything."""
        runner = await self._registry.find(room_id)
        seen = await runner.look(guest.id if guest else None) if runner else None
        if seen is None or not (seen["public"] or seen["you"]):
            raise Problem(404, "no_room")
        return Room.model_validate(seen)

    async def set_options(self, room_id: RoomPath, options: RoomOptions, guest: KnownGuest) -> Room:
        """Another name, public or private, records open or closed; while no game is on.

        Other records clear all ready marks.
        """
        name = None if options.name is None else names.clean(options.name, names.ROOM)
        return await self._ask(room_id, guest, wishes.SetOptions(name, options.public, options.records))

    async def close(self, room_id: RoomPath, guest: KnownGuest) -> None:
        """Sends everyone home; while no game is on."""
        await self._ask(room_id, guest, wishes.Close())

    async def leave(self, room_id: RoomPath, guest: KnownGuest) -> None:
        """Leaves for good. A player who leaves in the middle of a game cancels it at once (B12.6)."""
        await self._ask(room_id, guest, wishes.Leave())

    async def sit(self, room_id: RoomPath, wish: ChairWish, guest: KnownGuest) -> Room:
        """Takes a free chair or changes to it, or stands up (null).

        While no game is on. All ready marks are cleared.
        """
        wished = wishes.Stand() if wish.seat is None else wishes.Sit(wish.seat)
        return await self._ask(room_id, guest, wished)

    async def free_chair(
        self, room_id: RoomPath, seat: SeatPath, guest: KnownGuest, member: Sitting = None
    ) -> Room:
        """Makes another member stand up; while no game is on."""
        return await self._ask(room_id, guest, wishes.FreeChair(seat, member))

    async def set_ready(self, room_id: RoomPath, wish: Ready, guest: KnownGuest) -> Room:
        """Says that one is ready.

        When all chairs are taken by members who are connected and ready, the game starts.
        """
        return await self._ask(room_id, guest, wishes.SetReady(wish.ready, wish.nonce))

    async def qr(self, room_id: RoomPath, guest: KnownGuest, request: Request) -> Response:
        """The link into this room as a picture for a telephone's camera; for members."""
        seen = await self.read(room_id, guest)
        if seen.code is None:
            raise Problem(404, "no_room")
        base = str(request.base_url).rstrip("/")
        if len(base) > MOST_BASE:
            raise Problem(422, "bad_request", at="header.host", why="string_too_long")
        picture = invite_svg(base, seen.code)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _ask(self, room_id: str, guest: Guest, wish: wishes.RoomWish) -> Room:
        """The room after the wish, once that is durable."""
        runner = await self._registry.find(room_id)
        if runner is None:
            raise Problem(404, "no_room")
        seen = await runner.look(guest.id)
        if not (seen["public"] or seen["you"]):
            raise Problem(404, "no_room")
        return Room.model_validate(await runner.ask(guest.id, wish))
