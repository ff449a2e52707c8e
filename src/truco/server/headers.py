"""The headers that every answer carries: what a page of ours may load, and what a browser must not guess."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

_EVERY: Final = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
_DOCUMENTS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""For whatever may be shown by itself or run as a worker."""
_PARTS: Final = ("/css/", "/fonts/", "/js/")
"""What a page is made of, sixty files: a browser makes nothing of the others there, and a phone waits."""


def secure(scope: Scope, headers: MutableHeaders) -> None:
    """Adds to the headers of an answer; the API's are kept out of every cache."""
    for name, value in _EVERY.items():
        headers.setdefault(name, value)
    if scope["path"].startswith(_PARTS):
        return
    for name, value in _DOCUMENTS.items():
        headers.setdefault(name, value)
    # On plain http of a local network browsers ignore it, and complain of it in the console.
    host = Headers(scope=scope).get("host", "").partition(":")[0]
    if scope["scheme"] == "https" or host in ("localhost", "127.0.0.1"):
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


class SecurityHeaders:
    """Adds the headers to every HTTP answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on; sockets go by untouched."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure(scope, MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, with_headers)
