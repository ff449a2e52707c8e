"""What every REST request passes first: how many came from there, and whose page sent it."""

from collections.abc import Collection
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from truco.server.errors import Problem
from truco.server.identity import address_of
from truco.server.limits import Buckets
from truco.server.origin import allowed

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Stands before the API.

    The page, the health checks and the sockets (which look for themselves) go by.
    """

    def __init__(self, app: ASGIApp, requests: Buckets, origins: Collection[str]) -> None:
        self._app, self._requests, self._origins = app, requests, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers 429 or 403 itself, or passes the request on."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            problem = self._problem(scope)
            if problem is not None:
                await problem.response()(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        asked = HTTPConnection(scope)
        address = address_of(asked)
        if not self._requests.take(address):
            return Problem(429, "throttled", wait=self._requests.wait(address))
        if scope["method"] not in _SAFE and not allowed(asked, self._origins):
            return Problem(403, "foreign_origin")
        return None
