"""How to play: every part by key and tap, the engine's answers, and the table that goes on behind it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import DESKTOP, PHONE, Invite, Person
from tests.browser.test_access import focus
from tests.browser.violations import no_violation
from truco.rules.cards import Card
from truco.rules.rounds import Verdict, verdict
from truco.rules.tanto import argentine

PARTS = ("order", "who", "tanto", "calls", "glossary", "rules")
SIDES = {"us": 0, "parda": None, "them": 1}
WON = {0: "Nosotros.", 1: "Ellos."}
RULES = {
    "two_rounds": "B5.1",
    "first_parda": "B5.2",
    "third_round": "B5.2",
    "second_parda": "B5.3",
    "third_parda": "B5.4",
    "three_pardas": "B5.5",
}


def open_part(person: Person, part: str) -> Locator:
    person.arrive(f"/#/help/{part}").on("help")
    return in_part(person, part)


def in_part(person: Person, part: str) -> Locator:
    """The part, once what it asked the server is there."""
    shown = person.page.locator(f"truco-help .help-part.{part}")
    expect(shown.locator("h2").first).to_be_visible()
    expect(shown.get_by_text("Un momento…")).to_have_count(0)
    expect(person.page.locator(f"[data-tab='{part}']")).to_have_attribute("aria-current", "page")
    return shown


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_part_by_tap_and_by_key(invite: Invite, device: dict[str, object]) -> None:
    (ana,) = invite("Ana", **device)
    ana.arrive().on("landing").press("Cómo se juega").on("help")
    for part in PARTS:
        ana.tap(ana.page.locator(f"[data-tab='{part}']"))
        in_part(ana, part)
    for part in PARTS:
        focus(ana, f"[data-tab='{part}']")
        ana.page.keyboard.press("Enter")
        in_part(ana, part)
        ana.page.locator("[data-do='back']").focus()
    ana.page.keyboard.press("Escape")
    ana.on("landing")
    ana.page.locator("#name").press("?")
    expect(ana.page.locator("#name")).to_have_value("?")  # in a field it is a letter
    ana.on("landing").page.locator("#name").blur()
    ana.page.keyboard.press("?")
    ana.on("help")


def test_the_way_there_from_lobby_room_and_menu(invite: Invite) -> None:
    (ana,) = invite("Ana")
    ana.enter().press("Cómo se juega").on("help")
    ana.page.locator("[data-do='back']").click()
    ana.on("lobby").press("Jugar ya").on("room")
    ana.page.locator(".page-top [data-do='help']").click()
    ana.on("help").page.go_back()
    ana.on("room").press("Menú").later().page.locator("#sheets [data-do='help']").click()
    ana.on("help").page.locator("[data-do='back']").click()
    ana.on("room")
    ana.page.goto(f"{ana.url}/#/help/tanto")
    ana.page.reload()
    ana.on("help").page.locator("[data-do='back']").click()
    ana.on("room")  # a page that began here leads back to one's place


RUNS = [
    ("us", "us"),
    ("parda", "them"),
    ("parda", "parda", "us"),
    ("them", "parda"),
    ("us", "them", "parda"),
    ("parda", "parda", "parda"),
    ("us",),
    ("us", "them"),
]
"""How the rounds went, one after another: decided, and not yet."""


def test_who_won_as_the_engine_says(invite: Invite) -> None:
    """B5.1 to B5.5"""
    (ana,) = invite("Ana")
    who = open_part(ana, "who")
    answer = who.locator(".answer")
    for run in RUNS:
        for n, mark in enumerate(run, start=1):
            who.locator(f"[name='round-{n}'][value='{mark}']").check()
            engine(answer, verdict([SIDES[one] for one in run[:n]], 0), n)
        if set(run) == {"parda"}:
            who.locator("[name='mano'][value='them']").check()
            expect(answer).to_contain_text("Ellos.")
        who.get_by_role("button", name="Borrar").click()
        expect(answer).to_have_text("Marcá quién ganó cada ronda.")
        expect(who.locator("input:checked")).to_have_count(0)


def engine(answer: Locator, decided: Verdict | None, played: int) -> None:
    """The answer says what the engine does."""
    if decided is None:
        expect(answer).to_contain_text("Todavía no se sabe")
        return
    assert decided.side is not None
    expect(answer.locator("b")).to_have_text(WON[decided.side])
    expect(answer).to_contain_text(f"Regla {RULES[decided.reason]}")
    unplayed = answer.get_by_text("La tercera no se juega.")
    expect(unplayed).to_have_count(1 if played < 3 else 0)


def test_rounds_that_were_marked_out_of_order(invite: Invite) -> None:
    (ana,) = invite("Ana")
    who = open_part(ana, "who")
    who.locator("[name='round-2'][value='us']").check()
    expect(who.locator(".answer")).to_have_text("Falta la primera.")
    who.locator("[name='round-1'][value='us']").check()
    expect(who.locator(".answer")).to_contain_text("Dos rondas ganadas.")
    who.get_by_text("Regla B5.1").click()
    expect(ana.page.locator("#rule-B5\\.1")).to_be_focused()
    expect(ana.page.locator("#rule-B5\\.1")).to_be_in_viewport(ratio=1)


def dealt(part: Locator) -> tuple[Card, ...]:
    cards = part.locator(".dealt-three truco-card").all()
    return tuple(Card(card.get_attribute("code") or "") for card in cards)


def test_the_trainer_asks_and_explains(invite: Invite) -> None:
    """B7.1: right answers are counted, a wrong one is explained; by keyboard alone."""
    (ana,) = invite("Ana")
    part = open_part(ana, "tanto")
    focus(ana, "#tanto-field")
    ana.page.keyboard.type("x")
    ana.page.keyboard.press("Enter")
    expect(part.locator(".trainer .answer")).to_have_text("Escribí un número.")
    for right in (1, 2):
        cards = dealt(part)
        ana.page.locator("#tanto-field").fill(str(argentine(cards).points))
        ana.page.keyboard.press("Enter")
        expect(part.locator(".trainer .answer b")).to_have_text(f"¡Eso, {argentine(cards).points}!")
        expect(part.locator(".streak")).to_have_text("1 bien" if right == 1 else "2 bien seguidas")
        expect(part.locator("[data-do='next-three']")).to_be_focused()
        ana.page.keyboard.press("Enter")
        expect(part.locator("#tanto-field")).to_be_focused()
        expect(part.locator("#tanto-field")).to_have_value("")
    cards = dealt(part)
    ana.page.keyboard.type(str((argentine(cards).points + 1) % 34))
    ana.page.keyboard.press("Enter")
    expect(part.locator(".trainer .answer b")).to_have_text(f"Son {argentine(cards).points}.")
    expect(part.locator(".streak")).to_have_count(0)


def test_the_tanto_of_marked_cards_as_the_engine_says(invite: Invite) -> None:
    """B7.1"""
    (ana,) = invite("Ana")
    part = open_part(ana, "tanto")
    for cards in ("7o 6o 1b", "12c 11c 4e", "1b 10c 6o", "7e 5e 2e"):
        for card in cards.split():
            part.locator(f".pick[data-card='{card}']").click()
        counted = argentine(tuple(map(Card, cards.split())))
        expect(part.locator(".picker .answer b")).to_have_text(f"{counted.points} de envido.")
        part.locator(".pick[data-card='3b']").click()
        expect(part.locator(".pick[aria-pressed='true']")).to_have_count(3)
        part.get_by_role("button", name="Borrar").click()
        expect(part.locator(".pick[aria-pressed='true']")).to_have_count(0)


def test_the_calls_and_their_worths(invite: Invite) -> None:
    """B7.6, B7.8, B8.1, B8.4"""
    (ana,) = invite("Ana")
    part = open_part(ana, "calls")
    expect(part.locator("tbody tr")).to_have_count(11 + 3)
    told = [re.sub(r"\s+", " ", row.inner_text()).strip() for row in part.locator("tbody tr").all()]
    assert told[0] == "Envido 2 1"
    assert told[10] == "Envido Envido Real envido Falta envido la falta 7"
    assert told[13] == "¡Truco! ¡Retruco! ¡Vale cuatro! 4 3"


def test_without_a_network_it_says_so_and_asks_again(invite: Invite) -> None:
    (ana,) = invite("Ana")
    open_part(ana, "rules")
    ana.page.route("**/api/v1/rules/**", lambda route: route.abort())
    ana.page.locator("[data-tab='order']").click()
    expect(ana.page.get_by_text("No llegamos al servidor.")).to_be_visible()
    ana.page.unroute("**/api/v1/rules/**")
    ana.page.get_by_role("button", name="Probar de nuevo").click()
    expect(ana.page.locator(".order li")).to_have_count(14)


def test_the_table_goes_on_behind_it(table: Table) -> None:
    """The seat is kept: one reads, is called back when it is one's turn, and plays."""
    (ana, caro), (beto, _) = table("Ana", "Caro")
    ana.later().page.keyboard.press("?")
    bar = ana.on("help").page.locator(".help-actions")
    expect(bar).to_contain_text("Te toca.")
    ana.press("Volver a la mesa").on("table").plays("6e")
    caro.press("Menú").press("Cómo se juega").on("help")
    expect(caro.page.locator(".help-actions")).to_contain_text("La partida sigue.")
    beto.does("call truco")
    ana.does("vote", "quiero")
    expect(caro.page.locator(".help-actions")).to_contain_text("Te preguntan.")
    caro.page.keyboard.press("Escape")
    caro.on("table").does("vote", "quiero")
    beto.does("play 4b")
    caro.plays("2c")
    for person in (ana, caro):
        expect(person.page.locator(".seat.away")).to_have_count(0)


