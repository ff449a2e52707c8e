"""What a table must survive, clause by clause, where no other test shows it."""

import asyncio
import gc
import logging
import sqlite3
import time
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.fake_clock import FakeClock
from tests.server.house import House, Player, open_house, playing, seated
from truco.protocol.codes import Close
from truco.server.clock import LoopClock


def _journal(folder: Path, room: str) -> list[str]:
    """The facts of each entry of a room, as they are written down."""
    with closing(sqlite3.connect(folder / "truco.db")) as database:
        rows = database.execute("SELECT facts FROM journal WHERE room = ? ORDER BY seq", (room,))
        return [row[0] if isinstance(row[0], str) else row[0].decode() for row in rows]


async def _hear_nothing_else(*players: Player) -> None:
    """The next that each of these gets is the answer to a ping: nothing was sent to them before."""
    for player in players:
        await player.wire.send(type="ping", t=77)
    for player in players:
        assert await player.wire.receive() == {"type": "pong", "t": 77}


async def test_a_second_tab_has_the_whole_view_within_a_second(house: House) -> None:
    """Scenarios 1 and 3: without waiting for the old socket, which may be half open; others hear nothing."""
    room, (ana, beto, caro, dani) = await playing(house)
    before, old = ana.wire.last, ana.wire
    old.socket.transport.pause_reading()
    began = time.perf_counter()
    await ana.connect(room)
    assert time.perf_counter() - began < 1
    assert (ana.wire.last["version"], ana.wire.last["view"]) == (before["version"], before["view"])
    await _hear_nothing_else(beto, caro, dani)
    assert ana.wire.last["view"]["game"]["clocks"]["chairs"] == []
    old.socket.transport.resume_reading()
    assert await old.closed() == Close.REPLACED


async def test_a_reload_finds_the_same_moment(house: House, tmp_path: Path) -> None:
    """Scenario 2: same hand, same prompt, the time that is left; no fact lost or doubled."""
    room, (ana, *_) = await playing(house)
    await house.clock.advance(20.3)
    before, rows = ana.wire.last, _journal(tmp_path, room)
    await ana.connect(room)
    after = ana.wire.last
    assert (after["version"], after["facts"]) == (before["version"], [])
    assert after["view"]["game"]["clocks"]["turn"] == pytest.approx(90_000 - 20_300, abs=200)
    assert after["view"]["game"] | {"clocks": 0} == before["view"]["game"] | {"clocks": 0}
    assert _journal(tmp_path, room) == rows


async def test_a_phone_that_was_locked_for_45_seconds(house: House) -> None:
    """Scenario 4: the others see the minute run; what was missed comes in order, in one batch."""
    room, (ana, beto, caro, dani) = await playing(house)
    await ana.wire.act("call", word="truco")
    await beto.wire.fact("called")
    await dani.wire.fact("called")
    seen = beto.wire.last["version"]
    await beto.wire.drop()
    told = await ana.wire.fact("dropped")
    assert told["view"]["game"]["clocks"]["chairs"] == [{"seat": 1, "ms": 60_000, "idle": False}]
    await dani.wire.fact("dropped")
    await dani.wire.act("vote", word="no-quiero")
    for _ in range(3):
        await house.clock.advance(15)
        for player in (ana, caro, dani):
            await player.wire.send(type="ping", t=0)
        await house.clock.settle()
    await ana.connect(room)
    assert ana.wire.last["view"]["game"]["clocks"]["chairs"] == [{"seat": 1, "ms": 15_000, "idle": False}]
    wire = await beto.connect(room, seen)
    facts = [fact["fact"] for fact in wire.last["facts"]]
    assert facts == [
        "member_away",
        "dropped",
        "vote_cast",
        "answered",
        "hand_ended",
        "member_back",
        "returned",
    ]
    assert wire.last["view"]["game"]["score"] == [1, 0], "the answer's point, and nothing for the absence"
    assert wire.last["view"]["game"]["clocks"]["chairs"] == []


async def test_three_of_four_drop_within_a_second(house: House, tmp_path: Path) -> None:
    """Scenario 9: three countdowns; nothing is played; the first that runs out cancels, once."""
    room, (ana, *others) = await playing(house)
    for player in others:
        await player.wire.drop()
        await ana.wire.fact("dropped")
        await house.clock.advance(0.4)
    await ana.connect(room)
    chairs = ana.wire.last["view"]["game"]["clocks"]["chairs"]
    assert [(chair["seat"], chair["ms"]) for chair in chairs] == [(1, 58_800), (2, 59_200), (3, 59_600)]
    card = ana.wire.last["view"]["game"]["held"][0]
    assert (await ana.wire.act("play", card=card))["code"] == "paused"
    for _ in range(3):
        await house.clock.advance(20)
        await ana.wire.send(type="ping", t=0)
        await house.clock.settle()
    ended = await ana.wire.fact("game_ended")
    assert ended["view"]["game"]["over"] == {"why": "cancelled", "side": None, "seat": 1}
    assert sum(entry.count('"game_ended"') for entry in _journal(tmp_path, room)) == 1
    assert not any('"card_played"' in entry for entry in _journal(tmp_path, room))


