"""Asks an installed server for its page, away from the checkout: `python .ci/smoke.py path/to/truco`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

PAGES = ("/healthz", "/readyz", "/", "/fonts/bitter-800.woff2", "/fonts/OFL.txt", "/api/v1/rooms")
PATIENCE = 20
"""Seconds until the server has to answer."""


def main(truco: str) -> None:
    """Start the server in an empty folder, ask for each page once, stop it."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TRUCO_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/data/truco.db"}
        server = subprocess.Popen(
            [Path(truco).absolute(), "serve", "--port", str(port)], cwd=folder, env=environment
        )
        try:
            _wait(port, server)
            for page in PAGES:
                with urlopen(f"http://127.0.0.1:{port}{page}", timeout=5) as answer:
                    print(answer.status, page, len(answer.read()), "bytes")
        finally:
            server.terminate()
            code = server.wait(timeout=30)
    assert code == 0, f"the server ended with {code}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return
        except (URLError, ConnectionError):
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main(sys.argv[1])
