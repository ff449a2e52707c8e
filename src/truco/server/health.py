"""For those who watch the server: is it alive, and may it be sent people."""

from typing import Literal, Protocol

from fastapi import APIRouter
from pydantic import BaseModel

from truco.server.errors import Problem
from truco.store.errors import StoreUnavailable


class Readiness(Protocol):
    """What the answer depends on."""

    @property
    def stopping(self) -> bool:
        """Whether nobody is taken in any more."""
        ...

    async def ping(self) -> None:
        """Asks the store for a sign of life.

        Raises:
            StoreUnavailable: there is none.
        """
        ...


class Health(BaseModel):
    """All is well."""

    status: Literal["ok"] = "ok"


def routes(readiness: Readiness) -> APIRouter:
    """The two routes, outside of `/api`."""
    router = APIRouter(tags=["health"])

    @router.get("/healthz", summary="The process runs")
    async def healthz() -> Health:  # pyright: ignore[reportUnusedFunction]
        """Answers as long as the event loop turns; asks nothing of the database."""
        return Health()

    @router.get("/readyz", summary="The server takes people")
    async def readyz() -> Health:  # pyright: ignore[reportUnusedFunction]
        """503 while the server stops, or while the database does not answer."""
        if readiness.stopping:
            raise Problem(503, "stopping", wait=5)
        try:
            await readiness.ping()
        except StoreUnavailable:
            raise Problem(503, "unavailable", wait=5) from None
        return Health()

    return router
