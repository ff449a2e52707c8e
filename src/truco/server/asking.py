"""The guest behind a REST request, for the routes that need one."""

from typing import Annotated, Any, cast

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from truco.server.errors import Problem
from truco.server.identity import COOKIE, Guests, guest_of
from truco.store import Guest

_COOKIE = APIKeyCookie(
    name=COOKIE,
    scheme_name="cookie",
    description="Set by `POST /guests`; browsers send it.",
    auto_error=False,
)
_BEARER = HTTPBearer(
    scheme_name="bearer",
    description="The token that `POST /guests` answers, for clients without cookies.",
    auto_error=False,
)


def let_in(app_state: Any, guests: Guests) -> None:
    """Tells the dependencies below where guests are looked up."""
    app_state.guests = guests


async def _maybe_guest(
    request: Request, _cookie: Annotated[Any, Security(_COOKIE)], _bearer: Annotated[Any, Security(_BEARER)]
) -> Guest | None:
    """The guest who asks.

    None for a stranger. (The schemes are declared for OpenAPI; `guest_of` reads both.)
    """
    return await guest_of(request, cast(Guests, request.app.state.guests))


MaybeGuest = Annotated[Guest | None, Depends(_maybe_guest)]


async def _guest(guest: MaybeGuest) -> Guest:
    if guest is None:
        raise Problem(401, "no_guest")
    return guest


KnownGuest = Annotated[Guest, Depends(_guest)]
