"""For those who watch the server: is it alive, and may it be sent people."""

from typing import Literal, Protocol

from fastapi import APIRouter
from pydantic import BaseModel

from truco.server.errors import Problem, answers
from truco.store.errors import StoreUnavailable, WritesRefused

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
            WritesRefused: it may be read, but not written.
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

    @router.get("/readyz", summary="The server takes people", responses=answers(503))
    async def readyz() -> Health:  # pyright: ignore[reportUnusedFunction]
        """503 while the server starts or stops, or while the database does not answer or takes no writes.

        The codes are `starting`, `stopping`, `unavailable` and `cannot_write`, with the `params.seconds` that
        it has lasted.
        """
        state = readiness.state
        if state in ("starting", "stopping"):
            raise Problem(503, state, wait=5)
        try:
            await readiness.ping()
        except WritesRefused as refused:
            raise Problem(503, "cannot_write", wait=5, seconds=round(refused.seconds)) from None
        except StoreUnavailable:
            raise Problem(503, "unavailable", wait=5) from None
        return Health(status=state)

    return router