async def test_a_table_that_all_have_left_is_gone_from_memory(house: House, tmp_path: Path) -> None:
    """Scenario 10: within two minutes of the cancellation; no task, no timer; its log is kept."""
    room, players = await playing(house)
    runner = weakref.ref(house.app.state.house.registry.get(room))
    for player in players:
        await player.wire.drop()
    while len(house.app.state.house.registry.get(room).audience):
        await house.clock.settle()
    await house.clock.advance(60)
    assert any('"cancelled"' in entry for entry in _journal(tmp_path, room))
    await house.clock.advance(120)
    await house.clock.settle()
    gc.collect()
    assert runner() is None
    assert f"table {room}" not in {task.get_name() for task in asyncio.all_tasks()}
    before = house.clock.pending
    for _ in range(3):
        await house.clock.advance(60)
        assert house.clock.pending <= before, "nothing winds itself up"
    assert '"dealt"' in "".join(_journal(tmp_path, room))


async def test_a_refusal_is_for_its_client_alone_and_writes_nothing(house: House, tmp_path: Path) -> None:
    """Scenarios 13 and 14: out of turn, not held, for another seat, of a question that is no more."""
    room, (ana, beto, caro, dani) = await playing(house)
    await ana.wire.act("call", word="truco")
    for player in (beto, caro, dani):
        await player.wire.fact("called")
    question = beto.wire.last["view"]["game"]["question"]["id"]
    await beto.wire.act("vote", word="no-quiero")
    await dani.wire.fact("vote_cast")
    await dani.wire.act("vote", word="no-quiero")
    for player in (ana, beto, caro):
        await player.wire.fact("answered")
    rows = _journal(tmp_path, room)
    await beto.wire.send(type="vote", aid="r1", hand=1, question=question, word="quiero")
    refused = await beto.wire.answer("r1")
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert refused["frame"]["view"]["game"]["result"]["by"] == "refused"
    await beto.wire.send(type="play", aid="r2", hand=1, ply=0, card="1e", seat=0)
    error = await beto.wire.receive()
    assert error["params"] == {"at": "", "why": "unknown_field"}, "an action names no seat"
    await beto.wire.send(type="play", aid="r3", hand=1, ply=0, card="1e")
    assert (await beto.wire.answer("r3"))["type"] == "refused"
    await _hear_nothing_else(ana, beto, caro, dani)
    assert _journal(tmp_path, room) == rows


async def test_who_only_looks_on_does_not_act(house: House, tmp_path: Path) -> None:
    """Scenario 14: a spectator is refused, and stays."""
    (ana,) = await house.guests("Ana")
    room = (await ana.ask("POST", "/rooms", {"name": "La mesa"}))["id"]
    eva, *others = await house.guests("Eva", "Beto", "Caro", "Dani")
    await eva.ask("POST", f"/rooms/{room}/join")
    await eva.ask("PUT", f"/rooms/{room}/chair", {"seat": None})
    for player in others:
        await player.ask("POST", f"/rooms/{room}/join")
    for player in (ana, *others, eva):
        await player.connect(room)
    for player in (ana, *others):
        await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    await eva.wire.fact("dealt")
    rows = _journal(tmp_path, room)
    assert (await eva.wire.act("play", card="1e"))["code"] == "not_seated"
    assert (await eva.wire.act("fold"))["code"] == "not_seated"
    assert _journal(tmp_path, room) == rows
    assert eva.wire.last["view"]["game"]["held"] == []
    await _hear_nothing_else(eva)


async def test_a_partner_drops_at_three_seconds_and_is_back_at_eight(house: House) -> None:
    """Scenario 16: the vote stands again, the window is not prolonged, they agree in the last second."""
    room, (ana, beto, _, dani) = await playing(house)
    await ana.wire.act("call", word="truco")
    for player in (beto, dani):
        await player.wire.fact("called")
    await beto.wire.act("vote", word="quiero")
    await dani.wire.fact("vote_cast")
    await house.clock.advance(3)
    await beto.wire.drop()
    dropped = await dani.wire.fact("dropped")
    assert dropped["view"]["game"]["question"]["votes"] == {"1": "no-quiero"}
    await house.clock.advance(5)
    await beto.connect(room)
    assert beto.wire.last["view"]["game"]["clocks"]["question"] == 2000
    await dani.wire.fact("returned")
    await house.clock.advance(1.5)
    frame = await dani.wire.act("vote", word="quiero")
    assert [fact["fact"] for fact in frame["facts"]] == ["vote_cast", "answered"]
    assert frame["view"]["game"]["worth"] == 2


