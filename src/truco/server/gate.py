"""What every REST request passes first: how many came from there, whose page sent it, how long it is."""

from collections.abc import Callable, Collection
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from truco.server.errors import Problem
from truco.server.identity import address_of
from truco.server.limits import Buckets
from truco.server.origin import allowed

MOST_BYTES: Final = 16 * 1024
"""The longest body of a request."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Stands before the API.

    The page, the health checks and the sockets (which look for themselves) go by.
    """

    def __init__(
        self, app: ASGIApp, requests: Buckets, origins: Collection[str], opened: Callable[[], bool]
    ) -> None:
        self._app, self._requests, self._origins, self._opened = app, requests, origins, opened

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers 429, 403, 413 or 503 itself, or passes the request on."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            problem = self._problem(HTTPConnection(scope))
            if problem is not None:
                await problem.response()(scope, receive, send)
                return
            receive = _bounded(receive)
        await self._app(scope, receive, send)

    def _problem(self, asked: HTTPConnection) -> Problem | None:
        address = address_of(asked)
        if not self._requests.take(address):
            return Problem(429, "throttled", wait=self._requests.wait(address))
        if asked.scope["method"] not in _SAFE and not allowed(asked, self._origins):
            return Problem(403, "foreign_origin")
        length = asked.headers.get("content-length", "0")
        if length.isdecimal() and int(length) > MOST_BYTES:
            return Problem(413, "body_too_large")
        return None if self._opened() else Problem(503, "starting", wait=1)


def _bounded(receive: Receive) -> Receive:
    """Reads no more of a body than is allowed, whatever its header said."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BYTES:
            raise HTTPException(413)
        return message

    return bounded
