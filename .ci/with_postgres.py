"""Runs a line of shell beside a PostgreSQL of its own, whose address TRUCO_DATABASE_URL holds meanwhile."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.services import NO_POSTGRES, Postgres, find_postgres


def main(line: str) -> int:
    """The exit status of the line."""
    programs = find_postgres()
    if programs is None:
        raise SystemExit(NO_POSTGRES)
    server = Postgres(programs)
    try:
        server.start()
        environment = {**os.environ, "TRUCO_DATABASE_URL": server.url(server.create())}
        return subprocess.run(line, shell=True, env=environment, check=False).returncode
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
