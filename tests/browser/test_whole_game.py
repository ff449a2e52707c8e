"""Four people play whole games through the page, in a real Chromium."""

import re

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.people import Person


def all_vote(word: str, *people: Person) -> None:
    for person in people:
        person.does("vote", word)


def go_on(*people: Person) -> None:
    for person in people:
        person.on("summary").does("continue")


def test_a_whole_game_to_thirty(house: House, seated: list[Person]) -> None:
    """Calls, declared tantos, a split vote, a fold, a reload, an absence, a restart; then a rematch."""
    ana, beto, caro, dani = seated

    # First hand: an envido with declared tantos; then a truco, a split vote that runs out.
    ana.does("call", "envido")
    all_vote("quiero", beto, dani)
    for person in seated:
        person.later(5_000).sees(re.compile("33"))
        person.sees(re.compile("son buenas", re.IGNORECASE))
    ana.score(2, 0)
    beto.score(0, 2)
    ana.does("call", "truco")
    beto.does("vote", "quiero")
    expect(dani.page.locator("[data-word='quiero'] .partner")).to_be_visible()
    expect(ana.page.locator("[data-do='vote']")).to_have_count(0)
    dani.does("vote", "no-quiero")
    house.wait(10)
    for person in seated:
        person.on("summary")
    ana.sees("La mano es nuestra").score(3, 0)
    beto.sees("La mano es de ellos").score(0, 3)
    go_on(*seated)

    # Second hand: Beto is mano and folds; Dani reloads the page in mid-hand.
    for person in seated:
        person.on("table")
    beto.does("fold")
    beto.press("Me voy al mazo")
    expect(ana.page.locator("[data-seat='1'].folded")).to_be_visible()
    caro.plays("2c")
    dani.plays("1b")
    dani.page.reload()
    dani.on("table")
    expect(dani.page.locator(".hand [data-card]")).to_have_count(2)
    ana.plays("1e")
    ana.plays("7e")
    caro.plays("4c")
    dani.plays("5c")
    for person in seated:
        person.on("summary")
    ana.score(4, 0)
    go_on(*seated)

    # Third hand: Caro is mano; truco, retruco, vale cuatro; Beto is away and back within the minute.
    for person in seated:
        person.on("table")
    caro.does("call", "truco")
    all_vote("retruco", beto, dani)
    all_vote("vale-cuatro", ana, caro)
    all_vote("quiero", beto, dani)
    caro.plays("2c")
    beto.context.set_offline(True)
    beto.page.goto("about:blank")
    expect(ana.page.get_by_text(re.compile("Esperamos a Beto"))).to_be_visible()
    expect(dani.page.locator(".hand [data-card]")).to_have_count(3)
    house.wait(40)
    beto.context.set_offline(False)
    beto.arrive().on("table")
    expect(ana.page.get_by_text(re.compile("Esperamos a Beto"))).to_have_count(0)
    dani.plays("5c")
    ana.plays("6e")
    beto.plays("4b")
    # The server goes and comes back in the middle of the hand.
    house.restart()
    for person in seated:
        person.later(8_000)
        person.on("table")
    caro.plays("4c")
    dani.plays("10o")
    ana.plays("1e")
    beto.plays("5b")
    for person in seated:
        person.on("summary")
    ana.score(8, 0)
    caro.sees(re.compile("vale cuatro", re.IGNORECASE))
    go_on(*seated)

    # Fourth hand: a falta envido that is wanted ends the game.
    for person in seated:
        person.on("table")
    dani.does("call", "falta-envido")
    all_vote("quiero", ana, caro)
    for person in seated:
        person.later(6_000).on("end")
    ana.sees("¡Ganamos!").score(30, 0)
    beto.sees("Ganaron ellos").score(0, 30)

    # And once more.
    for person in seated:
        person.does("rematch")
    for person in seated:
        person.on("table")
    ana.score(0, 0)
    for person in seated:
        assert not [error for error in person.errors if "401" not in error and "WebSocket" not in error]


def test_a_chair_that_runs_out_cancels_the_game(house: House, seated: list[Person]) -> None:
    """B12.4: nobody wins, all are in the room, the chair of the one who did not come back is free."""
    ana, beto, caro, dani = seated
    ana.plays("6e")
    dani.leave()
    for person in (ana, beto, caro):
        expect(person.page.get_by_text(re.compile("Esperamos a Dani"))).to_be_visible()
    house.wait(59.5)
    ana.on("table")
    house.wait(0.5)
    for person in (ana, beto, caro):
        person.on("room").sees(re.compile("Dani no volvió"))
    expect(ana.page.locator("[data-do='chair']")).to_have_count(1)
    expect(ana.page.locator("[data-do='chair']")).to_have_attribute("data-seat", "3")
