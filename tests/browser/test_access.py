"""By keyboard alone, and as a screen reader sees it (WCAG 2.2 AA)."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.friend import Befriend, Table
from tests.browser.house import House
from tests.browser.loss import lost
from tests.browser.people import WIDE, Invite, Person
from tests.browser.tour import tour
from tests.browser.violations import CONTRAST, no_violation, violations
from tests.table.builder import Arranged

SAID = """() => [...document.querySelectorAll("[aria-live=polite], [role=status], [aria-live=assertive], \
[role=alert]")].map(one => one.textContent).join(" ")"""
"""What the live regions say at this moment."""


def focus(person: Person, selector: str, most: int = 40) -> None:
    """Moves on with Tab, as one without a mouse does, until the focus is there."""
    for _ in range(most):
        if person.page.evaluate("s => !!document.activeElement?.matches(s)", selector):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


NARROW: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
TWICE = 32
"""Pixels of the browser's own text size, for those who need it twice as large."""


FORMS = ((NARROW, 16), (PHONE, TWICE), (DESKTOP, TWICE), (DESKTOP, 16), (PHONE, 16))
"""Sizes of the screen and of the text: the first three are for those who see little."""


def as_others_see_it(person: Person, size: ViewportSize, text: int) -> None:
    """The page on a screen of this size, with text of this size."""
    person.line.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    person.page.set_viewport_size(size)
    person.rendered().page.evaluate("new Promise(requestAnimationFrame)")


def axe(person: Person) -> list[str]:
    """All that axe finds in dark, and what it says of the contrast in light."""
    root = person.page.locator("html")
    dark = violations(person.page)
    root.evaluate("html => html.dataset.theme = 'light'")
    light = violations(person.page, CONTRAST)
    root.evaluate("html => delete html.dataset.theme")
    return [one for one in (dark, light) if one]


def wrong(person: Person) -> list[str]:
    """What those would not get who see little; what axe finds on a phone and on a desktop."""
    found: list[str] = []
    for size, text in FORMS:
        as_others_see_it(person, size, text)
        here = lost(person.page)
        if text == 16 and size is not NARROW:
            here += axe(person)
        found += [f"{size['width']} px, text {text} px: {one}" for one in here]
    return found


def test_every_screen_and_state_is_for_everyone(house: House, invite: Invite) -> None:
    """No violation on a phone and a desktop, dark and light; nothing lost on 320 px or in great text."""
    assert isinstance(house.chance, Arranged)
    house.chance.first_dealer = 2  # so that Dani plays before Ana
    (ana,) = invite("Ana", color_scheme="dark")
    found = [f"{state}: {one}" for state in tour(house, ana) for one in wrong(ana)]
    assert not found, "\n".join(found)


LOW: ViewportSize = {"width": 640, "height": 400}
"""A desktop of 1280 px at twice its size."""
SIDE: ViewportSize = {"width": 740, "height": 360}
LEAST: ViewportSize = {"width": 320, "height": 256}
"""A desktop of 1280 px at four times its size."""
CLOSE = (*FORMS, (LOW, 16), (SIDE, 16), (LEAST, 16))


def twice(person: Person, yes: bool = True) -> None:
    """The page's own text twice as large, as some tools make it: no media query tells that."""
    person.page.evaluate("size => document.documentElement.style.fontSize = size", "200%" if yes else "")
    person.rendered().page.evaluate("new Promise(requestAnimationFrame)")


def cut(person: Person, state: str) -> list[str]:
    """What is lost of this state on small screens and in great text, made in both ways."""
    found: list[str] = []
    for size, text in CLOSE:
        as_others_see_it(person, size, text)
        found += [f"{state}, {size['width']} px, text {text} px: {one}" for one in lost(person.page)]
    as_others_see_it(person, PHONE, 16)
    twice(person)
    found += [f"{state}, text twice as large: {one}" for one in lost(person.page)]
    twice(person, False)
    return found


