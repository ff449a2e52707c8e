"""Who one is, and how one comes back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.house import House, open_house
from truco.server.identity import digest, new_code, read_code


async def test_a_guest_is_known_by_cookie_or_bearer(house: House) -> None:
    async with house.visitor() as browser:
        made = await browser.post("/guests", json={"name": " Ana "})
        guest = made.json()
        assert (made.status_code, guest["name"], set(guest)) == (201, "Ana", {"id", "name", "token"})
        cookie = made.headers["set-cookie"]
        assert all(part in cookie for part in (guest["token"], "HttpOnly", "SameSite=lax", "Path=/"))
        assert "Secure" not in cookie
        (mark,) = (one for one in made.headers.get_list("set-cookie") if one.startswith("truco_known="))
        assert "HttpOnly" not in mark and guest["token"] not in mark, (
            "the page may read that there is a guest"
        )
        assert (await browser.get("/guests/me")).json() == {"id": guest["id"], "name": "Ana"}
    async with house.visitor(authorization=f"bearer {guest['token']}") as program:
        assert (await program.get("/guests/me")).json()["id"] == guest["id"]


async def test_behind_a_proxy_with_https_the_cookie_is_secure(house: House) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
    async with house.visitor(**headers) as browser:
        made = await browser.post("/guests", json={"name": "Ana"})
    assert all("Secure" in cookie for cookie in made.headers.get_list("set-cookie"))


async def test_only_the_hash_of_a_token_is_stored(house: House, tmp_path: Path) -> None:
    """Scenario 6"""
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    await house.clock.advance(1)
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database:
        stored = database.execute("SELECT id, token_hash FROM guests").fetchall()
    assert stored == [(ana.id, digest(ana.token))]
    for file in tmp_path.iterdir():
        assert ana.token.encode() not in file.read_bytes()
    assert room["code"] not in house.url


async def test_a_new_name_holds_from_the_next_room_on(house: House) -> None:
    ana = await house.guest("Ana")
    room = await ana.ask("POST", "/rooms", {"name": "La mesa"})
    assert (await ana.ask("PATCH", "/guests/me", {"name": "Anita"}))["name"] == "Anita"
    assert (await ana.ask("GET", f"/rooms/{room['id']}"))["chairs"][0]["name"] == "Ana"
    await ana.ask("POST", f"/rooms/{room['id']}/leave")
    assert (await ana.ask("POST", "/rooms", {"name": "Otra"}))["chairs"][0]["name"] == "Anita"


async def test_log_out_everywhere_makes_the_token_worthless(house: House) -> None:
    """Scenario 6"""
    ana = await house.guest("Ana")
    answer = await ana.api.delete("/guests/me/session")
    assert answer.status_code == 204
    assert all(f'{name}=""' in answer.headers["set-cookie"] for name in ("truco_guest", "truco_known"))
    assert await ana.problem("GET", "/guests/me") == (401, "no_guest")


async def test_one_address_makes_so_many_guests_in_a_minute(tmp_path: Path) -> None:
    async with open_house(tmp_path, guests_per_minute=3) as house, house.visitor() as visitor:
        for _ in range(3):
            assert (await visitor.post("/guests", json={"name": "Ana"})).status_code == 201
        refused = await visitor.post("/guests", json={"name": "Ana"})
        assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
        assert int(refused.headers["retry-after"]) >= 20
        assert (await visitor.post("/guests", json={"name": ""})).status_code == 422, (
            "a wrong name costs nothing"
        )
        await house.clock.advance(20.1)
        assert (await visitor.post("/guests", json={"name": "Ana"})).status_code == 201
        elsewhere = {"x-forwarded-for": "203.0.113.7"}
        assert (await visitor.post("/guests", json={"name": "Ana"}, headers=elsewhere)).status_code == 201


def test_codes_have_65_bits_and_are_read_as_people_write_them() -> None:
    """Scenario 23"""
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    for code in codes:
        assert [len(part) for part in code.split("-")] == [4, 4, 5]
        assert read_code(code.lower().replace("-", " ")) == code
    assert read_code("oI1l-0000-00000") == "0111-0000-00000"
    assert [read_code(text) for text in ("", "0" * 12, "0" * 14, "U" * 13, "é" * 13)] == [None] * 5
