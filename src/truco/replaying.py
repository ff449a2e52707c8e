"""``truco replay`` and ``truco verify``: game records played through the engine, and dealt anew."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from truco.rules.record import NotARecord, from_text, parse
from truco.rules.replay import replay, report, split
from truco.rules.telling import tell
from truco.rules.verify import Verdict, verify

STANDARD_INPUT: Final = "-"

Answer = Callable[[str, bool], tuple[bool, Iterable[str]]]
"""What is to be printed of a record's text, as JSON or to be read, and whether all is well with it."""

_ESCAPED_FIRST, _ESCAPED_LAST = "\udc80", "\udcff"
"""How ``surrogateescape`` reads bytes that are not UTF-8: they spoil their own record only."""


def replayed(content: str, as_json: bool) -> tuple[bool, Iterable[str]]:
    """What the rules make of a record (``docs/record.md``)."""
    played = replay(parse(content))
    return True, [json.dumps(report(played))] if as_json else tell(played)


def verified(content: str, as_json: bool) -> tuple[bool, Iterable[str]]:
    """Whether a record was dealt as was promised (``docs/fair-deal.md``)."""
    verdict = verify(from_text(content))
    if as_json:
        return verdict.fair, [json.dumps({"fair": verdict.fair, **asdict(verdict)})]
    return verdict.fair, _told(verdict)


def _told(verdict: Verdict) -> Iterator[str]:
    yield f"the secret is {'' if verdict.promise else 'NOT '}the one that was promised"
    yield f"the first dealer is {'' if verdict.dealer else 'NOT '}the one that follows from it"
    wrong = [str(at) for at, as_promised in enumerate(verdict.hands, start=1) if not as_promised]
    if wrong:
        yield f"NOT dealt as follows from it: hand {', '.join(wrong)} of {len(verdict.hands)}"
    else:
        yield f"hands dealt as follows from it: all {len(verdict.hands)}"


def run(files: Sequence[str], *, as_json: bool, out: TextIO, answer: Answer = replayed) -> int:
    """Answers to every record of the files, or of standard input when no file is named.

    Returns the exit status: 1 when a record is none, something is wrong with it, or a file cannot be
    read, else 0. The other records are answered to all the same.
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
                well, lines = answer(_text(content), as_json)
            except NotARecord as error:
                well, lines = False, [_error(str(error), as_json=as_json)]
            if not well:
                status = 1
            for line in lines:
                print(line, file=out)
    return status


def _escape_what_cannot_be_shown(out: TextIO) -> None:
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="backslashreplace")


def _read(name: str) -> str:
    raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    return raw.decode("utf-8-sig", errors="surrogateescape")


def _text(content: str) -> str:
    if any(_ESCAPED_FIRST <= letter <= _ESCAPED_LAST for letter in content):
        raise NotARecord("not UTF-8")
    return content


def _error(message: str, *, as_json: bool) -> str:
    return json.dumps({"error": message}) if as_json else f"error: {message}"
