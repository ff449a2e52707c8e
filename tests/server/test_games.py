"""One's games, their records, and who may have them."""

import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, Player, open_house, play_out, playing, seated
from truco import replaying
from truco.rules.fair import NONCE_DIGITS
from truco.rules.verify import verify
from truco.server.chance import SystemChance


def _replayed(record: dict[str, Any], folder: Path) -> dict[str, Any]:
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    out = io.StringIO()
    assert replaying.run([str(file)], as_json=True, out=out) == 0
    return json.loads(out.getvalue())


async def test_a_whole_game_and_its_record(house: House, tmp_path: Path) -> None:
    _, players = await playing(house)
    last = await play_out(house, players)
    score = last["view"]["room"]["last"]["score"]
    assert max(score) == 30
    game: dict[str, Any] = {}
    for seat, player in enumerate(players):
        (game,) = (await player.ask("GET", "/guests/me/games"))["games"]
        assert (game["seat"], game["score"], game["why"], game["record"]) == (seat, score, "won", True)
        assert game["names"] == ["Ana", "Beto", "Caro", "Dani"]
        assert game["ended_at"] >= game["started_at"]
    record = await players[1].ask("GET", f"/games/{game['id']}/record")
    assert record["names"] == game["names"]
    assert record["end"] == {"why": "won"}
    assert all(len(hand["at"]) == len(hand["moves"]) for hand in record["hands"])
    replayed = _replayed(record, tmp_path)
    assert (replayed["score"], replayed["winner"], replayed["refused"]) == (score, score.index(30), [])
    for hand, told in zip(record["hands"], replayed["hands"], strict=True):
        assert hand["result"] == {key: told[key] for key in ("envido", "truco", "score")}
    assert record["hands"][-1]["result"]["score"] == score


async def test_a_record_shows_the_secret_that_was_promised(tmp_path: Path) -> None:
    async with open_house(tmp_path, chance=SystemChance()) as house:
        room, players = await seated(house)
        promised = players[0].wire.last["view"]["room"]["promised"]
        nonces = [str(seat) * NONCE_DIGITS for seat in range(4)]
        for player, nonce in zip(players, nonces, strict=True):
            await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True, "nonce": nonce})
        game = (await players[3].wire.fact("dealt"))["view"]["game"]
        assert game["deal"] == {"commitment": promised, "nonces": nonces}
        await players[1].ask("POST", f"/rooms/{room}/leave")
        record = await players[0].ask("GET", f"/games/{game['id']}/record")
        assert (record["deal"]["commitment"], record["deal"]["nonces"]) == (promised, nonces)
        assert verify(record).fair


async def test_a_rematch_is_another_game(house: House) -> None:
    """Scenario 32: there is no record of a game that is on."""
    room, players = await playing(house)
    await play_out(house, players)
    for player in players:
        await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    games = (await players[0].ask("GET", "/guests/me/games"))["games"]
    assert [(game["id"], game["why"]) for game in games] == [(f"{room}-2", None), (f"{room}-1", "won")]
    older = await players[0].ask("GET", f"/guests/me/games?limit=1&before={games[0]['started_at']}")
    assert [game["id"] for game in older["games"]] == [f"{room}-1"]
    assert await players[0].problem("GET", f"/games/{room}-2/record") == (409, "game_running")


async def test_a_record_is_for_those_who_played_and_whom_they_give_a_code(house: House) -> None:
    room, players = await playing(house)
    await players[1].ask("POST", f"/rooms/{room}/leave")
    stranger = await house.guest("Ema")
    path = f"/games/{room}-1"
    assert await stranger.problem("GET", f"{path}/record") == (404, "no_record")
    assert await stranger.problem("POST", f"{path}/shares") == (404, "no_record")
    own = await players[1].ask("GET", f"{path}/record")
    assert own["end"] == {"why": "left", "seat": 1}
    assert own["hands"][0]["result"] == {"envido": None, "truco": None, "score": [0, 0]}, "it came to nothing"
    code = (await players[0].ask("POST", f"{path}/shares"))["code"]
    async with house.visitor() as visitor:
        shared = await visitor.post("/shares/record", json={"code": code.lower()})
        assert shared.json() == own
        wrong = await visitor.post("/shares/record", json={"code": "0000-0000-00000"})
        assert (wrong.status_code, wrong.json()["code"]) == (404, "wrong_code")


async def test_closed_records_are_for_nobody(house: House) -> None:
    ana, *others = players = await house.guests("Ana", "Beto", "Caro", "Dani")
    room = (await ana.ask("POST", "/rooms", {"name": "Callada", "records": "closed"}))["id"]
    for player in others:
        await player.ask("POST", f"/rooms/{room}/join")
    for player in players:
        await player.connect(room)
        await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    await ana.ask("POST", f"/rooms/{room}/leave")
    assert await ana.problem("GET", f"/games/{room}-1/record") == (403, "closed_records")
    assert await ana.problem("POST", f"/games/{room}-1/shares") == (403, "closed_records")
    (game,) = (await ana.ask("GET", "/guests/me/games"))["games"]
    assert game["record"] is False


async def test_no_token_code_or_card_is_in_any_log_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Scenarios 6 and 32"""
    caplog.set_level(logging.DEBUG, logger="truco")
    for name in ("uvicorn", "asyncio", "fastapi", "starlette"):
        caplog.set_level(logging.INFO, logger=name)
    async with open_house(tmp_path, log_level="debug") as house:
        room, players = await playing(house)
        shown = await players[0].ask("GET", f"/rooms/{room}")
        secrets = [shown["code"], *(player.token for player in players)]
        await players[1].ask("POST", "/rooms/join", {"code": shown["code"]})
        await play_out(house, players)
        secrets.append((await players[0].ask("POST", f"/games/{room}-1/shares"))["code"])
        await players[2].wire.socket.send('{"type":"play","secret":"7o"}')
        await players[2].wire.drop()
        wire = await _reconnect(players[3], room)
        await wire.close()
    lines = [record.getMessage() for record in caplog.records]
    assert not [line for line in lines for secret in secrets if secret in line]
    assert not [line for line in lines if "held" in line or '"card"' in line or "secret" in line]


async def _reconnect(player: Player, room: str) -> Any:
    return await player.connect(room, 1)
