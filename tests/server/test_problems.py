"""Every error of REST is a problem of one form, and says nothing of what was sent."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.server.house import House, open_house
from truco.server.schemas import Problem

SECRET = "s3cr3t-tok3n"


STRANGERS = [
    ("GET", "/nothing", None, 404, "not_found"),
    ("DELETE", "/rooms", None, 405, "method_not_allowed"),
    ("POST", "/guests", {}, 422, "bad_request"),
    ("POST", "/guests", {"name": 3}, 422, "bad_request"),
    ("POST", "/guests", {"name": "Ana", SECRET: 1}, 422, "bad_request"),
    ("POST", "/guests", {"name": SECRET * 30}, 422, "bad_request"),
    ("POST", "/guests", {"name": SECRET * 2}, 422, "name_long"),
    ("POST", "/guests", {"name": " "}, 422, "name_empty"),
    ("POST", "/guests", {"name": "A\u202e"}, 422, "name_characters"),
    ("POST", "/guests", [], 422, "bad_request"),
    ("GET", "/guests/me", None, 401, "no_guest"),
    ("POST", "/rooms", {"name": "x"}, 401, "no_guest"),
    ("GET", "/rooms/nowhere", None, 404, "no_room"),
    ("POST", "/rooms/nowhere/join", None, 401, "no_guest"),
    ("GET", "/games/none/record", None, 401, "no_guest"),
    ("POST", "/shares/record", {"code": SECRET}, 404, "wrong_code"),
    ("GET", f"/rooms/{'x' * 80}", None, 422, "bad_request"),
]
GUESTS = [
    ("POST", "/rooms", {"name": "x" * 25}, 422, "name_long"),
    ("POST", "/rooms", {"name": "x", "rules": "mus"}, 422, "bad_request"),
    ("POST", "/rooms", {"name": "x", "records": "some"}, 422, "bad_request"),
    ("POST", "/rooms", {"name": "x", "public": "yes"}, 422, "bad_request"),
    ("POST", "/rooms/nowhere/leave", None, 404, "no_room"),
    ("PUT", "/rooms/nowhere/chair", {"seat": 0}, 404, "no_room"),
    ("PUT", "/rooms/nowhere/chair", {"seat": -1}, 422, "bad_request"),
    ("PUT", "/rooms/nowhere/chair", {}, 422, "bad_request"),
    ("DELETE", "/rooms/nowhere/chairs/x", None, 422, "bad_request"),
    ("GET", "/games/none/record", None, 404, "no_record"),
    ("POST", "/games/none/shares", None, 404, "no_record"),
    ("GET", "/guests/me/games?limit=0", None, 422, "bad_request"),
    ("GET", f"/guests/me/games?before={2**63}", None, 422, "bad_request"),
    ("POST", "/rooms/nowhere/join", {}, 404, "no_room"),
    ("POST", "/rooms/nowhere/join", {"code": "0000-0000-00000"}, 404, "wrong_code"),
]


async def test_each_has_its_status_and_code(house: House) -> None:
    async with house.visitor() as visitor:
        for method, path, body, status, code in STRANGERS:
            answer = await visitor.request(method, path, json=body)
            problem = answer.json()
            told = (answer.status_code, problem["status"], problem["code"])
            assert told == (status, status, code), (method, path, body)
            assert answer.headers["content-type"] == "application/problem+json"
            assert SECRET not in answer.text
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            jsonschema.validate(problem, Problem.model_json_schema())


async def test_each_of_a_guests_too(house: House) -> None:
    ana = await house.guest("Ana")
    for method, path, body, status, code in GUESTS:
        assert await ana.problem(method, path, body) == (status, code), (method, path, body)


async def test_broken_json_and_large_bodies(house: House) -> None:
    headers = {"content-type": "application/json"}
    async with house.visitor() as visitor:
        broken = await visitor.post("/guests", content=b"{", headers=headers)
        assert (broken.status_code, broken.json()["code"]) == (422, "bad_request")
        for odd in (b"[" * 8000, b'{"name":' + b"9" * 5000 + b"}"):
            answer = await visitor.post("/guests", content=odd, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")
        text = await visitor.post(
            "/guests", content=b'{"name":"Ana"}', headers={"content-type": "text/plain"}
        )
        assert text.status_code == 422, "a form of another page cannot be read as JSON"
        large = await visitor.post("/guests", content=b'{"name":"' + b"x" * 20_000 + b'"}', headers=headers)
        assert (large.status_code, large.json()["code"]) == (413, "body_too_large")

        async def drops() -> AsyncIterator[bytes]:
            for _ in range(20):
                yield b"x" * 1000

        large = await visitor.post("/guests", content=drops(), headers=headers)
        assert (large.status_code, large.json()["code"]) == (413, "body_too_large")


async def test_a_page_of_another_origin_may_change_nothing(house: House) -> None:
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:99999999"},
        {"sec-fetch-site": "cross-site"},
    ):
        async with house.visitor(**headers) as page:
            refused = await page.post("/guests", json={"name": "Ana"})
            assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin"), headers
            assert (await page.get("/rooms")).status_code == 200


async def test_our_own_page_may(house: House) -> None:
    for origin in (house.url, house.url.upper().replace("HTTP", "http")):
        async with house.visitor(origin=origin) as page:
            assert (await page.post("/guests", json={"name": "Ana"})).status_code == 201


async def test_a_bug_is_a_problem_with_all_headers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 32: an error text says nothing of what went wrong."""

    async def broken(*_: object) -> None:
        raise KeyError(SECRET)

    ana = await house.guest("Ana")
    monkeypatch.setattr(house.app.state.guests, "rename", broken)
    answer = await ana.api.patch("/guests/me", json={"name": "Anita"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert SECRET not in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"


async def test_too_many_requests(tmp_path: Path) -> None:
    async with open_house(tmp_path, requests_per_second=1) as house, house.visitor() as visitor:
        statuses = [(await visitor.get("/rooms")).status_code for _ in range(5)]
        assert statuses == [200] * 4 + [429]
        assert (await visitor.get("/rooms")).headers["retry-after"]
        await house.clock.advance(1.1)
        assert (await visitor.get("/rooms")).status_code == 200


async def test_the_description_is_whole(house: House) -> None:
    async with house.visitor() as visitor:
        document: dict[str, Any] = (await visitor.get("/openapi.json")).json()
    schemas = document["components"]["schemas"]
    assert "HTTPValidationError" not in schemas
    assert schemas["Problem"]["examples"]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert "application/problem+json" in answer["content"], (method, path, status)
