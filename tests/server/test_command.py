"""The command line, and what an operator sets."""

import io
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from truco import settings
from truco.__main__ import main

_RECORD = '{"rules":"barajamos","hands":[]}\n'


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("--port", "banana"), {}, "TRUCO_PORT"),
        ((), {"TRUCO_PORT": "70000"}, "TRUCO_PORT"),
        ((), {"TRUCO_VOTE_SECONDS": "soon"}, "TRUCO_VOTE_SECONDS"),
        ((), {"TRUCO_VOTE_SECONDS": "0"}, "TRUCO_VOTE_SECONDS"),
        ((), {"TRUCO_ORIGINS": "truco.example"}, "TRUCO_ORIGINS"),
        ((), {"TRUCO_ORIGINS": "https://a.example,https://b.example/path"}, "TRUCO_ORIGINS"),
        ((), {"TRUCO_LOG_LEVEL": "loud"}, "TRUCO_LOG_LEVEL"),
        ((), {"TRUCO_DATABASE_URL": "nonsense"}, "database"),
        ((), {"TRUCO_DATABASE_URL": "sqlite+aiosqlite:////proc/nowhere/truco.db"}, "database"),
        (("--host", "203.0.113.1"), {}, "cannot listen"),
        (("--host", "no.such.host.invalid"), {}, "cannot listen"),
    ],
)
def test_what_cannot_start_says_so_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    environment: dict[str, str],
    said: str,
) -> None:
    monkeypatch.setenv("TRUCO_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'truco.db'}")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", *arguments]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_settings_come_from_the_environment_and_the_command_line_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRUCO_PORT", "9000")
    monkeypatch.setenv("TRUCO_ORIGINS", " https://Truco.example/ , http://other.example:81,")
    monkeypatch.setenv("TRUCO_IDLE_SECONDS", "0")
    chosen = settings.load(host="0.0.0.0", port=None)
    assert (chosen.host, chosen.port, chosen.idle_seconds) == ("0.0.0.0", 9000, 0)
    assert chosen.origins == ("https://truco.example", "http://other.example:81")


def test_the_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert settings.load().database_url == f"sqlite+aiosqlite:///{tmp_path}/truco/truco.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings.load().database_url == f"sqlite+aiosqlite:///{tmp_path}/.local/share/truco/truco.db"


def test_every_setting_is_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text()
    for name, field in settings.Settings.model_fields.items():
        assert f"`TRUCO_{name.upper()}`" in text
        assert field.description, name


def test_replay_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(_RECORD.encode())))
    status = main(["replay", "--json"])
    assert status == 0
    assert '"score"' in capsys.readouterr().out


def test_replay_ends_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(_RECORD * 5000)
    with subprocess.Popen(
        [sys.executable, "-m", "truco", "replay", "--json", str(file)], stdout=PIPE, stderr=PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 1


def test_replay_says_in_one_line_that_it_cannot_write(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(_RECORD)
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "truco", "replay", str(file)]
        done = subprocess.run(command, stdout=full, stderr=PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"cannot write" in done.stderr


def test_without_a_command_it_shows_how(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "serve" in capsys.readouterr().err