def test_a_result_explains_itself(table: Table) -> None:
    """B7.8, B8.4, B11.3: a sentence for each result, its rule in a sheet, and on to all the rules."""
    (ana, beto), (caro, dani) = table("Ana", "Beto")
    ana.does("call", "envido")
    beto.does("vote", "no-quiero")
    dani.does("vote no-quiero")
    ana.does("call", "truco")
    beto.does("vote", "no-quiero")
    dani.does("vote no-quiero")
    ana.later(2_000).on("summary").sees("No nos quisieron el truco.")
    ana.sees("No nos quisieron el envido: 1 para nosotros.")
    beto.later(2_000).on("summary").sees("No quisimos el envido: 1 para ellos.")
    why = ana.page.locator(".earned [data-do='why']")
    why.click()
    sheet = ana.page.locator("[data-sheet='why']")
    expect(sheet).to_contain_text("Regla B7.8.")
    no_violation(ana.page, "the rule behind an envido")
    ana.page.keyboard.press("Escape")
    expect(why).to_be_focused()
    ana.page.locator(".summary .why [data-do='why']").click()
    expect(sheet).to_contain_text("Regla B8.4.")
    expect(sheet.get_by_role("link")).to_have_css("font-weight", "800")  # without the section's own style
    ana.later()
    sheet.get_by_role("link").click()
    expect(ana.on("help").page.locator("#rule-B8\\.4")).to_be_focused()
    ana.page.keyboard.press("Escape")
    for person in (ana, beto):
        person.later(2_000).on("summary").does("continue")
    for friend in (caro, dani):
        friend.does("continue")
    beto.on("table").does("call", "falta-envido")
    ana.does("vote", "quiero")
    caro.does("vote quiero")
    ana.later(6_000).on("end").sees("Con el envido llegamos a 30.")
    ana.page.locator(".why [data-do='why']").click()
    expect(sheet).to_contain_text("Regla B7.11.")
    expect(sheet).to_contain_text("Regla B11.3.")
    ana.page.keyboard.press("Escape")
    ana.page.locator(".last-hand summary").click()
    ana.sees(re.compile(r"gana el tanto más alto\. La falta valía 28"))
    ana.page.locator(".earned [data-do='why']").first.click()
    expect(sheet).to_contain_text("Regla B7.9.")
    expect(sheet).to_contain_text("Regla B7.7.")


