"""Scenario 27 for longer than a vote lasts: those who cannot be reached lose no time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.nodes.cluster import cluster, connected, play, same, table, turn
from tests.server.house import Message, Player
from tests.services import Redis

VOTE = 3
"""Seconds of a vote in these tests; Redis is away for longer."""


async def _call(players: Sequence[Player]) -> list[Player]:
    """The player on turn calls truco; the two who are to answer, the one at the table's node first."""
    actor = turn(players)
    await actor.wire.act("call", word="truco")
    for player in players:
        if player is not actor:
            await player.wire.fact("called")
    return [player for player in players if _game(player)["legal"] and player is not actor]


def _game(player: Player) -> Message:
    return player.wire.last["view"]["game"]


def _runs(frame: Message) -> bool:
    return not frame["view"]["game"]["clocks"]["stopped"]


async def _stands(player: Player) -> None:
    """Returns when the player has been shown that the clocks stand still."""
    await player.wire.frame(lambda frame: not _runs(frame))


@pytest.mark.parametrize("fault", ["kill", "freeze"])
async def test_redis_away_for_longer_than_a_vote(
    postgres_url: str, redis: Redis, tmp_path: Path, fault: str
) -> None:
    """Scenario 27: the near partner votes meanwhile, the clock stands, the far vote counts when it comes."""
    vote = VOTE if fault == "kill" else 2 * VOTE  # a Redis that hangs is noticed after three seconds
    async with cluster(postgres_url, redis, tmp_path, TRUCO_VOTE_SECONDS=str(vote)) as two:
        one, other = two.nodes
        _, players = await table([one, one, other, other])
        near, far = await _call(players)
        getattr(redis, fault)()
        await _stands(near)
        left = _game(near)["clocks"]["question"]
        assert (await near.wire.act("vote", word="quiero"))["ack"]["dup"] is False
        question = _game(far)["question"]["id"]
        await far.wire.send(type="vote", aid="far", hand=1, question=question, word="quiero")
        for node in two.nodes:
            await node.says("degraded")
        await asyncio.sleep(vote + 1)
        assert _game(near)["clocks"] | {"stopped": True, "question": left} == _game(near)["clocks"]
        redis.restore()
        back = monotonic()
        assert (await far.wire.answer("far"))["type"] == "frame"
        assert monotonic() - back < 5
        for player in players:
            if player is not far:
                await player.wire.fact("answered")
        for player in players:
            if not _runs(player.wire.last):
                await player.wire.frame(_runs)
        await play(players)
        assert len(same(players)[0]["cards"]) == 1
        for node in two.nodes:
            await node.says("ok")


async def test_when_redis_is_back_a_vote_has_the_time_that_was_left(
    postgres_url: str, redis: Redis, tmp_path: Path
) -> None:
    """Scenario 27: shown to all, near and far; then it runs out as it would have."""
    async with cluster(postgres_url, redis, tmp_path, TRUCO_VOTE_SECONDS=str(VOTE)) as two:
        one, other = two.nodes
        _, players = await table([one, one, other, other])
        await _call(players)
        redis.kill()
        await _stands(players[0])
        left = _game(players[0])["clocks"]["question"]
        await asyncio.sleep(VOTE + 1)
        redis.start()
        began = monotonic()
        for player in players:
            await player.wire.frame(_runs)
            assert left - 200 <= _game(player)["clocks"]["question"] <= left
        runs = monotonic()
        assert runs - began < 5
        for player in players:
            await player.wire.fact("answered")
        assert monotonic() - runs == pytest.approx(left / 1000, abs=0.5)


class _CutLine:
    """A node's own way to Redis, which may be cut."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._whole = True
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        try:
            yield
        finally:
            self.cut()
            server.close()

    def cut(self) -> None:
        self._whole = False
        for writer in self._writers:
            writer.close()

    def mend(self) -> None:
        self._whole = True

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError):
            if not self._whole:
                return
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._redis.port)
            with closing(there_writer):
                self._writers |= {writer, there_writer}
                pipes = [
                    asyncio.create_task(_pipe(reader, there_writer)),
                    asyncio.create_task(_pipe(there_reader, writer)),
                ]
                await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
                for pipe in pipes:
                    pipe.cancel()
                self._writers -= {writer, there_writer}


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


async def test_a_far_node_that_alone_has_lost_redis(postgres_url: str, redis: Redis, tmp_path: Path) -> None:
    """Scenario 27: its silence is noticed within four seconds, and its guests lose no time after that."""
    vote = 8
    (far_folder := tmp_path / "far").mkdir()
    line = _CutLine(redis)
    async with (
        line.open(),
        cluster(postgres_url, redis, tmp_path, 1, TRUCO_VOTE_SECONDS=str(vote)) as here,
        cluster(postgres_url, line, far_folder, 1, TRUCO_VOTE_SECONDS=str(vote)) as there,
    ):
        (one,), (other,) = here.nodes, there.nodes
        _, players = await table([one, one, other, other])
        near, far = await _call(players)
        line.cut()
        await other.says("degraded")
        await one.says("ok")
        await _stands(near)
        left = _game(near)["clocks"]["question"]
        assert left > 1000 * (vote - 6)
        await asyncio.sleep(vote - 3)
        line.mend()
        await near.wire.frame(_runs)
        assert left - 200 <= _game(near)["clocks"]["question"] <= left
        await asyncio.gather(near.wire.act("vote", word="quiero"), far.wire.act("vote", word="quiero"))
        for player in players:
            if _game(player)["question"] is not None:
                await player.wire.fact("answered")
        await play(players)


async def test_a_far_node_that_dies_meanwhile_holds_nobody_up(
    postgres_url: str, redis: Redis, tmp_path: Path
) -> None:
    """Scenario 27: its guests' minutes begin, though Redis is still away."""
    async with cluster(postgres_url, redis, tmp_path) as two:
        one, other = two.nodes
        room, players = await table([one, one, other, other])
        redis.kill()
        await _stands(players[0])
        other.kill()
        while not _runs(players[0].wire.last) or len(_game(players[0])["clocks"]["chairs"]) < 2:
            await players[0].wire.frame()
        back = [*players[:2], *(one.here(player) for player in players[2:])]
        for player, old in zip(back[2:], players[2:], strict=True):
            await connected(player, room, old.wire.last["version"])
        for player in back:
            while _game(player)["paused"]:
                await player.wire.frame()
        await play(back)
