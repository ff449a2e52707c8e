"""Runs all tests: `python tests/run.py`, from the environment that has the `test` extra installed.

They are five runs, one after the other: the server's (pytest, on as many cores as there are), those that
time real processes (pytest, with the machine to themselves), the page's modules (node, where there is one),
the browser's (pytest, on all cores again, but in processes of their own, since Playwright's loop and that of
the asynchronous tests do not mix), and of these the one that watches frames, alone. Arguments go to all
pytest runs: `python tests/run.py -k envido`. The exit status is 0 when all passed. With TRUCO_COVERAGE=1 the
first run notes which lines and branches of the server it passes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests import chromium, services  # noqa: E402

_NOTHING_COLLECTED = 5
_ALONE = ["tests/nodes", "tests/limits"]
_FRAMES = "tests/browser/test_frames.py"
_ALL_CORES = "--numprocesses=auto"


def main(arguments: list[str]) -> int:
    """Run everything; tell which run failed."""
    passed = {
        "server": _pytest(_server(), arguments),
        "processes": _pytest(_ALONE, arguments),
        "page": _node(),
        "browser": _pytest(_browser(), arguments),
        "frames": _pytest([_FRAMES], arguments),
    }
    for line in _left_out():
        print(f"\nleft out: {line}")
    failed = [name for name, well in passed.items() if not well]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall passed")
    return 1 if failed else 0


def _server() -> list[str]:
    others = [f"--ignore={folder}" for folder in ("tests/browser", *_ALONE)]
    coverage = ["--cov", "--cov-report="] if os.environ.get("TRUCO_COVERAGE") == "1" else []
    return ["tests", *others, _ALL_CORES, *coverage]


def _browser() -> list[str]:
    """The tests differ much in length: each goes to whoever is free."""
    return ["tests/browser", f"--ignore={_FRAMES}", _ALL_CORES, "--maxschedchunk=1"]


def _left_out() -> list[str]:
    """What this machine has not got, in one line each; the tests that need it were skipped."""
    wanted = {
        f"the browser's tests: {chromium.MISSING}": chromium.find_chromium(),
        f"the tests with PostgreSQL: {services.NO_POSTGRES}": services.find_postgres(),
        f"the tests with Redis: {services.NO_REDIS}": services.find_redis(),
        "the page's modules: no node found: install 20 or newer": shutil.which("node"),
    }
    return [line for line, found in wanted.items() if found is None]


def _pytest(where: list[str], arguments: list[str]) -> bool:
    code = _run(sys.executable, "-m", "pytest", *where, *arguments)
    # A choice of tests may well leave one of the runs empty.
    return code == 0 or (code == _NOTHING_COLLECTED and bool(arguments))


def _node() -> bool:
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "client").glob("*.test.mjs"))
    node = shutil.which("node")
    if node is None:
        return os.environ.get("CI") != "true"
    return not tests or _run(node, "--test", *tests) == 0


def _run(*command: str) -> int:
    print("\n$", " ".join(command), flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
