"""REST: who one is."""

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from truco.protocol.codes import Close
from truco.server import names
from truco.server.asking import KnownGuest
from truco.server.errors import Problem, answers
from truco.server.identity import address_of, digest, drop_token, keep_token, new_id, new_token
from truco.server.limits import Buckets
from truco.server.schemas import Guest, GuestWithToken, NewGuest, WhereAmI
from truco.store import Store


class GuestRoutes:
    """The routes under `/guests`."""

    def __init__(self, store: Store, newcomers: Buckets, expel: Callable[[str, Close], None]) -> None:
        """`expel` closes a guest's sockets, wherever they are."""
        self._store, self._newcomers, self._expel = store, newcomers, expel

    def router(self) -> APIRouter:
        """The routes, to be put under `/api/v1`."""
        router = APIRouter(prefix="/guests", tags=["guests"])
        router.add_api_route(
            "", self.create, methods=["POST"], status_code=201, summary="Come in", responses=answers(422, 429)
        )
        router.add_api_route("/me", self.me, methods=["GET"], summary="Who am I", responses=answers(401))
        router.add_api_route(
            "/me", self.rename, methods=["PATCH"], summary="Take another name", responses=answers(401, 422)
        )
        router.add_api_route(
            "/me/room", self.room, methods=["GET"], summary="Where am I", responses=answers(401)
        )
        router.add_api_route(
            "/me/session",
            self.log_out,
            methods=["DELETE"],
            status_code=204,
            summary="Log out everywhere",
            responses=answers(401),
        )
        return router

    async def create(self, new: NewGuest, request: Request, response: Response) -> GuestWithToken:
        """Makes a guest with this name.

        The token is told here and never again; a browser gets it as a cookie too.
        """
        name = names.clean(new.name, names.PLAYER)
        address = address_of(request)
        if not self._newcomers.take(address):
            raise Problem(429, "throttled", wait=self._newcomers.wait(address))
        token = new_token()
        guest = await self._store.guests.create(new_id(), name, digest(token))
        keep_token(response, token, secure=request.url.scheme == "https")
        response.headers["Cache-Control"] = "no-store"
        return GuestWithToken(id=guest.id, name=guest.name, token=token)

    async def me(self, guest: KnownGuest) -> Guest:
        """The guest whose token came with the request."""
        return Guest(id=guest.id, name=guest.name)

    async def rename(self, new: NewGuest, guest: KnownGuest) -> Guest:
        """Another name from now on.

        In a room that one is in already the old one stays until one joins again.
        """
        name = names.clean(new.name, names.PLAYER)
        await self._store.guests.rename(guest.id, name)
        return Guest(id=guest.id, name=name)

    async def room(self, guest: KnownGuest) -> WhereAmI:
        """The room that one is a member of: after a reload, the way back to one's chair."""
        return WhereAmI(room=await self._store.members.room_of(guest.id))

    async def log_out(self, guest: KnownGuest, response: Response) -> None:
        """The token is worth nothing from now on, in no browser and no program.

        Open sockets are closed (4501).
        """
        await self._store.guests.replace_token(guest.id, digest(new_token()))
        self._expel(guest.id, Close.BAD_TOKEN)
        drop_token(response)
