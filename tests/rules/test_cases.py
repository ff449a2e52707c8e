"""The conformance cases, one test each (``tests/rules/cases``)."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from truco import replaying

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[2]

# Where the cases come from, when the folder of what is shared stands beside the checkout.
SHARED = ROOT.parent / "shared" / "cases"


def _cases() -> list[dict[str, Any]]:
    files = sorted(CASES.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _environment() -> dict[str, str]:
    """This checkout's code before any that is installed."""
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


def _printed(lines: str) -> list[dict[str, Any]]:
    """What a replay printed, without the wordings, which are free but never empty."""
    printed = [json.loads(line) for line in lines.splitlines()]
    for line in printed:
        if "error" in line:
            assert line["error"].strip()
            line["error"] = ""
        for refused in line.get("refused", []):
            assert refused[2].strip()
            refused[2] = ""
    return printed


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["name"])
def test_case(case: dict[str, Any], tmp_path: Path):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(case["record"]), encoding="utf-8")
    out = io.StringIO()

    status = replaying.run([str(file)], as_json=True, out=out)

    assert _printed(out.getvalue()) == [case["expect"]]
    assert status == ("error" in case["expect"])


def test_the_command_replays_all_cases_in_one_run(tmp_path: Path):
    cases = _cases()
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(case["record"]) + "\n" for case in cases), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "truco", "replay", "--json", str(file)],
        capture_output=True,
        encoding="utf-8",
        env=_environment(),
        check=False,
    )

    assert done.stderr == ""
    assert _printed(done.stdout) == [case["expect"] for case in cases]
    assert done.returncode == 1


def test_the_command_ends_well_when_all_are_records(tmp_path: Path):
    accepted = [case["record"] for case in _cases() if "error" not in case["expect"]]

    done = subprocess.run(
        [sys.executable, "-m", "truco", "replay", "--json"],
        input="\n\n".join(map(json.dumps, accepted)),
        capture_output=True,
        encoding="utf-8",
        env=_environment(),
        check=False,
    )

    assert (done.returncode, len(done.stdout.splitlines())) == (0, len(accepted))


def test_the_cases_are_those_that_are_shared():
    if not SHARED.is_dir():
        return
    for file in CASES.glob("*.jsonl"):
        assert file.read_bytes() == (SHARED / file.name).read_bytes()
