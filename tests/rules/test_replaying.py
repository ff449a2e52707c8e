"""``truco replay``: which records a file holds, what is printed for each, and the exit status."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.builders import paper
from truco import replaying

GOOD = json.dumps(paper("0 call truco"))
BAD = json.dumps(paper("0 call flor"))


@pytest.fixture
def standard_input(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """What the command reads when no file is named."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8"))
    return raw


def replayed(path: Path, *contents: str | bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit status for files with these contents, and the lines printed."""
    files: list[str] = []
    for at, content in enumerate(contents):
        file = path / f"{at}.jsonl"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        files.append(str(file))
    out = io.StringIO()
    status = replaying.run(files, as_json=True, out=out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def kinds(lines: list[dict[str, Any]]) -> str:
    """``r`` for each line that is a result and ``e`` for each that is an error."""
    assert all(list(line) == ["error"] and line["error"] for line in lines if "error" in line)
    return "".join("e" if "error" in line else "r" for line in lines)


@pytest.mark.parametrize(
    ("content", "printed"),
    [
        (GOOD, "r"),
        (GOOD + "\n", "r"),
        (f"{GOOD}\n{GOOD}\n{GOOD}", "rrr"),
        (f"\n\n{GOOD}\n  \n\t\n{GOOD}\n\n", "rr"),
        (f"{GOOD}\r\n\r\n{GOOD}\r\n", "rr"),
        (f"{GOOD}\r{GOOD}", "rr"),
        (f"\ufeff{GOOD}\n{GOOD}", "rr"),
        ("\ufeff" + json.dumps(json.loads(GOOD), indent=2), "r"),
        (json.dumps(json.loads(GOOD), indent=2), "r"),
        (json.dumps(json.loads(GOOD), indent="\t").replace("\n", "\r\n"), "r"),
        ("  \n" + json.dumps(json.loads(GOOD), indent=0) + "\n\n", "r"),
        ("", ""),
        ("\n \n", ""),
        ("\ufeff", ""),
        (BAD, "e"),
        (f"{GOOD}\n{BAD}\n{GOOD}", "rer"),
        (f"{BAD}\n{GOOD}", "er"),
        (f"{{\n{GOOD}\n{GOOD}", "err"),
        (f"{GOOD}\n{{\n{GOOD}", "rer"),
        (f"{{\n{GOOD}", "er"),
        (f"nonsense\n{GOOD}\n[]\nnull\n{GOOD}", "ereer"),
        (f"[\n{GOOD}\n]", "e"),
        ("{\n}", "e"),
        (json.dumps(json.loads(BAD), indent=2), "e"),
        (json.dumps(json.loads(GOOD), indent=2)[:-1], "e"),
        (json.dumps(json.loads(GOOD), indent=2).replace("3", "NaN"), "e"),
        ("[" * 100_000 + "]" * 100_000 + "\n" + GOOD, "er"),
        (f"{GOOD[:40]}\n{GOOD}", "er"),
        (f"{GOOD}{GOOD}\n{GOOD}", "er"),
        (f"{GOOD},\n{GOOD}", "er"),
    ],
)
def test_a_file_holds_one_record_or_one_a_line(tmp_path: Path, content: str, printed: str):
    status, lines = replayed(tmp_path, content)
    assert (kinds(lines), status) == (printed, int("e" in printed))


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85", "\x7f", "🂡"])
def test_letters_that_other_texts_break_lines_at_break_no_record(tmp_path: Path, letter: str):
    names = json.dumps(paper(names=[letter, "Beto", "Caro", f"a{letter}b"]), ensure_ascii=False)
    assert kinds(replayed(tmp_path, f"{names}\n{GOOD}")[1]) == "rr"


@pytest.mark.parametrize(
    "spoilt", [b"\xff\xfe{}", GOOD.encode().replace(b"truco", b"tr\xfcco"), b"\xed\xa0\x80"]
)
def test_bytes_that_are_not_utf_8_spoil_their_own_record_only(tmp_path: Path, spoilt: bytes):
    status, lines = replayed(tmp_path, GOOD.encode() + b"\n" + spoilt + b"\n" + GOOD.encode())
    assert (kinds(lines), status) == ("rer", 1)
    assert lines[1] == {"error": "not UTF-8"}


def test_the_other_files_are_replayed_when_one_cannot_be_read(tmp_path: Path):
    (tmp_path / "good").write_text(GOOD)
    out = io.StringIO()
    names = [str(tmp_path / "good"), str(tmp_path / "missing"), str(tmp_path), str(tmp_path / "good")]
    status = replaying.run(names, as_json=True, out=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (kinds(lines), status) == ("reer", 1)
    assert "missing" in lines[1]["error"]


def test_files_are_replayed_in_the_order_named(tmp_path: Path):
    first, second = (json.dumps(paper(score=[points, 0])) for points in (3, 4))
    status, lines = replayed(tmp_path, first, f"{BAD}\n{second}")
    assert [line.get("score") for line in lines] == [[3, 0], None, [4, 0]]
    assert status == 1


@pytest.mark.parametrize("files", [[], ["-"]])
def test_standard_input_is_read_when_no_file_is_named(standard_input: io.BytesIO, files: list[str]):
    standard_input.write(f"\ufeff{GOOD}\n{BAD}".encode())
    standard_input.seek(0)
    out = io.StringIO()
    assert replaying.run(files, as_json=True, out=out) == 1
    assert kinds([json.loads(line) for line in out.getvalue().splitlines()]) == "re"


def test_a_refused_move_is_no_error(tmp_path: Path):
    status, (line,) = replayed(tmp_path, json.dumps(paper("1 fold", "0 fold", "2 call truco")))
    assert status == 0
    assert [refused[:2] for refused in line["refused"]] == [[0, 0], [0, 2]]
    assert all(refused[2] for refused in line["refused"])


def test_without_json_the_game_is_told(tmp_path: Path):
    file = tmp_path / "game"
    file.write_text(f"{GOOD}\n{BAD}")
    out = io.StringIO()
    assert replaying.run([str(file)], as_json=False, out=out) == 1
    told = out.getvalue().splitlines()
    assert told[0] == "barajamos, to 30: seat 0, seat 1, seat 2, seat 3"
    assert told[-1] == "error: hands[0].moves[0]: no such move: 'call flor'"


def test_a_name_that_the_screen_cannot_show_is_no_crash(tmp_path: Path):
    file = tmp_path / "game"
    file.write_text(json.dumps(paper(names=["Ñandú", "\ud800", "Caro", "Dani"])))
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    assert replaying.run([str(file)], as_json=False, out=out) == 0
    out.flush()
    assert raw.getvalue().splitlines()[0] == rb"barajamos, to 30: \xd1and\xfa, \ud800, Caro, Dani"