@pytest.mark.parametrize(("partner", "locale"), [(WIDE, "es-AR"), ("Dani", "en-GB"), (WIDE, "pt-BR")])
def test_no_name_pushes_anything_out_of_sight(table: Table, partner: str, locale: str) -> None:
    """From the vote about the longest word to the end of the game."""
    (beto,), (ana, caro, dani) = table("Beto", names=("Ana", "Beto", "Caro", partner), locale=locale)
    ana.does("call falta-envido")
    expect(beto.page.locator("[data-do='vote']").first).to_be_visible()
    found = cut(beto, "asked")
    beto.page.evaluate("location.hash = '#/help/order'")
    found += cut(beto.on("help"), "asked, and in the help")
    beto.page.go_back()
    beto.on("table")
    dani.does("vote no-quiero")
    found += cut(beto, "asked, the partner has voted")
    beto.does("vote", "no-quiero")
    ana.does("play 6e")
    beto.plays("4b")
    caro.does("play 2c")
    found += cut(beto, "the partner's turn")
    dani.does("call truco")
    found += cut(beto.sees("Caro"), "the others are asked")
    for friend in (ana, caro):
        friend.does("vote no-quiero")
    found += cut(beto.on("summary"), "summary")
    for friend in (ana, caro, dani):
        friend.does("continue")
    beto.does("continue").on("table").does("call", "falta-envido")
    for friend in (ana, caro):
        friend.does("vote quiero")
    beto.later(6_000).on("end").later(2_000)
    found += cut(beto, "end")
    twice(beto.rendered())
    expect(beto.page.locator(".actions")).not_to_be_in_viewport()  # it would hide the score
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "text"), [(PHONE, TWICE), (LEAST, 16)])
def test_a_question_comes_into_sight(table: Table, size: ViewportSize, text: int) -> None:
    """Where the table is higher than the window: the match burns. Once, so that one may look at the cards."""
    (beto,), (ana, caro, dani) = table("Beto")
    as_others_see_it(beto, size, text)
    match, cloth = beto.page.locator(".dock match-clock"), beto.page.locator(".felt")
    ana.does("call truco")
    expect(match).to_be_in_viewport(ratio=1)
    expect(beto.page.locator(".dock .seconds")).to_be_in_viewport(ratio=1)
    cloth.evaluate("cloth => cloth.scrollIntoView()")
    dani.does("vote retruco")
    beto.sees("Dani vota retruco")
    expect(match).not_to_be_in_viewport()
    beto.page.locator(".dock").evaluate("dock => dock.scrollIntoView()")
    beto.does("vote", "retruco")
    cloth.evaluate("cloth => cloth.scrollIntoView()")
    for friend in (ana, caro):
        friend.does("vote vale-cuatro")
    expect(match).to_be_in_viewport(ratio=1)


def test_a_hand_by_keyboard_alone(befriend: Befriend, invite: Invite) -> None:
    """Ana and Beto have nothing else."""
    ana, beto = people = invite("Ana", "Beto")
    for person in people:
        person.arrive().on("landing")
        focus(person, "input")
        person.page.keyboard.type(person.name)
        person.page.keyboard.press("Enter")
        person.on("lobby")
        focus(person, "[data-do='quick']")
        person.page.keyboard.press("Enter")
        person.on("room")
    caro, dani = befriend("Caro"), befriend("Dani")
    for friend in (caro, dani):
        friend.ready()
    for person in people:
        focus(person, "[data-do='ready']")
        person.page.keyboard.press("Space")
    for person in people:
        person.on("table").later()
    ana.page.keyboard.press("e")
    expect(beto.page.locator("[data-do='vote']").first).to_be_visible()
    beto.later().page.keyboard.press("n")
    dani.does("vote no-quiero")
    ana.score(1, 0)
    ana.later().page.keyboard.press("3")
    ana.page.keyboard.press("Enter")
    expect(beto.page.locator("[data-seat].turn.bottom")).to_be_visible()
    focus(beto, ".hand [data-card='4b']")
    beto.later().page.keyboard.press("Enter")
    beto.page.keyboard.press("Enter")
    expect(beto.page.locator(".hand [data-card='4b']")).to_have_count(0)
    caro.does("play 2c")
    dani.does("play 1b")
    dani.does("play 5c")
    expect(ana.page.locator("[data-seat].turn.bottom")).to_be_visible()
    ana.later().page.keyboard.press("m")
    focus(ana, "dialog button:not([data-focus])")
    ana.page.keyboard.press("Enter")
    expect(beto.page.locator("[data-seat='0'].folded")).to_be_visible()


