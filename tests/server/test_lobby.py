"""Rooms, from the list in the lobby to the chair at the table."""

import asyncio
import re

import segno

from tests.server.house import House, playing, seated


async def test_who_opens_a_room_sits_on_its_first_chair_and_is_host(house: House) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "  La   mesa "})
    assert room["name"] == "La mesa"
    assert (room["host"], room["you"], room["playing"], room["score"]) == (ana.id, True, False, None)
    assert [chair and chair["name"] for chair in room["chairs"]] == ["Ana", None, None, None]
    assert room["rules"] == {"name": "barajamos", "seats": 4, "target": 30, "halves": True}
    assert await ana.ask("GET", "/guests/me/room") == {"room": room["id"]}
    assert (await ana.ask("GET", f"/rooms/{room['id']}")) == room


async def test_the_list_has_public_rooms_and_no_codes(house: House) -> None:
    ana, beto, caro = await house.guests("Ana", "Beto", "Caro")
    room = await ana.ask("POST", "/rooms", {"name": "Abierta"})
    await beto.ask("POST", "/rooms", {"name": "Privada", "public": False})
    (listed,) = (await caro.ask("GET", "/rooms"))["rooms"]
    assert (listed["id"], listed["code"], listed["you"]) == (room["id"], None, False)
    async with house.visitor() as stranger:
        assert (await stranger.get("/rooms")).json()["rooms"] == [listed]


async def test_a_private_room_is_reached_by_its_code_only(house: House) -> None:
    ana, beto, caro = await house.guests("Ana", "Beto", "Caro")
    room = await ana.ask("POST", "/rooms", {"name": "Privada", "public": False})
    path = f"/rooms/{room['id']}"
    assert await beto.problem("GET", path) == (404, "no_room")
    assert await beto.problem("POST", f"{path}/join") == (404, "no_room"), "as where there is none"
    assert await beto.problem("POST", f"{path}/join", {"code": "0000-0000-00000"}) == (404, "wrong_code")
    assert await beto.problem("GET", f"{path}/qr.svg") == (404, "no_room")
    assert (await beto.ask("POST", f"{path}/join", {"code": room["code"]}))["you"]
    sloppy = room["code"].replace("-", "").lower().replace("0", "o").replace("1", "l")
    assert (await caro.ask("POST", "/rooms/join", {"code": sloppy}))["id"] == room["id"]


async def test_codes_are_not_to_be_guessed(house: House) -> None:
    """Scenario 23"""
    ana, beto = await house.guests("Ana", "Beto")
    room = await ana.ask("POST", "/rooms", {"name": "Privada", "public": False})
    for _ in range(10):
        assert await beto.problem("POST", "/rooms/join", {"code": "nonsense"}) == (404, "wrong_code")
    assert await beto.problem("POST", "/rooms/join", {"code": room["code"]}) == (429, "throttled")
    await house.clock.advance(6.1)
    assert (await beto.ask("POST", "/rooms/join", {"code": room["code"]}))["you"]


async def test_two_for_the_last_chair_one_gets_it(house: House) -> None:
    """Scenario 11"""
    ana, beto, caro, *two = await house.guests("Ana", "Beto", "Caro", "Dani", "Ema")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    for player in (beto, caro):
        await player.ask("POST", f"/rooms/{room['id']}/join")
    answers = await asyncio.gather(*(player.api.post(f"/rooms/{room['id']}/join") for player in two))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (refused,) = [answer.json() for answer in answers if answer.status_code == 409]
    assert refused["code"] == "room_full"
    loser = two[[answer.status_code for answer in answers].index(409)]
    assert await loser.ask("GET", "/guests/me/room") == {"room": None}
    await loser.ask("POST", "/rooms", {"name": "Otra"})


async def test_a_guest_is_in_one_room_at_a_time(house: House) -> None:
    """Scenario 11"""
    ana, beto = await house.guests("Ana", "Beto")
    room = await ana.ask("POST", "/rooms", {"name": "Una"})
    other = await beto.ask("POST", "/rooms", {"name": "Otra"})
    answer = await beto.api.post(f"/rooms/{room['id']}/join")
    assert (answer.status_code, answer.json()["code"]) == (409, "elsewhere")
    assert answer.json()["params"] == {"room": other["id"]}
    assert await beto.problem("POST", "/rooms", {"name": "Tercera"}) == (409, "elsewhere")
    assert await beto.problem("POST", "/rooms/quick") == (409, "elsewhere")
    assert (await beto.ask("POST", f"/rooms/{other['id']}/join"))["you"], "of one's own one stays a member"


