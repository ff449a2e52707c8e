"""Facts as plain values, for a log or a message: ``{"fact": "card_played", "seat": 0, …}``.

Any frozen dataclass whose fields are plain values or tuples of them can be a fact: those of the
play, and those of the room.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, cast

_SEVERAL = (list, tuple)
_Several = list[object] | tuple[object, ...]


@cache
def tag(kind: type) -> str:
    """The name of a type of fact: ``card_played`` for ``CardPlayed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def to_plain(fact: object) -> dict[str, Any]:
    """A fact as a dictionary of its tag and its fields; tuples stay tuples."""
    kind = type(fact)
    plain: dict[str, Any] = {"fact": tag(kind)}
    for name in _names(kind):
        plain[name] = getattr(fact, name)
    return plain


class Reader:
    """Reads plain values back into facts of the given types."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._kinds = {tag(kind): kind for kind in kinds}

    def from_plain(self, plain: Mapping[str, Any]) -> Any:
        """The fact that ``plain`` was; a ``KeyError`` for a tag that is not known."""
        values = dict(plain)
        kind = self._kinds[values.pop("fact")]
        for name, value in values.items():
            if isinstance(value, _SEVERAL):
                values[name] = _frozen(cast(_Several, value))
        return kind(**values)


def _frozen(value: Iterable[object]) -> tuple[object, ...]:
    """Lists, as JSON has them, to the tuples that facts hold."""
    return tuple([_frozen(cast(_Several, item)) if isinstance(item, _SEVERAL) else item for item in value])
