"""The engine answers those who learn: the order, the ladders, who won the hand, what cards count."""

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import product
from typing import Any

import httpx
import pytest

from tests.server.house import House
from truco.rules import rulesets
from truco.rules.ladders import Ladder, climbing
from truco.rules.rounds import verdict
from truco.rules.rulesets import BARAJAMOS
from truco.rules.tanto import argentine
from truco.server import rules

RULES = "/rules/barajamos"


@pytest.fixture
async def visitor(house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with house.visitor() as stranger:
        yield stranger


async def asked(visitor: httpx.AsyncClient, path: str, body: object) -> Any:
    answer = await visitor.post(f"{RULES}/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_the_fourteen_steps(visitor: httpx.AsyncClient) -> None:
    """B3"""
    told = (await visitor.get(RULES)).json()
    assert [len(step) for step in told["steps"]] == [1, 1, 1, 1, 4, 4, 2, 4, 4, 4, 2, 4, 4, 4]
    assert told["steps"][:4] == [["1e"], ["1b"], ["7e"], ["7o"]]
    assert told["steps"][6] == ["1o", "1c"]
    assert sorted(card for step in told["steps"] for card in step) == sorted(told["deck"])


async def test_the_table(visitor: httpx.AsyncClient) -> None:
    """B1.1, B2.3, B8.1, B11.1"""
    told = (await visitor.get(RULES)).json()
    figures = ("name", "seats", "sides", "dealt", "base", "target", "half", "halves")
    assert [told[figure] for figure in figures] == ["barajamos", 4, [0, 1, 0, 1], 3, 1, 30, 15, True]


async def test_the_eleven_chains_of_the_envido(visitor: httpx.AsyncClient) -> None:
    """B7.5, B7.6, B7.7, B7.8"""
    envido, _ = (await visitor.get(RULES)).json()["ladders"]
    letters = {"envido": "E", "real-envido": "R", "falta-envido": "F"}
    worths = {
        "".join(letters[word] for word in stake["chain"]): (stake["accepted"], stake["refused"])
        for stake in envido["stakes"]
    }
    assert worths == {
        "E": (2, 1), "EE": (4, 2), "R": (3, 1), "ER": (5, 2), "EER": (7, 4), "F": (None, 1),
        "EF": (None, 2), "EEF": (None, 4), "RF": (None, 3), "ERF": (None, 5), "EERF": (None, 7),
    }  # fmt: skip
    prices = {stake["chain"][-1]: stake["price"] for stake in envido["stakes"] if stake["price"]}
    assert prices == {"falta-envido": {"code": "falta_leader", "rule": "B7.7"}}


async def test_the_steps_of_the_truco(visitor: httpx.AsyncClient) -> None:
    """B8.1, B8.3, B8.4, B8.5"""
    _, truco = (await visitor.get(RULES)).json()["ladders"]
    assert [(stake["chain"][-1], stake["accepted"], stake["refused"]) for stake in truco["stakes"]] == [
        ("truco", 2, 1),
        ("retruco", 3, 2),
        ("vale-cuatro", 4, 3),
    ]
    assert [stake["raises"] for stake in truco["stakes"]] == [["retruco"], ["vale-cuatro"], []]


@pytest.mark.parametrize(
    ("rounds", "winner", "code", "rule"),
    [
        (["us", "us"], "us", "two_rounds", "B5.1"),
        (["us", "them", "them"], "them", "two_rounds", "B5.1"),
        (["parda", "them"], "them", "first_parda", "B5.2"),
        (["parda", "parda", "us"], "us", "third_round", "B5.2"),
        (["us", "parda"], "us", "second_parda", "B5.3"),
        (["them", "us", "parda"], "them", "third_parda", "B5.4"),
    ],
)
async def test_who_won_the_hand(
    visitor: httpx.AsyncClient, rounds: list[str], winner: str, code: str, rule: str
) -> None:
    """B5.1 to B5.4"""
    assert await asked(visitor, "rounds", {"rounds": rounds}) == {
        "decided": True,
        "winner": winner,
        "played": len(rounds),
        "why": {"code": code, "rule": rule},
    }


@pytest.mark.parametrize("mano", ["us", "them"])
async def test_three_pardas_are_the_manos(visitor: httpx.AsyncClient, mano: str) -> None:
    """B5.5"""
    decided = await asked(visitor, "rounds", {"rounds": ["parda"] * 3, "mano": mano})
    assert (decided["winner"], decided["why"]) == (mano, {"code": "three_pardas", "rule": "B5.5"})


async def test_an_open_hand_and_rounds_after_its_end(visitor: httpx.AsyncClient) -> None:
    """B5.6"""
    for rounds in (["us"], ["parda"], ["us", "them"], ["parda", "parda"]):
        left = await asked(visitor, "rounds", {"rounds": rounds})
        assert left == {"decided": False, "winner": None, "played": len(rounds), "why": None}
    late = await asked(visitor, "rounds", {"rounds": ["parda", "us", "them"]})
    assert (late["winner"], late["played"]) == ("us", 2), "the third is not played"


async def test_every_run_is_answered_as_the_engine_has_it(house: House) -> None:
    """B5: straight through the route's function, all of one to three rounds."""
    del house
    sides = {"us": 0, "parda": None, "them": 1}
    for length in (1, 2, 3):
        for run in product(sides, repeat=length):
            winners = [sides[one] for one in run]
            decided = next(filter(None, (verdict(winners[:n], 1) for n in range(1, length + 1))), None)
            told = await rules.RulesRoutes().rounds(
                "barajamos", rules.schemas.RoundsAsked.model_validate({"rounds": list(run), "mano": "them"})
            )
            assert told.decided == (decided is not None)
            assert decided is None or sides[told.winner or "parda"] == decided.side


@pytest.mark.parametrize(
    ("cards", "points", "made_of", "adds"),
    [
        ("7o 6o 1b", 33, "7o 6o", [20, 7, 6]),
        ("12c 11c 4e", 20, "12c 11c", [20, 0, 0]),
        ("7e 5e 2e", 32, "7e 5e", [20, 7, 5]),
        ("1b 10c 6o", 6, "6o", [6]),
        ("10b 11c 12o", 0, "10b", [0]),
    ],
)
async def test_what_cards_count(
    visitor: httpx.AsyncClient, cards: str, points: int, made_of: str, adds: list[int]
) -> None:
    """B7.1"""
    counted = await asked(visitor, "tanto", {"cards": cards.split()})
    code = "suited" if len(adds) > 1 else "single"
    assert counted == {
        "points": points,
        "cards": made_of.split(),
        "sum": adds,
        "why": {"code": code, "rule": "B7.1"},
    }
    assert points == argentine(tuple(map(rules.Card, cards.split()))).points


BAD: list[tuple[str, object, int, str]] = [
    ("rounds", {"rounds": []}, 422, "bad_request"),
    ("rounds", {"rounds": ["us"] * 4}, 422, "bad_request"),
    ("rounds", {"rounds": ["nobody"]}, 422, "bad_request"),
    ("rounds", {"rounds": "us"}, 422, "bad_request"),
    ("rounds", {"rounds": ["us"], "mano": 0}, 422, "bad_request"),
    ("rounds", {"rounds": ["us"], "hand": 1}, 422, "bad_request"),
    ("tanto", {"cards": ["7o", "6o"]}, 422, "bad_cards"),
    ("tanto", {"cards": ["7o", "6o", "7o"]}, 422, "bad_cards"),
    ("tanto", {"cards": ["7o", "6o", "8o"]}, 422, "bad_cards"),
    ("tanto", {"cards": ["7o", "6o", "1b", "1e"]}, 422, "bad_cards"),
    ("tanto", {"cards": ["7o", "6o", 1]}, 422, "bad_request"),
    ("tanto", {"cards": ["7o", "6o", "1" * 5]}, 422, "bad_request"),
    ("tanto", {"cards": ["1e"] * 9}, 422, "bad_request"),
    ("tanto", {}, 422, "bad_request"),
]


async def test_what_is_no_question_is_refused(visitor: httpx.AsyncClient) -> None:
    for path, body, status, code in BAD:
        answer = await visitor.post(f"{RULES}/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (path, body)
    many = await visitor.post(f"{RULES}/tanto", json={"cards": []})
    assert many.json()["params"] == {"many": 3}


async def test_a_rule_set_that_nobody_offers(visitor: httpx.AsyncClient) -> None:
    for answer in (
        await visitor.get("/rules/mus"),
        await visitor.post("/rules/mus/rounds", json={"rounds": ["us"]}),
        await visitor.post("/rules/mus/tanto", json={"cards": ["1e"]}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_rules")


async def test_another_game_is_told_from_its_data(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing here knows a rule set by its name: a turned card, no envido, three pardas for nobody."""
    other = replace(
        BARAJAMOS,
        name="other",
        half=None,
        turns_card=True,
        envido=Ladder("envido", {}),
        truco=climbing("truco", 1, (("truco", 3), ("seis", 6))),
        three_pardas=lambda sides, mano: None,
    )
    monkeypatch.setattr(rules, "RULESETS", {**rulesets.RULESETS, "other": other})
    told = (await visitor.get("/rules/other")).json()
    assert (told["steps"], told["half"], told["halves"]) == (None, None, False)
    assert [(ladder["name"], len(ladder["stakes"])) for ladder in told["ladders"]] == [("truco", 2)]
    nobody = await visitor.post("/rules/other/rounds", json={"rounds": ["parda"] * 3})
    assert (nobody.json()["decided"], nobody.json()["winner"]) == (True, None)
    none = await visitor.post("/rules/other/tanto", json={"cards": ["7o", "6o", "1b"]})
    assert (none.status_code, none.json()["code"]) == (404, "not_found")
