"""Who is asking: guest tokens, ids, and the codes of invites and shares."""

import hashlib
import secrets
from typing import Final, Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response

from truco.server.limits import network
from truco.store import Guest

COOKIE: Final = "truco_guest"
"""The cookie in which a browser keeps its guest's token."""

KNOWN: Final = "truco_known"
"""The cookie that tells the page that there is a token, which it cannot read: a stranger need not ask."""

_YEAR: Final = 365 * 24 * 3600
_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans("OIL", "011", "- ")


def new_id() -> str:
    """An id that is not taken and tells nothing: 96 bits, of letters, digits, - and _."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A guest's secret of 256 bits."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """The code of an invite or a share: 65 bits in 13 Crockford characters, `XXXX-XXXX-XXXXX`."""
    code = "".join(secrets.choice(_CROCKFORD) for _ in range(13))
    return f"{code[:4]}-{code[4:8]}-{code[8:]}"


def read_code(text: str) -> str | None:
    """A code as a person may write it (small letters, no hyphens, O for 0, I or L for 1).

    None when it is none.
    """
    code = text.upper().translate(_READ_AS)
    if len(code) != 13 or not set(code) <= set(_CROCKFORD):
        return None
    return f"{code[:4]}-{code[4:8]}-{code[8:]}"


def digest(secret: str) -> bytes:
    """What is kept of a token or a share's code: its SHA-256. A secret of full length needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


def token_of(connection: HTTPConnection) -> str | None:
    """The token that comes with a request: the `Authorization: Bearer` header before the cookie."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return given.strip()
    return connection.cookies.get(COOKIE)


class Guests(Protocol):
    """Where guests are looked up."""

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest whose token has this hash."""
        ...


async def guest_of(connection: HTTPConnection, guests: Guests) -> Guest | None:
    """The guest who asks; None for a stranger. Raises StoreUnavailable."""
    token = token_of(connection)
    return await guests.by_token(digest(token)) if token else None


def keep_token(response: Response, token: str, *, secure: bool) -> None:
    """Puts the token into the browser's cookie: out of the page's reach, and not sent from other sites."""
    for name, value in ((COOKIE, token), (KNOWN, "1")):
        response.set_cookie(
            name, value, max_age=_YEAR, httponly=name == COOKIE, samesite="lax", secure=secure, path="/"
        )


def drop_token(response: Response) -> None:
    """Takes the cookies away."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    response.delete_cookie(KNOWN, path="/", samesite="lax")


def address_of(connection: HTTPConnection) -> str:
    """Whom limits count behind the client's address."""
    return network(connection.client.host if connection.client else "")
