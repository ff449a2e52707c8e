"""Many who ask, few questions: what is asked while one is under way goes together into the next."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

V = TypeVar("V")


class Together(Generic[V]):
    """Asks `answer` for up to `most` keys at a time. A key that is asked for twice is asked once."""

    def __init__(self, answer: Callable[[Sequence[str]], Awaitable[Mapping[str, V]]], most: int) -> None:
        self._answer, self._most = answer, most
        self._waiting: dict[str, asyncio.Future[Mapping[str, V]]] = {}
        self._under_way: dict[str, asyncio.Future[Mapping[str, V]]] = {}
        self._task: asyncio.Task[None] | None = None

    async def ask(self, key: str) -> Mapping[str, V]:
        """An answer in which the key is, if there is one for it. Raises what `answer` raises."""
        future = self._under_way.get(key) or self._waiting.get(key)
        if future is None:
            future = self._waiting[key] = asyncio.get_running_loop().create_future()
            if self._task is None:
                self._task = asyncio.create_task(self._run())
        return await asyncio.shield(future)

    async def _run(self) -> None:
        try:
            while self._waiting:
                some = list(self._waiting)[: self._most]
                self._under_way = {key: self._waiting.pop(key) for key in some}
                await self._ask(some)
        finally:
            self._task = None

    async def _ask(self, keys: Sequence[str]) -> None:
        try:
            answers = await self._answer(keys)
        except Exception as error:  # it belongs to those who asked
            for future in self._under_way.values():
                future.set_exception(error)
                future.exception()  # seen, also when nobody waits any more
        else:
            for future in self._under_way.values():
                future.set_result(answers)
        finally:
            self._under_way = {}
