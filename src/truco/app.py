"""The composition root: puts the parts together, and is the only module that knows them all."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.routing import Mount, WebSocketRoute

from truco.resources import static_folder
from truco.server import asking, errors, health
from truco.server.chance import SystemChance
from truco.server.clock import Clock, LoopClock
from truco.server.feed import Feed
from truco.server.games import GameRoutes
from truco.server.gate import Gate
from truco.server.guests import GuestRoutes
from truco.server.headers import SecurityHeaders
from truco.server.limits import Buckets, Places
from truco.server.listing import listed
from truco.server.lobby import LobbyRoutes
from truco.server.openapi import describe
from truco.server.pages import Pages
from truco.server.registry import Registry
from truco.server.rooms import RoomRoutes
from truco.server.runner import Runner
from truco.server.sockets import Entrance, TableSocket
from truco.settings import Settings
from truco.store import Store
from truco.table.clocks import Times
from truco.table.table import Chance
