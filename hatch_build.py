"""The build hook: cuts the page's fonts and puts `static/` and `alembic/` into the wheel.

The fonts come from packages named in `[build-system] requires`, are cut to the letters of Spanish, Portuguese
and English, and are written to `static/fonts/`, which git ignores; so an editable install has them too. Where
those packages are missing (a build without isolation) the page shows the system's fonts.
"""

import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÁÉÍÓÚÜÑáéíóúüñ¡¿ºª"  # Spanish
    + "ÀÂÃÇÊÔÕàâãçêôõ"  # Portuguese
    + "\u00a0°·«»×–—‘’“”…−→←↑↓"
)


@dataclass(frozen=True)
class _Cut:
    """One font of the page: the file it is cut from, and the weight to freeze in a variable font."""

    package: str
    source: str
    target: str
    weight: int | None = None


_CUTS = (
    _Cut("fontpkg_bitter", "Bitter[wght].ttf", "bitter-800.woff2", weight=800),
    _Cut("fontpkg_alegreya_sans", "AlegreyaSans-Medium.ttf", "alegreya-sans-500.woff2"),
    _Cut("fontpkg_alegreya_sans", "AlegreyaSans-ExtraBold.ttf", "alegreya-sans-800.woff2"),
)


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Cut the fonts; for a real wheel (`version` "standard", not "editable") add the two folders."""
        root = Path(self.root)
        try:
            cut_fonts(root / "static" / "fonts")
        except ImportError as missing:
            self.app.display_warning(f"fonts not cut ({missing}): the page will show the system's")
        if version != "editable":
            build_data["force_include"] |= {
                str(root / "static"): "truco/static",
                str(root / "alembic"): "truco/alembic",
            }


def cut_fonts(folder: Path) -> None:
    """Write the page's fonts, and the licence they travel with, into `folder`.

    Raises:
        ImportError: fontTools, brotli or one of the font packages is not installed.
    """
    import brotli  # noqa: F401, PLC0415  # pyright: ignore[reportMissingTypeStubs, reportUnusedImport]

    sources = {package: files(package) for package in sorted({cut.package for cut in _CUTS})}
    folder.mkdir(parents=True, exist_ok=True)
    licences = [(source / "LICENSE").read_text(encoding="utf-8") for source in sources.values()]
    (folder / "OFL.txt").write_text("\n\n".join(licences), encoding="utf-8")
    for cut in _CUTS:
        _cut_font(Path(str(sources[cut.package] / "files" / cut.source)), folder / cut.target, cut.weight)


def _cut_font(source: Path, target: Path, weight: int | None) -> None:
    from fontTools.subset import Options, Subsetter  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = TTFont(source, recalcTimestamp=False)  # the same bytes from every build
    if weight is not None:
        font = instantiateVariableFont(font, {"wght": weight})
    options = Options()
    options.hinting = False
    options.layout_features = ["kern", "liga", "locl", "mark", "ccmp", "lnum", "tnum"]
    subsetter = Subsetter(options)
    subsetter.populate(text=_LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    # Another build of this checkout may be reading the old file.
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    font.save(unfinished)
    unfinished.replace(target)
