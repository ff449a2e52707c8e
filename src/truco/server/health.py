"""For those who watch the server: is it alive, and may it be sent people."""

from typing import Literal, Protocol

from fastapi import APIRouter
from pydantic import BaseModel

from truco.server.errors import Problem
from truco.store.errors import StoreUnavailable

State = Literal["starting", "ok", "degraded", "stopping"]


class Readiness(Protocol):
    """What the answer depends on."""

    @property
    def state(self) -> State:
        """Whether people may be sent here; "degraded" while the other nodes cannot be reached."""
        ...

    async def ping(self) -> None:
        """Asks the store for a sign of life.

        Raises:
            StoreUnavailable: there is none.
        """
        ...


class Health(BaseModel):
    """All is well, or nearly: "degraded" while the other nodes cannot be reached."""

    status: Literal["ok", "degraded"] = "ok"


def routes(readiness: Readiness) -> APIRouter:
    """The two routes, outside of `/api`."""
    router = APIRouter(tags=["health"])

    @router.get("/healthz", summary="The process runs")
    async def healthz() -> Health:  # pyright: ignore[reportUnusedFunction]
        """Answers as long as the event loop turns; asks nothing of the database."""
        return Health()

    @router.get("/readyz", summary="The server takes people")
    async def readyz() -> Health:  # pyright: ignore[reportUnusedFunction]
        """503 while the server starts or stops, or while the database does not answer."""
        state = readiness.state
        if state in ("starting", "stopping"):
            raise Problem(503, state, wait=5)
        try:
            await readiness.ping()
        except StoreUnavailable:
            raise Problem(503, "unavailable", wait=5) from None
        return Health(status=state)

    return router
