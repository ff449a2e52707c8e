"""Whose pages may act with a visitor's cookie: our own host's, and those an operator names."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def allowed(connection: HTTPConnection, origins: Collection[str]) -> bool:
    """Whether the page behind a request may make it.

    A request without an Origin comes from no page (a program sends what it likes, and has no one else's
    cookie). One with it must come from the host that it asks, or from one of `origins`.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin.lower() in origins:
        return True
    return _place(origin) is not None and _place(origin) == _host(connection, origin)


def _place(origin: str) -> tuple[str, int] | None:
    """The host and port of an origin; None when it is no web origin, as `null`."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.hostname, port or _PORTS[parts.scheme]


def _host(connection: HTTPConnection, origin: str) -> tuple[str, int] | None:
    """The host and port that were asked.

    A Host without a port is read with the scheme of the page: a proxy may hide it.
    """
    scheme = origin.partition(":")[0]
    return _place(f"{scheme}://{connection.headers.get('host', '')}")
