"""Clocks at the table: votes, chairs, the order of what comes in and what runs out."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.house import House, Message, Player, open_house, playing, seated


async def _truco(house: House) -> tuple[str, list[Player]]:
    """Seat 0 has called truco; seats 1 and 3 are asked, and everyone has the frame that says so."""
    room, players = await playing(house)
    await players[0].wire.act("call", word="truco")
    for player in players[1:]:
        await player.wire.fact("called")
    return room, players


async def test_a_vote_at_9_9_seconds_counts(house: House) -> None:
    """Scenario 15"""
    _, (_, beto, _, dani) = await _truco(house)
    await house.clock.advance(9.9)
    await beto.wire.act("vote", word="quiero")
    frame = await dani.wire.act("vote", word="quiero")
    assert [fact["fact"] for fact in frame["facts"]] == ["vote_cast", "answered"]
    await house.clock.advance(0.2)
    await house.clock.settle()
    assert frame["view"]["game"]["truco"]["chain"] == ["truco"]


async def test_a_vote_at_10_1_seconds_is_late_and_the_outcome_happens_once(house: House) -> None:
    """Scenarios 13 and 15"""
    _, (ana, beto, _, dani) = await _truco(house)
    question = beto.wire.last["view"]["game"]["question"]["id"]
    await house.clock.advance(10.1)
    await beto.wire.send(type="vote", aid="late", hand=1, question=question, word="quiero")
    refused = await beto.wire.answer("late")
    assert (refused["type"], refused["code"]) == ("refused", "late")
    assert refused["frame"]["view"]["game"]["result"]["by"] == "refused", "the fresh view comes along"
    for player in (ana, dani):
        lapsed = await player.wire.fact("votes_lapsed")
        assert [fact["fact"] for fact in lapsed["facts"]].count("hand_ended") == 1


async def test_the_votes_that_were_readable_count_before_a_time_out_that_comes_late(house: House) -> None:
    """B9.3: the loop hangs over the deadline; the votes were sent before it looks again."""
    _, (ana, beto, _, dani) = await _truco(house)
    for player in (beto, dani):
        question = player.wire.last["view"]["game"]["question"]["id"]
        await player.wire.send(type="vote", aid="in-time", hand=1, question=question, word="quiero")
    house.clock.stall(13)
    for player in (beto, dani):
        assert (await player.wire.answer("in-time"))["type"] == "frame"
    answered = (await ana.wire.fact("answered"))["facts"][0]
    assert (answered["side"], answered["word"]) == (1, "quiero")


async def test_votes_are_shown_to_the_partner_only(house: House) -> None:
    """Scenarios 16 and 32"""
    _, (ana, beto, caro, dani) = await _truco(house)
    frame = await beto.wire.act("vote", word="quiero")
    assert frame["view"]["game"]["question"]["votes"] == {"1": "quiero"}
    assert (await dani.wire.fact("vote_cast"))["view"]["game"]["question"]["votes"] == {"1": "quiero"}
    await dani.wire.act("vote", word="no-quiero")
    await dani.wire.act("vote", word="quiero")
    for player in (ana, caro):
        told = await player.wire.frame()
        assert [fact["fact"] for fact in told["facts"]] == ["answered"], "no frame for a hidden vote"


async def test_a_question_that_is_settled_is_stale(house: House) -> None:
    """Scenario 13"""
    _, (_, beto, _, dani) = await _truco(house)
    question = beto.wire.last["view"]["game"]["question"]["id"]
    await beto.wire.act("vote", word="quiero")
    await dani.wire.act("vote", word="quiero")
    await beto.wire.send(type="vote", aid="again", hand=1, question=question, word="no-quiero")
    refused = await beto.wire.answer("again")
    assert (refused["code"], refused["frame"]["facts"]) == ("stale", [])
    assert refused["frame"]["view"]["game"]["question"] is None


async def test_refusals_change_nothing_and_leave_the_socket_open(house: House) -> None:
    """Scenario 14"""
    _, (ana, beto, *_) = await playing(house)
    version = ana.wire.last["version"]
    card, not_held = beto.wire.last["view"]["game"]["held"][0], "1e"
    assert (await beto.wire.act("play", card=card))["code"] == "not_your_turn"
    held = ana.wire.last["view"]["game"]["held"]
    not_held = next(card for card in ("1e", "1b", "7e", "7o") if card not in held)
    assert (await ana.wire.act("play", card=not_held))["code"] == "not_your_card"
    assert (await ana.wire.act("call", word="retruco"))["code"] == "not_open"
    assert (await ana.wire.act("call", word="mus"))["type"] == "refused"
    assert (await ana.wire.act("vote", question=1, word="quiero"))["type"] == "refused"
    frame = await ana.wire.act("play", card=held[0])
    assert frame["version"] == version + 1


async def test_the_same_aid_again_is_answered_again_and_done_once(house: House) -> None:
    """Scenario 12"""
    _, (ana, beto, *_) = await playing(house)
    card = ana.wire.last["view"]["game"]["held"][0]
    message = {"type": "play", "aid": "once", "hand": 1, "ply": 0, "card": card}
    await ana.wire.send(**message)
    first = await ana.wire.answer("once")
    await ana.wire.send(**message)
    second = await ana.wire.answer("once")
    assert (first["ack"]["dup"], second["ack"]["dup"], second["facts"]) == (False, True, [])
    assert second["version"] == first["version"]
    await beto.wire.fact("card_played")


async def test_the_next_game_may_use_an_aid_again(house: House) -> None:
    room, players = await playing(house)
    ana, beto, *_ = players
    await _play_as(ana, "x1")
    await beto.ask("POST", f"/rooms/{room}/leave")
    await beto.ask("POST", f"/rooms/{room}/join")
    await beto.connect(room)
    for player in players:
        await player.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    await ana.wire.fact("dealt")
    assert (await _play_as(ana, "x1"))["ack"] == {"aid": "x1", "dup": False}


async def _play_as(player: Player, aid: str) -> Message:
    """Plays the first card of a game under this name."""
    card = player.wire.last["view"]["game"]["held"][0]
    await player.wire.send(type="play", aid=aid, hand=1, ply=0, card=card)
    return await player.wire.answer(aid)


async def test_return_at_59_9_seconds_and_all_is_as_before(house: House) -> None:
    """Scenario 8"""
    room, (ana, beto, *_) = await playing(house)
    before = beto.wire.last["view"]["game"]["held"]
    await beto.wire.drop()
    told = await ana.wire.fact("dropped")
    assert told["view"]["game"]["clocks"]["chairs"] == [{"seat": 1, "ms": 60000, "idle": False}]
    assert (await ana.wire.act("play", card=told["view"]["game"]["held"][0]))["code"] == "paused"
    await _wait_awake(house, 59.9, ana)
    wire = await beto.connect(room)
    assert wire.last["view"]["game"]["held"] == before
    await ana.wire.fact("returned")
    await ana.wire.act("play", card=ana.wire.last["view"]["game"]["held"][0])


async def test_return_at_60_1_seconds_finds_the_game_cancelled(house: House) -> None:
    """Scenario 8"""
    room, (ana, beto, caro, dani) = await playing(house)
    await beto.wire.drop()
    await ana.wire.fact("dropped")
    await _wait_awake(house, 60.1, ana, caro, dani)
    ended = await ana.wire.fact("game_ended")
    assert ended["view"]["room"]["last"]["why"] == "cancelled"
    assert ended["view"]["room"]["last"]["name"] == "Beto"
    assert ended["view"]["room"]["chairs"][1] is None
    wire = await beto.connect(room)
    assert wire.last["view"]["room"]["playing"] is False


async def test_leaving_in_mid_game_cancels_it_at_once(house: House) -> None:
    room, (ana, beto, *_) = await playing(house)
    await beto.ask("POST", f"/rooms/{room}/leave")
    ended = await ana.wire.fact("game_ended")
    assert ended["view"]["game"]["over"] == {"why": "left", "side": None, "seat": 1}
    assert await beto.wire.closed() == 4404


async def test_the_missed_facts_come_in_one_batch(house: House) -> None:
    """Scenario 4"""
    room, (ana, beto, *_) = await playing(house)
    seen = beto.wire.last["version"]
    card = ana.wire.last["view"]["game"]["held"][0]
    await ana.wire.act("play", card=card)
    await beto.wire.drop()
    await ana.wire.fact("dropped")
    wire = await beto.connect(room, seen)
    assert [fact["fact"] for fact in wire.last["facts"]] == [
        "card_played",
        "member_away",
        "dropped",
        "member_back",
        "returned",
    ]
    again = await beto.connect(room, wire.last["version"])
    assert again.last["facts"] == []


async def _all_gone(house: House) -> tuple[str, list[Player]]:
    room, players = await playing(house)
    for player in players:
        await player.wire.drop()
    while len(house.app.state.house.registry.get(room).audience):
        await house.clock.settle()
    await house.clock.settle()
    return room, players


async def test_a_table_that_all_have_left_leaves_memory_and_is_there_when_they_come_back(
    house: House,
) -> None:
    """Scenario 10"""
    room, (ana, *_) = await _all_gone(house)
    await house.clock.advance(60.1)
    assert house.app.state.house.registry.get(room), "the game was cancelled, the chairs wait"
    await house.clock.advance(60.1)
    assert house.app.state.house.registry.get(room) is None
    assert house.clock.pending <= 2, "the room's end, and nothing of the four sockets"
    assert await ana.ask("GET", "/guests/me/room") == {"room": room}
    assert await ana.ask("GET", "/rooms") == {"rooms": []}
    wire = await ana.connect(room)
    assert wire.last["view"]["room"]["last"]["why"] == "cancelled"
    assert wire.last["view"]["room"]["chairs"] == [None] * 4
    await ana.ask("PUT", f"/rooms/{room}/chair", {"seat": 2})


async def test_who_comes_back_alone_finds_a_table_that_lives(house: House) -> None:
    """Also while the time of another, who stood up and went, runs on for long."""
    room, (ana, *others) = await seated(house)
    for player in others:
        await player.ask("PUT", f"/rooms/{room}/chair", {"seat": None})
        await player.wire.close()
    await house.clock.settle()
    await ana.wire.close()
    await house.clock.settle()
    await ana.connect(room)
    assert [one["id"] for one in (await ana.ask("GET", "/rooms"))["rooms"]] == [room]
    await ana.ask("PUT", f"/rooms/{room}/ready", {"ready": True})
    await ana.wire.fact("ready_set")


async def test_a_room_with_a_taken_chair_stays_however_long_chairs_wait(tmp_path: Path) -> None:
    async with open_house(tmp_path, chair_seconds=3600) as house:
        ana = await house.guest("Ana")
        room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
        assert await ana.ask("GET", "/guests/me/room") == {"room": room["id"]}
        assert [one["id"] for one in (await ana.ask("GET", "/rooms"))["rooms"]] == [room["id"]]


async def test_a_room_does_not_close_before_its_own_time(house: House) -> None:
    """Though the time of one who went long before is over."""
    room, (ana, beto, *others) = await seated(house)
    for player in others:
        await player.ask("POST", f"/rooms/{room}/leave")
    await beto.ask("PUT", f"/rooms/{room}/chair", {"seat": None})
    await beto.wire.close()
    await _wait_awake(house, 300, ana)
    await ana.wire.close()
    await house.clock.settle()
    await house.clock.advance(400)
    assert await beto.ask("GET", "/guests/me/room") == {"room": None}
    assert await ana.ask("GET", "/guests/me/room") == {"room": room}


async def test_a_room_that_nobody_came_back_to_closes(house: House, tmp_path: Path) -> None:
    room, players = await _all_gone(house)
    await house.clock.advance(601)
    await house.clock.settle()
    assert await players[0].problem("GET", f"/rooms/{room}") == (404, "no_room")
    assert await players[0].ask("GET", "/guests/me/room") == {"room": None}
    assert house.clock.pending == 0
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database:
        assert database.execute("SELECT count(*) FROM rooms WHERE closed_at IS NULL").fetchone() == (0,)


async def _wait_awake(house: House, seconds: float, *players: Player) -> None:
    """Lets time pass while these players' clients give their signs of life."""
    left = seconds
    while left > 0:
        step = min(left, 20)
        await house.clock.advance(step)
        left -= step
        for player in players:
            await player.wire.send(type="ping", t=0)
        await house.clock.settle()
