"""The tests' own services leave nothing behind."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.services import NO_POSTGRES, ROOT, find_postgres

_STARTER = """
import sys, time
from tests.services import Postgres, find_postgres
server = Postgres(find_postgres())
server.start()
if sys.argv[1] == "frozen":
    server.freeze()
print(server.folder, (server.folder / "data" / "postmaster.pid").read_text().split()[0], flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("how", ["running", "frozen"])
def test_tests_that_are_killed_leave_no_postgresql_and_no_folder(how: str):
    if find_postgres() is None:
        pytest.skip(NO_POSTGRES)
    with subprocess.Popen(
        [sys.executable, "-c", _STARTER, how], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as tests:
        assert tests.stdout is not None
        folder, pid = tests.stdout.readline().split()
        assert Path(folder).exists() and Path(f"/proc/{pid}").exists()
        tests.kill()

    end = time.monotonic() + 30
    while Path(folder).exists() or Path(f"/proc/{pid}").exists():
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.05)