@pytest.mark.parametrize("in_time", [True, False])
async def test_the_loop_stalls_while_the_wall_clock_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_time: bool
) -> None:
    """Scenario 18: on the machine's own clocks. What was readable counts; an hour more or less does not."""
    clock = cast(FakeClock, LoopClock())
    async with open_house(tmp_path, clock, vote_seconds=2) as house:
        _, (ana, beto, _, dani) = await playing(house)
        await ana.wire.act("call", word="truco")
        for player in (beto, dani):
            await player.wire.fact("called")
        wall = time.time
        monkeypatch.setattr(time, "time", lambda: wall() + 3600)
        question = beto.wire.last["view"]["game"]["question"]["id"]
        vote: dict[str, Any] = {"type": "vote", "hand": 1, "question": question, "word": "quiero"}
        if in_time:
            await beto.wire.send(aid="b", **vote)
            await dani.wire.send(aid="d", **vote)
        time.sleep(3)  # noqa: ASYNC251
        told = await ana.wire.fact("answered")
        (answered,) = [fact for fact in told["facts"] if fact["fact"] == "answered"]
        assert answered["word"] == ("quiero" if in_time else "no-quiero")
        if not in_time:
            monkeypatch.setattr(time, "time", lambda: wall() - 3600)
            await beto.wire.send(aid="b", **vote)
            assert (await beto.wire.answer("b"))["code"] == "late"


async def test_bad_messages_disturb_no_other_table_and_leave_no_traceback(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Scenario 19."""
    _, (ana, beto, *_) = await playing(house)
    _, (ema, *others) = await playing(house, "Ema", "Fede", "Gabi", "Hugo")
    deep = '{"type":"ping","t":' + "[" * 1800 + "]" * 1800 + "}"
    for text in ("nonsense", deep, b"\x00", '{"type":"play","aid":"é"}'):
        wire = ana.wire if text == "nonsense" else beto.wire
        await wire.socket.send(text)
        error = await wire.until(lambda message: message["type"] == "error")
        assert error["code"] == "bad_message"
    assert await beto.wire.closed() == Close.POLICY
    await _hear_nothing_else(ema, *others)
    await ema.wire.act("play", card=ema.wire.last["view"]["game"]["held"][0])
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING]


async def test_a_message_that_never_ends_keeps_no_socket_open(house: House) -> None:
    """Scenario 23: parts of a message are no sign of life."""
    _, (ana, beto, *_) = await seated(house)
    ana.wire.socket.transport.write(b"\x01\x81\0\0\0\0{")  # a text, of which this is not the end
    for _ in range(7):
        ana.wire.socket.transport.write(b"\x00\x81\0\0\0\0 ")
        await house.clock.advance(4.9)
        await beto.wire.send(type="ping", t=0)
        await house.clock.settle()
    await house.clock.advance(0.8)
    assert await ana.wire.closed() == Close.SLOW
    assert (await beto.wire.fact("member_away"))["facts"][0]["member"] == ana.id


async def test_the_log_of_a_table_that_broke_is_kept(house: House, tmp_path: Path) -> None:
    """Scenario 30: and no other table notices."""
    room, (ana, *_) = await playing(house)
    _, (ema, *others) = await playing(house, "Ema", "Fede", "Gabi", "Hugo")
    rows = _journal(tmp_path, room)
    house.app.state.house.registry.get(room).table._deadlines = None
    card = ana.wire.last["view"]["game"]["held"][0]
    await ana.wire.send(type="play", aid="breaks", hand=1, ply=0, card=card)
    error = await ana.wire.until(lambda message: message["type"] == "error")
    assert error["code"] == "table_error"
    assert await ana.wire.closed() == Close.INTERNAL
    assert _journal(tmp_path, room) == rows
    await _hear_nothing_else(ema, *others)
    await ema.wire.act("play", card=ema.wire.last["view"]["game"]["held"][0])


async def test_no_record_and_no_deal_is_to_be_had_of_a_game_that_is_on(house: House) -> None:
    """Scenario 32: what REST says while a game is on names no card, to nobody."""
    room, players = await playing(house)
    stranger = await house.guest("Ema")
    for guest in (*players, stranger):
        for path in (f"/rooms/{room}", "/rooms", "/guests/me/games", "/guests/me/room"):
            answer = await guest.api.get(path)
            held = {card for player in players for card in player.wire.last["view"]["game"]["held"]}
            assert not [card for card in held if f'"{card}"' in answer.text], (path, answer.text)
        assert (await guest.api.get(f"/games/{room}-1/record")).status_code in (404, 409)
        share = await guest.api.post(f"/games/{room}-1/shares")
        assert share.status_code in (404, 409)
