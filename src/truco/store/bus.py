"""Messages between nodes, over Redis: fast, and never the truth. What is lost is noticed, not kept.

Each node listens on a channel of its own and on one for all. Every batch that a node publishes is numbered
for its channel; once a second a node tells how far it has counted. A listener that finds a number missing, or
that was itself away, says so by `missed`, and whoever uses the bus then asks anew for what matters.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.asyncio.connection import parse_url
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

Message = list[Any]
"""A word, then what belongs to it: values that JSON can hold."""

BEAT: Final = 1.0
"""Seconds between two signs of life of a node."""

DEAF: Final = 3.0
"""Seconds without one's own sign of life after which a connection counts as dead."""

QUIET: Final = 3
"""Signs of life of one's own that come without any of another node's until it counts as out of reach."""

_AGAIN: Final = 0.25
"""Seconds between two tries to connect."""

_ALL: Final = "all"
_GONE: Final = (RedisError, OSError, TimeoutError)

_log = logging.getLogger(__name__)


class Bus:
    """One node's end of the bus. All calls in one event loop.

    Args:
        url: of Redis: `redis://host:6379/0`.
        node: the id of this node.
        heard: called with each message and the node it comes from, in the order in which that node sent them.
        missed: called with a node of which something was missed, or whose first message was just heard; with
            None when that may hold for all of them, since this end was away.
        lost: called with a node that is heard no more, with None when none of them can be reached from here.
            `missed` follows when that is over.
        prefix: what the names of all channels begin with, before the number of Redis's database; those know
            nothing of it, and deployments with different ones are not to hear each other.
    """

    def __init__(
        self,
        url: str,
        node: str,
        heard: Callable[[str, Message], None],
        missed: Callable[[str | None], None],
        lost: Callable[[str | None], None],
        prefix: str = "truco",
    ) -> None:
        self._node = node
        self._prefix = f"{prefix}:{parse_url(url).get('db', 0)}"
        self._heard, self._missed, self._lost = heard, missed, lost
        self._url = url
        self._boot = secrets.token_hex(4)
        self._waiting: dict[str, list[Message]] = {}
        self._sent: dict[str, int] = {}
        self._got: dict[tuple[str, str], tuple[str, int]] = {}
        self._quiet: dict[str, int] = {}
        self._awake = asyncio.Event()
        self._publishes = self._listens = self._closing = False
        self._told: set[str] = set()
        """What the operator was told of this trouble."""
        self._own_beat = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def up(self) -> bool:
        """Whether messages go out and come in, as far as is known."""
        return self._publishes and self._listens

    def start(self) -> None:
        """Begins to listen and to send, and goes on by itself whenever Redis is back."""
        self._tasks = [
            asyncio.create_task(work, name=f"truco bus {name}")
            for name, work in (
                ("listens", self._listen()),
                ("sends", self._publish()),
                ("beats", self._beat()),
            )
        ]

    async def close(self) -> None:
        """Sends what waits, if that takes less than a second, and stops."""
        self._closing = True
        self._awake.set()
        if self._publishes:
            await asyncio.wait(self._tasks[1:2], timeout=1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, node: str | None, message: Message) -> None:
        """To one node, or to all others (None). While Redis is away it is lost, and will be found missing."""
        to = _ALL if node is None else node
        if self._publishes:
            self._waiting.setdefault(to, []).append(message)
            self._awake.set()
        else:
            self._sent[to] = self._sent.get(to, 0) + 1

    def forget(self, node: str) -> None:
        """A node is gone for good."""
        self._sent.pop(node, None)
        self._waiting.pop(node, None)
        self._quiet.pop(node, None)
        for channel in (_ALL, self._node):
            self._got.pop((node, channel), None)

    # Out

    async def _publish(self) -> None:
        """One task sends: whatever waits while one round trip lasts goes together into the next one."""
        while True:
            redis = self._connection()
            try:
                await redis.ping()
                self._set(publishes=True)
                while not (self._closing and not self._waiting):
                    await self._awake.wait()
                    self._awake.clear()
                    await self._flush(redis)
                return
            except _GONE as error:
                self._tell(f"redis takes no messages: {type(error).__name__}")
            except Exception:
                _log.exception("sending to the other nodes has failed, and is tried again")
            finally:
                self._set(publishes=False)
                await _drop(redis)
            await asyncio.sleep(_AGAIN)

    async def _flush(self, redis: Any) -> None:
        waiting, self._waiting = self._waiting, {}
        pipe = redis.pipeline(transaction=False)
        for to, messages in waiting.items():
            number = self._sent[to] = self._sent.get(to, 0) + 1
            pipe.publish(self._channel(to), orjson.dumps([self._node, self._boot, number, messages]))
        await pipe.execute()

    async def _beat(self) -> None:
        while True:
            counted = {to: number for to, number in self._sent.items() if to != _ALL}
            self.send(None, ["beat", counted])
            await asyncio.sleep(BEAT)

    # In

    async def _listen(self) -> None:
        while True:
            redis = self._connection()
            pubsub = redis.pubsub()
            try:
                await pubsub.subscribe(self._channel(self._node), self._channel(_ALL))
                await self._receive(pubsub)
            except _GONE as error:
                self._tell(f"redis gives no messages: {type(error).__name__}")
            except Exception:
                _log.exception("hearing the other nodes has failed, and is tried again")
            finally:
                self._set(listens=False)
                with suppress(*_GONE):
                    await pubsub.aclose()
                await _drop(redis)
            await asyncio.sleep(_AGAIN)

    async def _receive(self, pubsub: Any) -> None:
        """Hears until the connection is lost, or seems to be: even one's own signs of life are missing."""
        self._own_beat = time.monotonic()
        while time.monotonic() - self._own_beat < DEAF:
            got = await pubsub.get_message(timeout=BEAT)
            if got is None:
                continue
            if got["type"] == "subscribe" and not self._listens and got["data"] == 2:
                self._got.clear()
                self._quiet.clear()
                self._set(listens=True)
            elif got["type"] == "message":
                self._take(got["channel"].decode().rpartition(":")[2], got["data"])
        raise TimeoutError

    def _take(self, channel: str, data: bytes) -> None:
        batch = _read(data)
        if batch is None:
            self._tell("redis carries words of others on our channels")
            return
        sender, boot, number, messages = batch
        if sender == self._node:
            self._own_beat = time.monotonic()
            if any(message[0] == "beat" for message in messages):
                self._note_the_quiet()
            return
        self._quiet[sender] = 0
        self._count(sender, channel, boot, number)
        for message in messages:
            if message[0] == "beat":
                self._compare(sender, boot, message[1].get(self._node, 0))
            else:
                self._heard(sender, message)

    def _count(self, sender: str, channel: str, boot: str, number: int) -> None:
        """Whether this is the batch after the last one of this sender."""
        before = self._got.get((sender, channel))
        self._got[sender, channel] = (boot, number)
        if before is None or before[0] != boot or before[1] + 1 != number:
            if before is None and channel == self._node and number == 1:
                return  # its first words to us; of all its others the channel for all will tell
            self._missed(sender)

    def _compare(self, sender: str, boot: str, sent: int) -> None:
        """Whether all has come that a sender says it sent to us alone."""
        known, number = self._got.get((sender, self._node), (boot, 0))
        if known == boot and number < sent:
            self._got[sender, self._node] = (boot, sent)
            self._missed(sender)

    def _note_the_quiet(self) -> None:
        """Between two signs of life of one's own each of the others has had the time for one.

        So a stall of this process lets nobody seem quiet.
        """
        for node, beats in tuple(self._quiet.items()):
            self._quiet[node] = beats + 1
            if beats >= QUIET:
                del self._quiet[node]
                for channel in (_ALL, self._node):
                    self._got.pop((node, channel), None)  # so its next word counts as its first
                self._lost(node)

    # Both

    def _set(self, *, publishes: bool | None = None, listens: bool | None = None) -> None:
        """Notes what works, and tells when the others are lost or back."""
        before = self.up
        self._publishes = self._publishes if publishes is None else publishes
        self._listens = self._listens if listens is None else listens
        if self.up and not before:
            self._told.clear()
            self._missed(None)
        elif before and not self.up and not self._closing:
            self._lost(None)

    def _tell(self, what: str) -> None:
        """Tells the operator, once until the others can be reached again."""
        if what not in self._told and not self._closing:
            self._told.add(what)
            _log.warning(what)

    def _channel(self, to: str) -> str:
        return f"{self._prefix}:{to}"

    def _connection(self) -> Any:
        """A connection that fails fast; trying again is our part."""
        redis: Any = Redis
        return redis.from_url(
            self._url,
            socket_connect_timeout=2,
            socket_timeout=DEAF,
            retry=Retry(NoBackoff(), 0),
        )


def _read(data: bytes) -> tuple[str, str, int, list[Message]] | None:
    """A batch: its sender, which start of it, its number, its messages; None for what no node has sent."""
    try:
        sender, boot, number, messages = orjson.loads(data)
        well = isinstance(sender, str) and isinstance(boot, str) and isinstance(number, int)
        if well and all(isinstance(one, list) and isinstance(one[0], str) for one in messages):
            return sender, boot, number, messages
    except (ValueError, TypeError, IndexError):
        pass
    return None


async def _drop(redis: Any) -> None:
    with suppress(*_GONE):
        await redis.aclose()
