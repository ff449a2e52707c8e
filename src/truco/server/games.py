"""REST: one's games, and the record of a game that is over."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from truco.rules.fair import Key
from truco.rules.record import from_json, write
from truco.rules.replay import replay, results
from truco.rules.rulesets import RULESETS
from truco.rules.verify import deal_of
from truco.server.asking import KnownGuest
from truco.server.entries import row_of
from truco.server.errors import Problem, answers
from truco.server.identity import address_of, digest, new_code, read_code
from truco.server.limits import Buckets
from truco.server.schemas import Game, Games, Invite, Share
from truco.store import GameRow, Row, Store
from truco.table.events import DealKeyed, Fact, GameStarted, is_play

GamePath = Annotated[str, Path(max_length=80, description="Id of the game.", examples=["Gq3vYb0t1kZsW9xA-1"])]

_EXAMPLE = {
    "format": "truco-record/1",
    "rules": "barajamos",
    "names": ["Ana", "Beto", "Caro", "Dani"],
    "hands": [
        {
            "dealer": 3,
            "cards": [["1e", "7o", "3c"], ["4b", "5b", "12o"], ["2e", "6e", "11c"], ["1b", "7c", "10o"]],
            "moves": ["0 play 3c"],
            "at": [2150],
            "result": {"envido": None, "truco": None, "score": [0, 0]},
        }
    ],
    "end": {"why": "left", "seat": 1},
}
_RECORD: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The record, as `docs/record.md` says.",
        "content": {"application/json": {"example": _EXAMPLE}},
    }
}


class GameRoutes:
    """The routes under `/games` and `/shares`, and one's own games."""

    def __init__(self, store: Store, guesses: Buckets) -> None:
        self._store, self._guesses = store, guesses

    def router(self) -> APIRouter:
        """The routes, to be put under `/api/v1`."""
        router = APIRouter(tags=["games"])
        add, usual = router.add_api_route, answers(401, 403, 404, 409)
        add("/guests/me/games", self.mine, methods=["GET"], summary="My games", responses=answers(401, 422))
        add(
            "/games/{game_id}/record",
            self.record,
            methods=["GET"],
            summary="A record",
            responses=_RECORD | usual,
        )
        add(
            "/games/{game_id}/shares",
            self.share,
            methods=["POST"],
            status_code=201,
            summary="Share a record",
            responses=usual,
        )
        add(
            "/shares/record",
            self.shared,
            methods=["POST"],
            summary="A shared record",
            responses=_RECORD | answers(403, 404, 422, 429),
        )
        return router

    async def mine(
        self,
        guest: KnownGuest,
        limit: Annotated[int, Query(ge=1, le=100, description="The most games to answer.")] = 20,
        before: Annotated[
            int | None,
            Query(
                ge=0,
                le=2**53 - 1,
                description="Only games that began before this: `started_at` of the last one seen.",
            ),
        ] = None,
    ) -> Games:
        """The games that one has a seat in, the newest first."""
        rows = await self._store.games.of_guest(guest.id, limit, before)
        return Games(games=[_game(row, guest.id) for row in rows])

    async def record(self, game_id: GamePath, guest: KnownGuest) -> dict[str, Any]:
        """The record of a game that is over, with all that was dealt.

        For those who played it, where records are open.
        """
        return await self._record(await self._own(game_id, guest.id))

    async def share(self, game_id: GamePath, guest: KnownGuest) -> Share:
        """A code by which anyone may read the record of this game.

        It is kept as a hash: a lost one is made anew.
        """
        game = await self._own(game_id, guest.id)
        code = new_code()
        await self._store.shares.add(game.id, guest.id, digest(code))
        return Share(code=code)

    async def shared(self, asked: Invite, request: Request) -> dict[str, Any]:
        """The record that a share code opens.

        The code travels in the body, so that it is in no log of addresses.
        """
        address = address_of(request)
        wait = self._guesses.wait(address)
        if wait:
            raise Problem(429, "throttled", wait=wait)
        code = read_code(asked.code)
        game_id = await self._store.shares.by_code(digest(code)) if code else None
        game = await self._store.games.get(game_id) if game_id else None
        if game is None:
            self._guesses.take(address)
            raise Problem(404, "wrong_code")
        return await self._record(game)

    async def _own(self, game_id: str, guest: str) -> GameRow:
        """A game that the guest played and may have the record of."""
        game = await self._store.games.get(game_id)
        if game is None or guest not in game.players:
            raise Problem(404, "no_record")
        if game.records != "open":
            raise Problem(403, "closed_records")
        if game.ended_at is None:
            raise Problem(409, "game_running")
        return game

    async def _record(self, game: GameRow) -> dict[str, Any]:
        happened = list(_happened(await self._store.games.entries(game.id)))
        play = ((at, fact) for at, fact in happened if is_play(fact))
        key = _key(fact for _, fact in happened)
        record = write(RULESETS[_rules(game)], game.names, play, _end(game), key and deal_of(key))
        for hand, result in zip(record["hands"], results(replay(from_json(record))), strict=True):
            hand["result"] = result
        return record


def _game(row: GameRow, guest: str) -> Game:
    return Game.model_validate(
        {
            "id": row.id,
            "room": row.room,
            "rules": _rules(row),
            "records": row.records,
            "names": list(row.names),
            "players": list(row.players),
            "seat": row.players.index(guest),
            "started_at": row.started_at,
            "ended_at": row.ended_at,
            "why": row.why,
            "side": row.side,
            "score": None if row.score is None else list(row.score),
            "record": row.ended_at is not None and row.records == "open",
        }
    )


def _rules(row: GameRow) -> str:
    return str(row.rules["name"])


def _happened(entries: Iterable[Row]) -> Iterator[tuple[int, Fact]]:
    """The facts of a game, and when each happened."""
    for entry in entries:
        for fact in row_of(entry).facts:
            yield entry.at_ms, fact


def _key(facts: Iterable[Fact]) -> Key | None:
    """What the deals followed from; None in a game that an earlier release began."""
    nonces: tuple[str, ...] = ()
    for fact in facts:
        if isinstance(fact, GameStarted):
            nonces = fact.nonces
        elif isinstance(fact, DealKeyed):
            return Key(fact.secret, nonces)
    return None


def _end(game: GameRow) -> dict[str, Any]:
    """How the game ended; the seat where somebody left or did not come back."""
    end: dict[str, Any] = {"why": game.why}
    return end if game.seat is None else {**end, "seat": game.seat}
