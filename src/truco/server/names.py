"""Names that people type: cleaned, limited, and compared by what they look like."""

import unicodedata
from typing import Final

PLAYER: Final = 16
"""The most characters of a player's name."""

ROOM: Final = 24
"""The most characters of a room's name."""

_MARKS_IN_A_ROW: Final = 2
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\u180b\u180c\u180d\u180f"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
"""Characters of ordinary categories that draw nothing."""


class BadName(Exception):
    """A name that cannot be: `code` says why, `params` give the limits."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def clean(name: str, most: int) -> str:
    """The name as it is kept: composed (NFC), trimmed, one blank where there were several.

    Raises:
        BadName: `name_characters` (control, format, invisible or unassigned characters, or marks piled up),
            `name_empty`, or `name_long` (more than `most` characters as a reader counts them).
    """
    name = unicodedata.normalize("NFC", name)
    if any(map(_unfit, name)):
        raise BadName("name_characters")
    name = " ".join(name.split())
    if not name:
        raise BadName("name_empty")
    marks = "".join("m" if _is_mark(char) else "." for char in name)
    if marks.startswith("m") or "m" * (_MARKS_IN_A_ROW + 1) in marks:
        raise BadName("name_characters")
    if marks.count(".") > most:
        raise BadName("name_long", most=most)
    return name


def skeleton(name: str) -> str:
    """What is left of a name for a hasty reader: two names with one skeleton look alike.

    Case, accents and blanks go; letters and digits of any script that look like a Latin one become it.
    """
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    drawn = "".join(_LOOKS.get(char, char) for char in bare if not _is_mark(char) and not char.isspace())
    return drawn.replace("rn", "m").replace("vv", "w") or name


def _unfit(char: str) -> bool:
    return char in _INVISIBLE or unicodedata.category(char) in _REFUSED or 0xE0100 <= ord(char) <= 0xE01EF


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _table(*pairs: tuple[str, str]) -> dict[str, str]:
    return {alike: letter for letter, many in pairs for alike in many}


# Lower-case letters only: skeleton() folds case first. What NFKD resolves by itself (full width,
# mathematical, ligatures) is not repeated here.
_LOOKS: Final = _table(
    ("a", "аαɑᴀ"),
    ("ae", "æӕ"),
    ("b", "ьвʙϐ"),
    ("c", "сϲᴄς"),
    ("d", "ԁđðᴅɗ"),
    ("e", "еεєɛᴇҽ"),
    ("f", "ғꜰƒ"),
    ("g", "ɡɢց"),
    ("h", "һнհʜħ"),
    ("j", "јϳᴊ"),
    ("k", "кκᴋқ"),
    ("l", "i1|!ıіιӏǀɪʟł"),
    ("m", "мᴍ"),
    ("n", "пɴոη"),
    ("o", "0оοσøօᴏө"),
    ("oe", "œ"),
    ("p", "рρᴘϸþ"),
    ("q", "ԛգ"),
    ("r", "гʀᴦ"),
    ("s", "ѕꜱʂ"),
    ("t", "тτᴛŧ"),
    ("u", "υцᴜսμ"),
    ("v", "νᴠѵ"),
    ("w", "ԝωшᴡա"),
    ("x", "хχ×"),
    ("y", "уγʏү"),
    ("z", "ᴢʐ"),
    ("3", "зʒӡ"),
    ("'", "’‘`´ʼʹ"),
    ("-", "‐‑‒–—―−_"),
    (".", "·․•"),
)
