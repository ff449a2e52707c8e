"""`truco` with Python's account of its memory: at each SIGUSR1 it says on standard error what holds most."""

import gc
import signal
import sys
import tracemalloc
from pathlib import Path

from truco.__main__ import main

_MOST = 400
_SOURCES = tuple(path.rstrip("/") + "/" for path in sorted(sys.path, key=len, reverse=True) if path)


def _tell(*_: object) -> None:
    gc.collect()
    top = tracemalloc.take_snapshot().statistics("filename")
    lines = [f"{one.size} {one.count} {_short(one.traceback[0].filename)}" for one in top[:_MOST]]
    sys.stderr.write("\n".join([f"traced {sum(one.size for one in top)}", *lines, "traced end", ""]))
    sys.stderr.flush()


def _short(file: str) -> str:
    for source in _SOURCES:
        if file.startswith(source):
            return file.removeprefix(source)
    return Path(file).name


if __name__ == "__main__":
    tracemalloc.start()
    signal.signal(signal.SIGUSR1, _tell)
    sys.exit(main(sys.argv[1:]))
