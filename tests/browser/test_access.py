"""By keyboard alone, and as a screen reader sees it (WCAG 2.2 AA)."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.people import Person

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


SAID = """() => [...document.querySelectorAll("[aria-live=polite], [role=status], [aria-live=assertive], \
[role=alert]")].map(one => one.textContent).join(" ")"""
"""What the live regions say at this moment."""


def no_violation(page: Page, where: str) -> None:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"


def focus(person: Person, selector: str, most: int = 40) -> None:
    """Moves on with Tab, as one without a mouse does, until the focus is there."""
    for _ in range(most):
        if person.page.evaluate("s => !!document.activeElement?.matches(s)", selector):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_violation_on_any_screen(house: House, invite: Callable[..., list[Person]], scheme: str) -> None:
    people = invite(color_scheme=scheme)
    ana, beto, caro, dani = people
    ana.arrive().on("landing")
    no_violation(ana.page, "landing")
    for person in people:
        person.enter()
    no_violation(ana.page, "lobby, empty")
    ana.press("Jugar ya").on("room")
    beto.later()
    expect(beto.page.locator(".room")).to_have_count(1)
    no_violation(beto.page, "lobby")
    for person in people[1:]:
        person.press("Jugar ya").on("room")
    no_violation(ana.page, "room")
    for person in people:
        person.press("Estoy listo")
    for person in people:
        person.on("table")
    no_violation(ana.page, "on turn")
    ana.does("fold")
    no_violation(ana.page, "asked about the mazo")
    ana.press("Me quedo").does("call", "truco")
    beto.does("vote", "retruco")
    no_violation(dani.page, "voting")
    no_violation(ana.page, "waiting for a vote")
    dani.does("vote", "no-quiero")
    caro.page.goto("about:blank")
    expect(ana.page.get_by_text(re.compile("Esperamos a Caro"))).to_be_visible()
    no_violation(ana.page, "a chair waits")
    caro.arrive().on("table")
    house.wait(10)
    ana.on("summary").later(2_000)
    no_violation(ana.page, "summary")
    for person in people:
        person.on("summary").does("continue")
    beto.on("table").does("call", "falta-envido")
    for person in (ana, caro):
        person.does("vote", "quiero")
    ana.later(6_000).on("end").later(2_000)
    no_violation(ana.page, "end")


def test_a_hand_by_keyboard_alone(house: House, invite: Callable[..., list[Person]]) -> None:
    people = invite()
    for person in people:
        person.arrive().on("landing")
        focus(person, "input")
        person.page.keyboard.type(person.name)
        person.page.keyboard.press("Enter")
        person.on("lobby")
        focus(person, "[data-do='quick']")
        person.page.keyboard.press("Enter")
        person.on("room")
    for person in people:
        focus(person, "[data-do='ready']")
        person.page.keyboard.press("Space")
    ana, beto, caro, dani = people
    for person in people:
        person.on("table").later()
    ana.page.keyboard.press("e")
    for person in (beto, dani):
        expect(person.page.locator("[data-do='vote']").first).to_be_visible()
        person.later().page.keyboard.press("n")
    ana.score(1, 0)
    ana.later().page.keyboard.press("3")
    ana.page.keyboard.press("Enter")
    for person, card in ((beto, "4b"), (caro, "2c"), (dani, "1b")):
        expect(person.page.locator("[data-seat].turn.bottom")).to_be_visible()
        focus(person, f".hand [data-card='{card}']")
        person.later().page.keyboard.press("Enter")
        person.page.keyboard.press("Enter")
        expect(person.page.locator(f".hand [data-card='{card}']")).to_have_count(0)
    expect(dani.page.locator("[data-seat].turn.bottom")).to_be_visible()
    dani.later().page.keyboard.press("m")
    focus(dani, "dialog button:not([data-focus])")
    dani.page.keyboard.press("Enter")
    expect(ana.page.locator("[data-seat='3'].folded")).to_be_visible()


def test_what_happens_is_said(seated: list[Person]) -> None:
    """The live regions: one sentence for each fact, in the player's language."""
    ana, beto, caro, _ = seated

    def hears(person: Person, text: str) -> None:
        person.page.wait_for_function(f"text => ({SAID})().includes(text)", arg=text, polling=50)

    ana.plays("6e")
    hears(beto, "Ana juega el 6 de espadas.")
    hears(beto, "Te toca.")
    beto.does("call", "truco")
    hears(ana, "Beto canta truco.")
    hears(caro, "Beto canta truco.")


def test_cards_have_names(seated: list[Person]) -> None:
    ana = seated[0]
    for name in ("ancho de espadas", "7 de espadas", "6 de espadas"):
        expect(ana.page.get_by_role("button", name=name)).to_be_visible()


def test_in_english(house: House, invite: Callable[..., list[Person]]) -> None:
    (person,) = invite("Ana", locale="en-GB")
    person.arrive().on("landing")
    expect(person.page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    expect(person.page.get_by_role("button", name="Español")).to_be_visible()
    person.page.get_by_role("button", name="Español").click()
    expect(person.page.get_by_role("button", name="Entrar")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_is_cut_off_on_a_narrow_screen(
    house: House, invite: Callable[..., list[Person]], width: int
) -> None:
    people = invite(viewport={"width": width, "height": 640})
    wide = "() => document.scrollingElement.scrollWidth - innerWidth"
    ana = people[0]
    ana.arrive().on("landing")
    assert ana.page.evaluate(wide) <= 0
    for person in people:
        person.enter().press("Jugar ya").on("room")
        assert person.page.evaluate(wide) <= 0
    for person in people:
        person.press("Estoy listo")
    for person in people:
        person.on("table")
        assert person.page.evaluate(wide) <= 0
