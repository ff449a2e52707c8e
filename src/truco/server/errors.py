"""Problem details (RFC 9457): the one form of every error that REST answers."""

from http import HTTPStatus
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from truco.server.headers import secure
from truco.server.names import BadName
from truco.store.errors import StoreUnavailable
from truco.table.refused import Refused

MEDIA: Final = "application/problem+json"

_TITLES: Final = {
    "bad_request": "The request does not fit its description",
    "body_too_large": "The body is too large",
    "not_found": "There is nothing here",
    "no_room": "There is no such room, or it is not for you",
    "no_record": "There is no such record, or it is not for you",
    "no_rules": "There is no such rule set",
    "bad_cards": "These are not a player's cards",
    "method_not_allowed": "This cannot be done here",
    "no_guest": "Say who you are first",
    "foreign_origin": "A page of another origin may not do this",
    "throttled": "Too many requests",
    "elsewhere": "You are in another room already",
    "closed_records": "The records of this room are closed",
    "game_running": "The game is not over yet",
    "wrong_code": "This code opens nothing",
    "starting": "The server is not open yet",
    "stopping": "The server is about to restart",
    "unavailable": "The server cannot keep anything just now",
    "cannot_write": "The database can be read, but takes no writes",
    "table_error": "This table has stopped, and its journal is kept",
    "internal": "Something is broken on our side",
}

_FORBIDDEN: Final = frozenset({"not_host", "not_member", "away"})


class Problem(Exception):
    """An error with a status and a code, for whoever asked."""

    def __init__(self, status: int, code: str, *, wait: float | None = None, **params: Any) -> None:
        super().__init__(code)
        self.status, self.code, self.params, self.wait = status, code, params, wait

    def response(self) -> Response:
        """The problem as it goes out."""
        body = {
            "type": "about:blank",
            "title": _TITLES.get(self.code, HTTPStatus(self.status).phrase),
            "status": self.status,
            "detail": _TITLES.get(self.code, self.code.replace("_", " ").capitalize()) + ".",
            "code": self.code,
            "params": self.params,
        }
        headers = {} if self.wait is None else {"Retry-After": str(max(1, round(self.wait + 0.5)))}
        return Response(orjson.dumps(body), self.status, headers, MEDIA)


class TableError(Exception):
    """A bug has stopped a table. Its journal is kept."""


def install(app: FastAPI) -> None:
    """Makes every error of `app` a problem."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(BadName, _bad_name)
    app.add_exception_handler(StoreUnavailable, _unavailable)
    app.add_exception_handler(TableError, _table_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _bug)


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _refused(_: Request, error: Exception) -> Response:
    """What a table refused: 403 for those who may not, 409 for what does not fit how things stand."""
    assert isinstance(error, Refused)
    return Problem(403 if error.code in _FORBIDDEN else 409, error.code, **error.params).response()


async def _bad_name(_: Request, error: Exception) -> Response:
    assert isinstance(error, BadName)
    return Problem(422, error.code, **error.params).response()


async def _unavailable(_: Request, __: Exception) -> Response:
    return Problem(503, "unavailable", wait=5).response()


async def _table_error(_: Request, __: Exception) -> Response:
    return Problem(500, "table_error").response()


async def _invalid(_: Request, error: Exception) -> Response:
    """Names the place and the kind of the first fault, and repeats nothing of what was sent."""
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    at = ".".join(str(part) for part in first["loc"] if first["type"] != "extra_forbidden")
    return Problem(422, "bad_request", at=at[:80], why=str(first["type"])).response()


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:  # JSON too deep, or with too many digits, to be read
        return Problem(422, "bad_request", at="body", why="json_invalid").response()
    codes = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}
    response = Problem(error.status_code, codes.get(error.status_code, "bad_request")).response()
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _bug(asked: Request, __: Exception) -> Response:
    """What is broken is answered outside of all layers, that of the headers too."""
    response = Problem(500, "internal").response()
    secure(asked.scope, response.headers)
    return response


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer, for its description."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }
