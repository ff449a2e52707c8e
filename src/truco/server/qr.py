"""An invite as a picture that a telephone reads."""

import io
from typing import Final

import segno

MOST_BASE: Final = 512
"""The most characters of an address that a picture is made of; more would be too fine to read."""


def invite_svg(base: str, code: str) -> bytes:
    """The QR code, as SVG, of the link that leads into a room.

    `base` is the page's address without its last slash.
    """
    drawing = io.BytesIO()
    segno.make(f"{base}/#/i/{code}", error="m", micro=False).save(
        drawing, kind="svg", scale=8, border=2, xmldecl=False, light="#fff", svgclass=None, lineclass=None
    )
    return drawing.getvalue()
