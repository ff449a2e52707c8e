"""Whose token a socket brings. Those of a room's members are known with the room, at one read for all."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from truco.store import DoorGuest, Guest

_MANY: Final = 50_000


class Guests(Protocol):
    """Where guests are looked up."""

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest whose token has this hash."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """An open socket: whose, with which token, to which room, and what to do when that is worth nothing."""

    guest: str
    token_hash: bytes
    room: str
    worthless: Callable[[], object]


class Tokens:
    """The hashes of tokens that were good when they were read; beyond some tens of thousands the oldest go.

    Whoever replaces a token says so with `forget`; when that may have been missed, with `clear`. `knock`
    reads a room's door, and by that makes its members known here.
    """

    def __init__(self, guests: Guests, knock: Callable[[str], Awaitable[object]]) -> None:
        self._guests, self._knock = guests, knock
        self._known: OrderedDict[bytes, str] = OrderedDict()
        self._hashes: dict[str, bytes] = {}
        self._watched: dict[str, list[Watch]] = {}
        self.changes = 0
        """How often a token was taken back: what was read before that is not kept."""

    async def guest(self, token_hash: bytes, room: str) -> str | None:
        """The id of the guest who comes to `room` with a token; None for nobody. Raises StoreUnavailable."""
        if token_hash not in self._known:
            await self._knock(room)
        if token_hash not in self._known:
            before = self.changes
            guest = await self._guests.by_token(token_hash)
            if guest is None:
                return None
            if before == self.changes:
                self._keep(guest.id, token_hash)
            return guest.id
        return self._known[token_hash]

    def watch(self, guest: str, token_hash: bytes, room: str, worthless: Callable[[], object]) -> Watch:
        """An open socket: `worthless` is called when its guest is seen to have another token by now."""
        watch = Watch(guest, token_hash, room, worthless)
        self._watched.setdefault(guest, []).append(watch)
        return watch

    def unwatch(self, watch: Watch) -> None:
        """That socket is closed."""
        watches = self._watched[watch.guest]
        watches.remove(watch)
        if not watches:
            del self._watched[watch.guest]

    @property
    def rooms(self) -> set[str]:
        """The rooms to which sockets are open here."""
        return {watch.room for watches in self._watched.values() for watch in watches}

    def learn(self, guests: Iterable[DoorGuest], before: int) -> None:
        """The members of a room, as they were read with it when `changes` was `before`."""
        if before == self.changes:
            for guest in guests:
                self._keep(guest.id, guest.token_hash)

    def forget(self, guest: str) -> None:
        """The guest's token is worth nothing any more."""
        self.changes += 1
        self._drop(guest)

    def _drop(self, guest: str) -> None:
        token_hash = self._hashes.pop(guest, None)
        if token_hash is not None:
            self._known.pop(token_hash, None)

    def clear(self) -> None:
        """Any of them may be worth nothing any more."""
        self.changes += 1
        self._known.clear()
        self._hashes.clear()

    def _keep(self, guest: str, token_hash: bytes) -> None:
        self._drop(guest)
        for watch in tuple(self._watched.get(guest, ())):
            if watch.token_hash != token_hash:
                watch.worthless()
        self._known[token_hash] = guest
        self._hashes[guest] = token_hash
        if len(self._known) > _MANY:
            _, oldest = self._known.popitem(last=False)
            self._hashes.pop(oldest, None)
