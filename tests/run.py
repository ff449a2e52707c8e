"""Runs all tests: `python tests/run.py`, from the environment that has the `test` extra installed.

They are three runs: the server's (pytest), the page's modules (node, where there is one), and the browser's
(pytest in a process of its own, since Playwright's loop and that of the asynchronous tests do not mix).
Arguments go to both pytest runs: `python tests/run.py -k envido`. The exit status is 0 when all of them
passed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_NOTHING_COLLECTED = 5


def main(arguments: list[str]) -> int:
    """Run everything; tell which run failed."""
    passed = {
        "server": _pytest(["tests", "--ignore=tests/browser"], arguments),
        "page": _node(),
        "browser": _pytest(["tests/browser"], arguments),
    }
    failed = [name for name, well in passed.items() if not well]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall passed")
    return 1 if failed else 0


def _pytest(where: list[str], arguments: list[str]) -> bool:
    code = _run(sys.executable, "-m", "pytest", *where, *arguments)
    # A choice of tests may well leave one of the runs empty.
    return code == 0 or (code == _NOTHING_COLLECTED and bool(arguments))


def _node() -> bool:
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "client").glob("*.test.mjs"))
    node = shutil.which("node")
    if node is None:
        print(f"\n{len(tests)} files with tests of the page skipped: they need node 20 or newer on the PATH")
        return os.environ.get("CI") != "true"
    return not tests or _run(node, "--test", *tests) == 0


def _run(*command: str) -> int:
    print("\n$", " ".join(command), flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
