"""uvicorn as we run it: one process, bounded sockets, and a stop that finishes what is in hand."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from truco.protocol.codes import MAX_MESSAGE
from truco.server.lines import Config, Proxies
from truco.settings import Settings

_GRACE: Final = 10
"""Seconds that answers under way have after the sockets were told."""

_UNREAD: Final = 30_000
"""Milliseconds after which the system drops a peer that takes nothing more."""

_REQUESTS: Final = 4
"""Connections that one address may have for plain requests, for each socket that it may have."""

_OTHER_FILES: Final = 256
"""Files that are left for the database and all else when as many connections as possible are open."""

_MOST_FILES: Final = 65_536
"""Files that the process asks to have open at most."""

SEND_BUFFER: Final = 128 * 1024
"""Bytes that the system keeps for a slow reader, beside our own slot."""

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

Leave = Callable[[], Awaitable[None]]


class CannotListen(Exception):
    """The address is taken, or is none of this machine's; the text is one line for the operator."""


class Server(uvicorn.Server):
    """uvicorn, but a signal first lets the application say goodbye: `leave` runs, then the server closes.

    The signal is not raised again after that, so the process ends with 0.
    """

    def __init__(self, config: uvicorn.Config, leave: Leave, ready: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._leave, self._ready = leave, ready
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts as uvicorn does, then says that it has."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """What a signal does: the first begins the goodbye, a second cuts it short."""
        self.stop()

    def stop(self) -> None:
        """Begins the goodbye, or cuts it short; from a signal or another thread."""
        if self._loop is None:
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self._begin_goodbye)

    def _begin_goodbye(self) -> None:
        if self._leaving is None:
            self._leaving = asyncio.ensure_future(self._goodbye())
        else:
            self.should_exit = self.force_exit = True

    async def _goodbye(self) -> None:
        try:
            await self._leave()
        finally:
            self.should_exit = True


def configure(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application.

    Without deflate (dear, and a bomb), with small messages and early pings.
    """
    return Config(
        app,
        all_lines=max(open_files() - _OTHER_FILES, open_files() // 2),
        requests=_REQUESTS * settings.sockets_per_address,
        proxies=Proxies(settings.trusted_proxies),
        lifespan="on",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=_GRACE,
        access_log=False,
        log_config=None,
        server_header=False,
    )


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address of `host`.

    Raises:
        CannotListen: it cannot be done.
    """
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(found[:1] if port == 0 else found):
            sockets.append(_bounded(socket.create_server(address[:2], family=family, backlog=2048)))
    except (OSError, OverflowError) as error:
        for one in sockets:
            one.close()
        raise CannotListen(f"cannot listen on {host} port {port}: {error}") from error
    return sockets


def serve(app: ASGIApp, settings: Settings, leave: Leave) -> None:
    """Runs until a signal stops it. Raises CannotListen."""
    set_up_logging(settings.log_level)
    ask_for_files()
    sockets = listen(settings.host, settings.port)
    # Few, late collections: with thousands of sockets each full one is a pause that players feel.
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    server = Server(configure(app, settings), leave, lambda: _announce(sockets))
    server.run(sockets=sockets)


def set_up_logging(level: str) -> None:
    """Lines to standard error.

    Others' loggers stay at warnings: at debug they would print cookies and cards.
    """
    logging.basicConfig(
        level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    logging.getLogger("truco").setLevel(level.upper())
    # What it warns of is requests that are none: any stranger could fill the disk with that.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def ask_for_files() -> None:
    """Asks the system for as many open files as it gives this process."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def open_files() -> int:
    """How many files this process may have open."""
    if resource is None:
        return _MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_FILES if soft == resource.RLIM_INFINITY else soft


def _bounded(listening: socket.socket) -> socket.socket:
    """Sets what accepted sockets inherit.

    How much, and for how long, the system keeps for one who does not read.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
    return listening


def _announce(sockets: Sequence[socket.socket]) -> None:
    """Tells the operator where the page is."""
    host, port = sockets[0].getsockname()[:2]
    address = ip_address(host)
    if address.is_loopback or address.is_unspecified:
        host = "localhost"
    elif address.version == 6:
        host = f"[{host}]"
    sys.stdout.write(f"truco is open at http://{host}:{port} (Ctrl+C stops it)\n")
    sys.stdout.flush()
