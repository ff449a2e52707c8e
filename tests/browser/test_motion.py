"""What moves on the table, and that nothing does for those who want it so."""

from playwright.sync_api import Page, expect

from tests.browser.friend import Table
from tests.browser.people import Invite, Person

FLYING = "document.querySelectorAll('.air.seen truco-card').length"
MOVING = "document.getAnimations().filter((one) => one.effect.target.localName === 'truco-card').length"

SLOWLY = """
globalThis.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    if (this.localName === "truco-card") {
        animation.playbackRate = 0.02;
        globalThis.flown += 1;
    }
    return animation;
};
"""


def _settled(page: Page) -> None:
    page.wait_for_function(f"() => {FLYING} === 0 && {MOVING} === 0")


def _slow(invite: Invite, name: str) -> Person:
    """Somebody for whom the first deal takes a minute."""
    (person,) = invite(name, reduced_motion="no-preference")
    person.context.add_init_script(SLOWLY)
    return person


def test_cards_are_dealt_face_down_and_turned_over(invite: Invite, table: Table) -> None:
    person = _slow(invite, "Ana")
    table(person)
    ana = person.page
    ana.wait_for_function("() => flown === 15")  # backs in the air, faces that wait, the others' cards
    assert ana.evaluate(FLYING) == 3
    ana.evaluate("document.getAnimations().forEach((one) => one.finish())")
    _settled(ana)
    expect(ana.locator(".hand [data-card='1e'] .suit-e")).to_be_visible()
    assert person.errors == []


def test_a_newer_view_ends_every_movement(invite: Invite, table: Table) -> None:
    beto = _slow(invite, "Beto")
    _, (ana, *_) = table(beto)
    beto.page.wait_for_function("() => flown === 15")
    ana.does("call envido")
    beto.page.wait_for_function("() => document.querySelector('[data-do=vote]') !== null")
    _settled(beto.page)


def test_nothing_moves_for_those_who_want_it_so(table: Table) -> None:
    people, _ = table("Ana", "Dani")
    for person in people:
        assert person.page.evaluate(f"{FLYING} + {MOVING}") == 0
        expect(person.page.locator(".hand .slot truco-card").first).to_be_visible()
