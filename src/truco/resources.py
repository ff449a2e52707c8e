"""Where the files that are no Python live: the page and the migrations."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def static_folder() -> Path:
    """The folder of the page that the server hands out (`index.html`, `css/`, `js/`, `fonts/` …)."""
    return _folder("static")


def migrations_folder() -> Path:
    """Alembic's script folder (`env.py`, `versions/`)."""
    return _folder("alembic")


def _folder(name: str) -> Path:
    """The folder `name` inside the installed package, or else in the checkout of an editable install.

    Raises:
        FileNotFoundError: neither exists; the installation is broken.
    """
    checkout = _PACKAGE.parent.parent
    for folder in (_PACKAGE / name, checkout / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder {name!r} in {_PACKAGE} or {checkout}: install truco again")
