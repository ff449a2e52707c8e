"""Four people play whole games through the page, in a real Chromium."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import DESKTOP, PHONE, Invite, Person, all_vote, sit_down
from tests.table.builder import NAMES


def go_on(*people: Person) -> None:
    for person in people:
        person.on("summary").does("continue")


@pytest.mark.parametrize("devices", [(PHONE, DESKTOP), (DESKTOP, PHONE)], ids=["phone", "desktop"])
def test_a_whole_game_to_thirty(house: House, invite: Invite, devices: tuple[dict[str, object], ...]) -> None:
    """Calls, declared tantos, a split vote, a fold, a reload, an absence, a restart; then a rematch.

    Ana's pair plays with fingers on phones and the other with mice on desktops, then the other way round.
    """
    seated = [
        person for name, device in zip(NAMES, devices * 2, strict=True) for person in invite(name, **device)
    ]
    sit_down(seated)
    an_envido_and_a_split_vote(house, *seated)
    a_fold_and_a_reload(*seated)
    an_absence_and_a_restart(house, *seated)
    a_falta_envido_and_a_rematch(*seated)
    for person in seated:
        # The restart cuts each WebSocket once.
        others = [error for error in person.errors if "WebSocket" not in error]
        assert others == [], f"{person.name} saw errors: {others}"


def an_envido_and_a_split_vote(house: House, ana: Person, beto: Person, caro: Person, dani: Person) -> None:
    """Dani dealt, Ana is mano. The pair does not agree, and the ten seconds run out."""
    seated = (ana, beto, caro, dani)
    ana.does("call", "envido")
    all_vote("quiero", beto, dani)
    for person in seated:
        person.later(5_000).sees(re.compile("33"))
        person.sees(re.compile("buenas", re.IGNORECASE))
    ana.score(2, 0)
    beto.score(0, 2)
    ana.does("call", "truco")
    beto.does("vote", "quiero")
    expect(dani.page.locator("[data-word='quiero'] .partner")).to_be_visible()
    expect(ana.page.locator("[data-do='vote']")).to_have_count(0)
    dani.does("vote", "no-quiero")
    house.wait(10)
    ana.on("summary").sees("La mano es nuestra").score(3, 0)
    ana.page.locator(".summary .why [data-do='why']").click()
    ana.later(3_000).sees("B8.4")  # the rule stays open while the seconds are counted
    ana.page.keyboard.press("Escape")
    beto.on("summary").sees("La mano es de ellos").score(0, 3)
    go_on(*seated)


def a_fold_and_a_reload(ana: Person, beto: Person, caro: Person, dani: Person) -> None:
    """Beto is mano and folds; Dani reloads the page in mid-hand."""
    beto.on("table").does("fold").press("Me voy al mazo")
    expect(ana.page.locator("[data-seat='1'].folded")).to_be_visible()
    caro.on("table").plays("2c")
    dani.on("table").plays("1b")
    dani.page.reload()
    dani.on("table")
    expect(dani.page.locator(".hand [data-card]")).to_have_count(2)
    ana.plays("1e").plays("7e")
    caro.plays("4c")
    dani.plays("5c")
    ana.on("summary").score(4, 0)
    go_on(ana, beto, caro, dani)


def an_absence_and_a_restart(house: House, ana: Person, beto: Person, caro: Person, dani: Person) -> None:
    """Caro is mano; a vale cuatro. Beto is away and back in time; the server goes and comes back."""
    caro.on("table").does("call", "truco")
    all_vote("retruco", beto, dani)
    all_vote("vale-cuatro", ana, caro)
    all_vote("quiero", beto, dani)
    caro.plays("2c")
    beto.page.goto("about:blank")
    waiting = ana.page.get_by_text(re.compile("Esperamos a Beto"))
    expect(waiting).to_be_visible()
    expect(dani.page.locator(".hand [data-card]")).to_have_count(3)
    house.wait(40)
    beto.arrive().on("table")
    expect(waiting).to_have_count(0)
    dani.plays("5c")
    ana.plays("6e")
    beto.plays("4b")
    house.restart()
    for person in (ana, beto, caro, dani):
        person.later(8_000).on("table")
    caro.plays("4c")
    dani.plays("10o")
    ana.plays("1e")
    beto.plays("5b")
    ana.on("summary").score(8, 0)
    caro.on("summary").sees(re.compile("vale cuatro", re.IGNORECASE))
    go_on(ana, beto, caro, dani)


def a_falta_envido_and_a_rematch(ana: Person, beto: Person, caro: Person, dani: Person) -> None:
    """Dani calls it, the others want it, and that is the game. Then once more from nothing."""
    dani.on("table").does("call", "falta-envido")
    all_vote("quiero", ana, caro)
    ana.later(6_000).on("end").sees("¡Ganamos!").score(30, 0)
    beto.later(6_000).on("end").sees("Ganaron ellos").score(0, 30)
    for person in (ana, beto, caro, dani):
        person.later(6_000).on("end").does("rematch")
    ana.on("table").score(0, 0)


def test_a_chair_that_runs_out_cancels_the_game(house: House, table: Table) -> None:
    """B12.4: nobody wins, all are in the room, the chair of the one who did not come back is free."""
    people, (_, dani) = table("Ana", "Beto")
    ana = people[0].plays("6e")
    dani.drop()
    for person in people:
        expect(person.page.get_by_text(re.compile("Esperamos a Dani"))).to_be_visible()
    house.wait(59.5)
    ana.on("table")
    house.wait(0.5)
    for person in people:
        person.on("room").sees(re.compile("Dani no volvió"))
    expect(ana.page.locator("[data-do='chair']")).to_have_count(1)
    expect(ana.page.locator("[data-do='chair']")).to_have_attribute("data-seat", "3")
