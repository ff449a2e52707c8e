"""``truco replay [--json] [FILE...]``: game records played through the engine (``docs/record.md``)."""

import json
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from truco.rules.record import NotARecord, parse
from truco.rules.replay import replay, report, split
from truco.rules.telling import tell

STANDARD_INPUT: Final = "-"

_ESCAPED_FIRST, _ESCAPED_LAST = "\udc80", "\udcff"
"""How ``surrogateescape`` reads bytes that are not UTF-8: they spoil their own record only."""


def run(files: Sequence[str], *, as_json: bool, out: TextIO) -> int:
    """Replay every record of the files, or of standard input when no file is named.

    Returns the exit status: 1 when a record is none or a file cannot be read, else 0. The other
    records are replayed all the same.
    """
    _escape_what_cannot_be_shown(out)
    status = 0
    for name in files or [STANDARD_INPUT]:
        try:
            contents = list(split(_read(name)))
        except OSError as error:
            status = 1
            print(_error(f"{name}: {error}", as_json=as_json), file=out)
            continue
        for content in contents:
            try:
                lines = list(_lines(content, as_json=as_json))
            except NotARecord as error:
                status = 1
                lines = [_error(str(error), as_json=as_json)]
            for line in lines:
                print(line, file=out)
    return status


def _escape_what_cannot_be_shown(out: TextIO) -> None:
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="backslashreplace")


def _read(name: str) -> str:
    raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    return raw.decode("utf-8-sig", errors="surrogateescape")


def _lines(content: str, *, as_json: bool) -> Iterator[str]:
    if any(_ESCAPED_FIRST <= letter <= _ESCAPED_LAST for letter in content):
        raise NotARecord("not UTF-8")
    played = replay(parse(content))
    if as_json:
        yield json.dumps(report(played))
    else:
        yield from tell(played)


def _error(message: str, *, as_json: bool) -> str:
    return json.dumps({"error": message}) if as_json else f"error: {message}"
