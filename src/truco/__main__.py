"""The command line: ``truco serve``, ``truco migrate``, ``truco replay`` and ``truco verify``."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final

from truco import replaying


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments ask; the answer is the exit status."""
    asked = _parser().parse_args(arguments)
    if asked.command in _ANSWERS:
        return _read(asked.files, _ANSWERS[asked.command], as_json=asked.json)
    try:
        if asked.command == "migrate":
            _migrate()
        else:
            _serve(asked.host, asked.port)
    except (_Stop, KeyboardInterrupt) as reason:
        if isinstance(reason, _Stop):
            sys.stderr.write(f"truco: {reason}\n")
            return 1
    return 0


_ANSWERS: Final = {"replay": replaying.replayed, "verify": replaying.verified}
"""The commands that read records."""


def _read(files: Sequence[str], answer: replaying.Answer, *, as_json: bool) -> int:
    """Writes to standard output, as long as that takes it: not a closed pipe, nor a full disk."""
    try:
        status = replaying.run(files, as_json=as_json, out=sys.stdout, answer=answer)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"truco: cannot write: {error}\n")
        # What is still kept would fail once more when the interpreter closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


class _Stop(Exception):
    """The server cannot start; the text is one line."""


class _Version(argparse.Action):
    """Looks the version up when it is asked for: a checkout that is not installed has none."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Prints it."""
        parser.exit(message=f"truco {version('truco')}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="truco", description="Argentine truco in the browser.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser(
        "serve", help="run the server", description="Run the server. More is set by TRUCO_… variables."
    )
    serve.add_argument("--host", help="address to listen on (TRUCO_HOST, 127.0.0.1); 0.0.0.0 lets others in")
    serve.add_argument("--port", help="port to listen on (TRUCO_PORT, 8000)")
    commands.add_parser(
        "migrate",
        help="bring the database to this release's tables",
        description="Bring the database of TRUCO_DATABASE_URL to this release's tables. Two at once wait for "
        "each other. The server does it by itself for SQLite, never for PostgreSQL.",
    )
    for name, does in (
        ("replay", "play records through the rules"),
        ("verify", "deal the hands of records anew, to see that they were dealt as was promised"),
    ):
        reads = commands.add_parser(name, help=does)
        reads.add_argument("--json", action="store_true", help="one line of JSON for each record")
        reads.add_argument(
            "files", metavar="FILE", nargs="*", help="records; standard input when none is named"
        )
    return parser


def _migrate() -> None:
    """Brings the database to the newest schema."""
    from truco import settings  # noqa: PLC0415
    from truco.store import Store, StoreError  # noqa: PLC0415

    try:
        asyncio.run(Store.migrate(settings.load().database_url))
    except settings.WrongSetting as reason:
        raise _Stop(str(reason)) from None
    except (StoreError, ValueError) as reason:
        raise _Stop(f"the database cannot be migrated: {reason}") from None


def _end(_signal: int, _frame: object) -> None:
    """Nothing was begun that wants an orderly end."""
    sys.exit(0)


def _serve(host: str | None, port: str | None) -> None:
    """Runs the server until a signal. A replay starts faster without what is imported here."""
    signal.signal(signal.SIGTERM, _end)  # until the server itself hears it
    from truco import app, settings  # noqa: PLC0415
    from truco.server import serving  # noqa: PLC0415
    from truco.store import Store, StoreError  # noqa: PLC0415

    async def look() -> None:
        """Opens the store once, so that a fault of it is one line and not a server that fails to start."""
        store = await Store.open(chosen.database_url)
        await store.close()

    try:
        chosen = settings.load(host=host, port=port)
        asyncio.run(look())
        application = app.build(chosen)
        serving.serve(application, chosen, application.state.leave)
    except (settings.WrongSetting, serving.CannotListen) as reason:
        raise _Stop(str(reason)) from None
    except (StoreError, ValueError) as reason:
        raise _Stop(f"the database cannot be opened: {reason}") from None


if __name__ == "__main__":
    sys.exit(main())
