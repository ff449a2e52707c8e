"""A game that is over, by the link that one of its players gives away."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.friend import Friend, Table
from tests.browser.house import House
from tests.browser.people import Invite, Person
from tests.browser.violations import no_violation
from truco.server.chance import SystemChance


def test_a_shared_game_tells_the_moves_and_what_each_hand_came_to(table: Table, invite: Invite) -> None:
    (ana,), (beto, caro, dani) = table("Ana")
    for word in ("envido", "truco"):
        ana.does("call", word)
        for friend in (beto, dani):
            friend.does("vote no-quiero")
    ana.later(2_000).on("summary").does("continue")
    for friend in (beto, caro, dani):
        friend.does("continue")
    beto.does("call falta-envido")
    ana.does("vote", "quiero")
    caro.does("vote quiero")
    ana.later(6_000).on("end").press("Compartir")
    link = ana.page.get_by_label("Link de la partida").input_value()
    (eva,) = invite("Eva")
    eva.page.goto(link)
    eva.on("share").sees("Ana · Beto · Caro · Dani · 2 manos")
    hands = eva.page.locator(".told")
    expect(hands).to_have_count(2)
    expect(hands.first.locator("ol li").first).to_have_text("Ana canta envido")
    expect(hands.first.locator(".came li")).to_have_text(
        [
            "Beto y Dani no quisieron el envido. +1 Ana y Caro",
            "La mano es de Ana y Caro: +1",
            "Ana y Caro 2, Beto y Dani 0.",
        ]
    )
    hands.last.locator("summary").click()
    expect(hands.last.locator(".came li")).to_have_text(
        [re.compile(r"^Envido: \d+ de Ana\. \+28 Ana y Caro$"), "Ana y Caro 30, Beto y Dani 0."]
    )
    no_violation(eva.page, "a shared game")
    assert eva.errors == []


def test_a_link_is_bad_only_when_the_server_says_so(invite: Invite) -> None:
    (eva,) = invite("Eva")
    asked = "**/api/v1/shares/record"
    eva.page.route(asked, lambda route: route.abort())
    eva.arrive("/#/s/0000-0000-00000").on("share").sees("No llegamos al servidor")
    expect(eva.page.get_by_text("Ese link no lleva")).to_have_count(0)
    eva.page.unroute(asked)
    eva.later(5_000).sees("Ese link no lleva a ninguna partida.")
    expect(eva.page.get_by_text("No llegamos al servidor")).to_have_count(0)


@pytest.fixture
def fair_house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "fair.db", SystemChance())
    yield house
    house.stop()


def cancelled(house: House, ana: Person) -> str:
    """Ana is ready by her page, others by theirs; one leaves in the first hand. A link to what was played."""
    room = ana.sit()
    friends = [Friend(house.url, name, room) for name in ("Beto", "Caro", "Dani")]
    ana.page.goto(f"{house.url}/#/room/{room}")
    ana.on("room").press("Estoy listo")
    for friend in friends:
        friend.ready()
    ana.on("table")
    friends[0].quit()
    ana.on("room")
    for friend in friends:
        friend.leave()
    return f"/#/s/{ana.ask('POST', f'games/{room}-1/shares')['code']}"


def test_whoever_played_can_deal_the_game_again(browser: Browser, fair_house: House) -> None:
    ana, eva = (Person(browser, fair_house.url, name) for name in ("Ana", "Eva"))
    link = cancelled(fair_house, ana)
    for person, knows in ((ana, "tu número está en la mezcla"), (eva, "no sabe qué se había prometido")):
        person.page.goto("about:blank")
        person.arrive(link).on("share").press("Comprobar el reparto")
        person.sees("Sí: cada carta salió como estaba prometido.").sees(knows)
        no_violation(person.page, "a deal that was checked")
        assert person.errors == []
        person.leave()


def test_cards_that_were_chosen_are_found_out(house: House, invite: Invite) -> None:
    """The server of the other tests arranges its decks."""
    (ana,) = invite("Ana")
    link = cancelled(house, ana)
    ana.page.goto("about:blank")
    ana.arrive(link).on("share").press("Comprobar el reparto")
    ana.sees("No: algo no salió como estaba prometido.").sees("Manos con otras cartas: 1.")