def test_a_rule_is_read_at_ones_own_pace(house: House, table: Table) -> None:
    """The next hand leaves it open; a question closes it, and has the focus at hand."""
    (ana,), (beto, _, dani) = table("Ana")
    ana.does("call", "truco")
    for friend in (beto, dani):
        friend.does("vote no-quiero")
    ana.later(2_000).on("summary").does("why")
    rule = ana.page.locator("[data-sheet='why']")
    expect(rule).to_be_visible()
    house.wait(10)
    ana.on("table").later()
    expect(rule).to_contain_text("Regla B8.4.")
    beto.does("call truco")
    expect(rule).to_have_count(0)
    expect(ana.page.locator("#hand")).to_be_focused()


def test_nothing_is_lost_at_320_and_with_great_text(invite: Invite) -> None:
    (ana,) = invite("Ana", viewport={"width": 320, "height": 640})
    wide = "() => document.scrollingElement.scrollWidth - innerWidth"
    cut = """() => [...document.querySelectorAll("truco-help .help-part *")].filter(one => {
      const box = one.getBoundingClientRect();
      return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
    }).length"""
    for size in ("100%", "200%"):
        for part in PARTS:
            open_part(ana, part)
            ana.page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert ana.page.evaluate(wide) <= 0, (part, size)
            assert ana.page.evaluate(cut) == 0, (part, size)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en-GB", "Who won the hand?"), ("es-AR", "¿Quién ganó la mano?"), ("pt-BR", "Quem ganhou a mão?")],
)
def test_it_speaks_ones_language(invite: Invite, language: str, title: str) -> None:
    (ana,) = invite("Ana", locale=language)
    ana.arrive("/#/help/who").on("help")
    expect(ana.page.get_by_role("heading", name=title)).to_be_visible()
    other = "English" if language != "en-GB" else "Español"
    ana.page.locator(".page-top [data-do='menu']").click()
    ana.later().page.get_by_role("radio", name=other).check(force=True)
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("heading", name=title)).to_have_count(0)
    ana.on("help")