def test_what_happens_is_said(table: Table) -> None:
    """The live regions: one sentence for each fact, in the player's language."""
    (ana, beto, caro), _ = table("Ana", "Beto", "Caro")

    def hears(person: Person, text: str) -> None:
        person.page.wait_for_function(f"text => ({SAID})().includes(text)", arg=text, polling=50)

    ana.plays("6e")
    hears(beto, "Ana juega el 6 de espadas.")
    hears(beto, "Te toca.")
    beto.does("call", "truco")
    hears(ana, "Beto canta truco.")
    hears(caro, "Beto canta truco.")


def test_what_was_said_is_scrolled_by_keys(table: Table) -> None:
    """The list beside the cloth of a desktop, when it has more lines than it shows."""
    (ana,), (beto, *_) = table("Ana")
    as_others_see_it(ana, DESKTOP, 16)
    log = ana.page.locator("game-log")
    log.evaluate("log => log.style.maxBlockSize = '50px'")
    ana.plays("6e")
    beto.does("call truco")
    expect(log.locator("li")).to_have_count(3)
    assert log.evaluate("log => log.scrollTop") > 0, "the newest line is in sight"
    no_violation(ana.page, "a long list beside the cloth")
    focus(ana, "game-log")
    ana.page.keyboard.press("Home")
    ana.page.wait_for_function("() => document.querySelector('game-log').scrollTop === 0")


def test_cards_have_names(table: Table) -> None:
    (ana,), _ = table("Ana")
    for name in ("ancho de espadas", "7 de espadas", "6 de espadas"):
        expect(ana.page.get_by_role("button", name=name)).to_be_visible()


RING = """selector => {
    const place = document.querySelector(selector);
    const style = getComputedStyle(place, selector === "#screen" ? "::after" : null);
    const lines = [style.outlineStyle, style.borderTopStyle];
    return place === document.activeElement && lines.includes("solid");
}"""
"""Whether the focus is there and is seen there."""


def test_the_focus_is_seen_where_it_goes_by_itself(table: Table) -> None:
    """By who presses keys; not by who has a mouse."""
    (ana, beto), (_, dani) = table("Ana", "Beto")
    focus(ana, ".hand [data-card='6e']")
    ana.later().page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#hand")).to_be_focused()
    assert ana.page.evaluate(RING, "#hand")
    beto.plays("4b")
    expect(beto.page.locator("#hand")).to_be_focused()
    assert not beto.page.evaluate(RING, "#hand")
    dani.quit()
    for person, seen in ((ana, True), (beto, False)):
        expect(person.on("room").page.locator("#screen")).to_be_focused()
        assert person.page.evaluate(RING, "#screen") is seen


LIGHT = """selector => {
    const style = getComputedStyle(document.querySelector(selector));
    const paint = selector.includes("stick") ? style.stroke : style.backgroundColor;
    return [paint, style.opacity];
}"""


def test_colours_that_the_system_chooses_hide_nothing(table: Table) -> None:
    """The places of matches that are not won yet; who is mano and who deals."""
    (ana,), _ = table("Ana", forced_colors="active", color_scheme="dark")
    white, black = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
    assert ana.page.evaluate(LIGHT, ".tally .stick-none") == [white, "1"]
    assert ana.page.evaluate(LIGHT, ".mark:not(.deal)") == [white, "1"]
    assert ana.page.evaluate(LIGHT, ".mark.deal") == [black, "1"]
    as_others_see_it(ana, DESKTOP, 16)
    assert ana.page.evaluate(LIGHT, ".pads") == [black, "1"]
    assert ana.page.evaluate(LIGHT, ".pads .stick-none") == [white, "1"]


def test_in_english(house: House, invite: Invite) -> None:
    (person,) = invite("Ana", locale="en-GB")
    person.arrive().on("landing")
    expect(person.page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    expect(person.page.get_by_role("button", name="Español")).to_be_visible()
    person.page.get_by_role("button", name="Español").click()
    expect(person.page.get_by_role("button", name="Entrar")).to_be_visible()
