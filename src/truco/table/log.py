"""What each member has been told: the numbering of facts by what a viewer may see.

A version counts the facts that a viewer saw happen, so it grows by what may be known only: a
hidden fact takes no number.
"""

from collections import deque
from collections.abc import Collection, Mapping
from typing import Final

from truco.rules.events import Dealt
from truco.table.events import Fact, MemberId, MemberLeft

REMEMBERED: Final = 400
"""Facts kept for those who come back; a hand has far fewer."""


class Log:
    """The facts of the hand under way, and the version of every viewer."""

    def __init__(self, public: int = 0, private: Mapping[MemberId, int] | None = None) -> None:
        """With the counts that an earlier one had come to: of public facts, and by member of hidden ones."""
        self._public = public
        self._private = dict(private or {})
        self._recent: deque[tuple[Fact, Collection[MemberId] | None]] = deque(maxlen=REMEMBERED)

    def record(self, fact: Fact, audience: Collection[MemberId] | None) -> None:
        """Count a fact for all, or for the members of its audience only."""
        if isinstance(fact, Dealt):
            self._recent.clear()
        if isinstance(fact, MemberLeft):
            self._private.pop(fact.member, None)
        self._recent.append((fact, audience))
        if audience is None:
            self._public += 1
            return
        for member in audience:
            self._private[member] = self._private.get(member, 0) + 1

    def version(self, member: MemberId | None) -> int:
        """The number of the last fact that a viewer saw; None is a stranger."""
        return self._public + (self._private.get(member, 0) if member else 0)

    @property
    def public(self) -> int:
        """The public facts so far."""
        return self._public

    @property
    def private(self) -> dict[MemberId, int]:
        """By member the hidden facts that they saw so far."""
        return dict(self._private)

    def since(self, member: MemberId | None, version: int) -> list[Fact]:
        """The facts after a version that a viewer may see; none when it is not of this hand."""
        seen = [fact for fact, audience in self._recent if audience is None or member in audience]
        missed = self.version(member) - version
        return seen[-missed:] if 0 < missed <= len(seen) else []