async def test_two_rooms_at_once_do_not_get_one_guest(house: House) -> None:
    """Scenario 11"""
    ana, beto, caro = await house.guests("Ana", "Beto", "Caro")
    rooms = [(await player.ask("POST", "/rooms", {"name": "Una"}))["id"] for player in (ana, beto)]
    answers = await asyncio.gather(*(caro.api.post(f"/rooms/{room}/join") for room in rooms))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_the_same_room_at_once_is_joined_once(house: House) -> None:
    """Scenario 11: nobody sits in two chairs."""
    ana, beto = await house.guests("Ana", "Beto")
    room = (await ana.ask("POST", "/rooms", {"name": "Una"}))["id"]
    answers = await asyncio.gather(*(beto.api.post(f"/rooms/{room}/join") for _ in range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    chairs = (await ana.ask("GET", f"/rooms/{room}"))["chairs"]
    assert [chair and chair["name"] for chair in chairs] == ["Ana", "Beto", None, None]


async def test_play_now_fills_the_fullest_room_first(house: House) -> None:
    players = await house.guests("Ana", "Beto", "Caro", "Dani", "Ema", "Fede", "Gabi", "Hugo", "Inés")
    lonely = await players[0].ask("POST", "/rooms", {"name": "Sola"})
    fuller = await players[1].ask("POST", "/rooms", {"name": "Llena"})
    await players[2].ask("POST", f"/rooms/{fuller['id']}/join")
    await players[3].ask("POST", "/rooms", {"name": "Privada", "public": False})
    rooms = [(await player.ask("POST", "/rooms/quick"))["id"] for player in players[4:]]
    assert rooms == [fuller["id"], fuller["id"], lonely["id"], lonely["id"], lonely["id"]]


async def test_play_now_tells_who_is_in_a_room_which(house: House) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms/quick")
    answer = await ana.api.post("/rooms/quick")
    assert (answer.status_code, answer.json()["code"]) == (409, "elsewhere")
    assert answer.json()["params"] == {"room": room["id"]}


async def test_play_now_never_overfills_and_nobody_waits_alone(house: House) -> None:
    players = await house.guests(*(f"Jugador {n}" for n in "abcdefgh"))
    rooms = await asyncio.gather(*(player.ask("POST", "/rooms/quick") for player in players))
    counts = {id: sum(room["id"] == id for room in rooms) for id in {room["id"] for room in rooms}}
    assert sorted(counts.values()) == [4, 4]


async def test_play_now_passes_by_a_room_where_someone_looks_the_same(house: House) -> None:
    ana, other = await house.guests("Ana", "Аnа")
    room = await ana.ask("POST", "/rooms/quick")
    assert await other.problem("POST", f"/rooms/{room['id']}/join") == (409, "name_taken")
    assert (await other.ask("POST", "/rooms/quick"))["id"] != room["id"]


async def test_chairs_are_chosen_changed_and_given_up(house: House) -> None:
    room, (_, beto, caro, dani) = await seated(house)
    path = f"/rooms/{room}/chair"
    await dani.ask("POST", f"/rooms/{room}/leave")
    assert (await beto.ask("PUT", path, {"seat": 3}))["chairs"][3]["name"] == "Beto"
    assert await caro.problem("PUT", path, {"seat": 3}) == (409, "chair_taken")
    assert await caro.problem("PUT", path, {"seat": 9}) == (409, "no_chair")
    standing = await caro.ask("PUT", path, {"seat": None})
    assert [chair and chair["name"] for chair in standing["chairs"]] == ["Ana", None, None, "Beto"]
    assert standing["you"]


async def test_the_host_decides_until_a_game_is_on(house: House) -> None:
    room, (ana, beto, caro, dani) = await seated(house)
    path = f"/rooms/{room}"
    assert await beto.problem("PATCH", path, {"public": False}) == (403, "not_host")
    changed = await ana.ask("PATCH", path, {"public": False, "records": "closed", "name": " Nueva "})
    assert (changed["public"], changed["records"], changed["name"]) == (False, "closed", "Nueva")
    assert await ana.problem("PATCH", path, {"name": "\u202e"}) == (422, "name_characters")
    assert await beto.problem("DELETE", f"{path}/chairs/3") == (403, "not_host")
    wrong = f"{path}/chairs/3?member={changed['chairs'][1]['id']}"
    assert await ana.problem("DELETE", wrong) == (409, "chair_taken")
    right = f"{path}/chairs/3?member={changed['chairs'][3]['id']}"
    assert (await ana.ask("DELETE", right))["chairs"][3] is None
    await dani.ask("PUT", f"{path}/chair", {"seat": 3})
    for player in (ana, beto, caro, dani):
        await player.ask("PUT", f"{path}/ready", {"ready": True})
    assert await ana.problem("PATCH", path, {"public": True}) == (409, "game_on")
    assert await ana.problem("DELETE", path) == (409, "game_on")
    assert await beto.problem("PUT", f"{path}/chair", {"seat": None}) == (409, "game_on")


async def test_a_host_who_leaves_hands_the_room_on(house: House) -> None:
    """Scenario 11"""
    room, (ana, beto, *_) = await seated(house)
    await ana.ask("POST", f"/rooms/{room}/leave")
    assert (await beto.ask("GET", f"/rooms/{room}"))["host"] == beto.id
    assert await ana.wire.closed() == 4404


async def test_a_closed_room_is_gone_for_all(house: House) -> None:
    room, players = await seated(house)
    await players[0].ask("DELETE", f"/rooms/{room}")
    for player in players:
        assert await player.wire.closed() == 4404
        assert await player.ask("GET", "/guests/me/room") == {"room": None}
    assert await players[0].problem("GET", f"/rooms/{room}") == (404, "no_room")
    await players[1].ask("POST", "/rooms", {"name": "Otra"})


async def test_an_empty_room_closes_after_ten_minutes(house: House) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    await ana.ask("POST", f"/rooms/{room['id']}/leave")
    assert await ana.problem("PUT", f"/rooms/{room['id']}/ready", {"ready": True}) == (403, "not_member")
    await house.clock.advance(601)
    assert await ana.problem("GET", f"/rooms/{room['id']}") == (404, "no_room")


async def test_a_room_in_play_shows_its_score_and_hand(house: House) -> None:
    room, (ana, *_) = await playing(house)
    shown = await ana.ask("GET", f"/rooms/{room}")
    assert (shown["playing"], shown["score"], shown["hand"], shown["waiting_seconds"]) == (True, [0, 0], 1, 0)


def dark(picture: str) -> set[tuple[int, int]]:
    """The dark modules of a QR code that is drawn as strokes, one row below the other."""
    (strokes,) = re.findall(r'<path [^>]*stroke="#000"[^>]* d="([^"]+)"', picture)
    found: set[tuple[int, int]] = set()
    x, y = 0, 0.0
    for verb, across, down in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", strokes):
        if verb == "M":
            x, y = int(across), float(down)
        elif verb == "m":
            x, y = x + int(across), y + float(down)
        else:
            found |= {(at, int(y)) for at in range(x, x + int(across))}
            x += int(across)
    return found


async def test_an_invite_as_a_picture(house: House) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    answer = await ana.api.get(f"/rooms/{room['id']}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    link = segno.make(f"{house.url}/#/i/{room['code']}", error="m", micro=False)
    assert dark(answer.text) == {
        (x + 2, y + 2) for y, row in enumerate(link.matrix) for x, module in enumerate(row) if module
    }
    answer = await ana.api.get(f"/rooms/{room['id']}/qr.svg", headers={"host": "x" * 3000})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


async def test_the_rule_sets_on_offer(house: House) -> None:
    async with house.visitor() as visitor:
        (only,) = (await visitor.get("/rulesets")).json()["rulesets"]
    assert only == {"name": "barajamos", "seats": 4, "target": 30, "halves": True}
