"""The OpenAPI document: what FastAPI derives from the routes, with one form of error."""

from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from truco.protocol import schema
from truco.server.schemas import Problem

URL: Final = "/api/v1/openapi.json"

_ABOUT: Final = """\
Rooms, chairs and records of the truco server. The play itself goes over a WebSocket for each room,
`/api/v1/rooms/{room_id}/socket`, which `docs/protocol.md` describes.

A guest comes in by `POST /guests`, takes a chair by `POST /rooms/quick` (or opens or joins a room), connects
to its socket and says that they are ready: with four who are, the game starts. All bodies are JSON. Errors
are problem details (RFC 9457): programs read `code` and `params`. A request that changes something and comes
from a page is refused unless that page is of this host, or of one that the operator allows.
"""


def protocol_route() -> APIRouter:
    """The route of the table protocol's schema."""
    router = APIRouter(tags=["protocol"])
    router.add_api_route(
        "/protocol.json", _protocol, methods=["GET"], summary="The table protocol as JSON Schema"
    )
    return router


async def _protocol() -> dict[str, Any]:
    """What a client may send over a table's socket (`inbound`) and what it is sent (`outbound`)."""
    return schema.document()


def describe(app: FastAPI) -> None:
    """Gives `app` the document at `URL`."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
            schemas = made["components"]["schemas"]
            schemas["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            _unify(made)
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document


def _unify(document: dict[str, Any]) -> None:
    """Replaces FastAPI's own form of 422 by ours, wherever it was added by itself."""
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in document["paths"].values():
        for operation in path.values():
            answer = operation["responses"].get("422")
            if answer is not None:
                answer["content"] = problem
                answer["description"] = "Unprocessable Content"
