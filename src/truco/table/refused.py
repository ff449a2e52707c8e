"""The refusal of a wish: nothing has changed."""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """A wish is refused for a reason that has a code, with what the code needs to be told."""

    def __init__(self, code: str, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
