"""How much one stranger may ask: token buckets by address or guest, and a count of what is open."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

_MANY = 50_000


class Bucket:
    """Holds up to `burst` tokens and gains `rate` of them a second; each use takes one."""

    __slots__ = ("_burst", "_rate", "_seen", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._seen = burst, now

    def take(self, now: float) -> bool:
        """Whether a token was there; it is gone then."""
        self._fill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def wait(self, now: float) -> float:
        """Seconds until the next token is there; 0 when one is."""
        self._fill(now)
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._seen) * self._rate)
        self._seen = now


class Buckets:
    """A bucket for each key. Beyond some tens of thousands the one not used for longest is forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = _MANY) -> None:
        self._rate, self._burst, self._now, self._most = rate, burst, now, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether `key` may go on; it has used one token then."""
        return self._bucket(key).take(self._now())

    def wait(self, key: str) -> float:
        """Seconds until `key` may go on; 0 when it may now. Uses nothing."""
        bucket = self._buckets.get(key)
        return bucket.wait(self._now()) if bucket else 0.0

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._now())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class TooMany(Exception):
    """As many are open already as one key may have."""


class Places:
    """How many things each key has open, up to `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Whether there was a place; it is taken then, until it is given back."""
        if self._open[key] >= self._most:
            return False
        self._open[key] += 1
        return True

    def give(self, key: str) -> None:
        """Gives a place back that was taken."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    @contextmanager
    def one(self, key: str) -> Generator[None]:
        """Takes a place for as long as the block runs.

        Raises:
            TooMany: `key` has all its places taken.
        """
        if not self.take(key):
            raise TooMany
        try:
            yield
        finally:
            self.give(key)


def network(host: str) -> str:
    """Whom limits count behind an address: of IPv6 its first 64 bits, which one customer has whole."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Address(int(address) >> 64 << 64))
