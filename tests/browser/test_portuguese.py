"""The page in Portuguese of Brazil: what players say stays Spanish, the small lines say what it means."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import PHONE, Invite, Person
from tests.browser.test_access import SAID
from tests.browser.test_room import SHEET

BRAZIL = {"locale": "pt-BR"}


def hears(person: Person, text: str) -> None:
    person.page.wait_for_function(f"text => ({SAID})().includes(text)", arg=text, polling=50)


def reads(person: Person, button: str, words: str, small: str) -> None:
    """A button says its Spanish words, and below them what they mean."""
    found = person.page.locator(button)
    expect(found).to_contain_text(words)
    expect(found.locator("small")).to_have_text(small)


def fits(person: Person) -> None:
    """Nothing is wider than the screen, and no button narrower than its words."""
    too_wide = """() => [document.scrollingElement, ...document.querySelectorAll(".button")]
        .filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText.slice(0, 40))"""
    assert person.page.evaluate(too_wide) == []


def test_a_brazilian_browser_is_spoken_to_in_portuguese(house: House, invite: Invite) -> None:
    (ana,) = invite("Ana", viewport={"width": 320, "height": 640}, **BRAZIL)
    ana.context.add_init_script(SHEET)
    ana.arrive().on("landing")
    fits(ana)
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(ana.page.get_by_role("button", name="Português")).to_have_attribute("aria-pressed", "true")
    ana.page.get_by_label("Como te chamam?").fill("Ana")
    ana.press("Entrar").on("lobby").sees("Nenhuma mesa aberta.")
    fits(ana)
    ana.press("Jogar já").on("room").sees("Até 30, com malas e buenas, para quatro, sem flor.")
    ana.sees("Você já tem lugar. Faltam 4.")
    expect(ana.page.get_by_role("button", name="Enviar link")).to_be_visible()
    fits(ana)


def test_portuguese_is_not_fetched_by_those_who_do_not_want_it(house: House, invite: Invite) -> None:
    """The first load is that of one language; another comes when it is chosen, and stays chosen."""
    (ana,) = invite("Ana")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.arrive().on("landing")
    assert asked and not [url for url in asked if re.search(r"i18n/(en|pt)\.js", url)]
    ana.press("Português")
    expect(ana.page.get_by_role("button", name="Português")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.get_by_label("Como te chamam?")).to_be_visible()
    assert len([url for url in asked if url.endswith("i18n/pt.js")]) == 1
    ana.page.reload()
    expect(ana.page.get_by_label("Como te chamam?")).to_be_visible()
    ana.page.get_by_label("Como te chamam?").fill("Ana")
    ana.press("Entrar").on("lobby").press("Menu")
    expect(ana.page.get_by_role("radio", name="Português")).to_be_checked()
    ana.later().page.locator("dialog").get_by_text("Español").click()
    expect(ana.page.locator("html")).to_have_attribute("lang", "es-AR")


@pytest.mark.parametrize("width", [320, 360])
def test_a_hand_in_portuguese(table: Table, width: int) -> None:
    """Ana calls truco, Beto raises with an envido first; the cards and the results have Portuguese names."""
    phone = {**PHONE, "viewport": {"width": width, "height": 740}}
    people, (caro,) = table("Ana", "Beto", "Dani", **phone, **BRAZIL)
    ana, beto, dani = people
    hears(ana, "Sua vez.")
    for name in ("ás de espadas", "7 de espadas", "6 de espadas"):
        expect(ana.page.get_by_role("button", name=name)).to_be_visible()
    reads(ana, "[data-do='call'][data-word='envido']", "Envido", "quer 2 · não 1")
    reads(ana, "[data-do='call'][data-word='truco']", "¡Truco!", "se quiserem vale 2 · senão 1 para nós")
    reads(ana, "[data-do='fold']", "Al mazo", "vou ao baralho")
    fits(ana)

    ana.does("call", "truco")
    hears(beto, "Ana canta truco. Q aceita, N recusa. 10 segundos.")
    reads(beto, "[data-do='vote'][data-word='quiero']", "Quiero", "aceito: a mão vale 2")
    reads(beto, "[data-do='vote'][data-word='no-quiero']", "No quiero", "recuso: 1 para eles")
    reads(beto, "[data-do='vote'][data-word='retruco']", "¡Quiero retruco!", "aceito e subo a 3 · senão 2")
    beto.sees("se apagar, é não")
    fits(beto)
    beto.does("vote", "quiero")
    hears(dani, "Beto vota quiero.")
    dani.does("vote", "quiero")
    hears(ana, "Quiseram. A mão vale 2.")

    ana.plays("1e")
    hears(beto, "Ana joga o ás de espadas.")
    beto.does("fold")
    beto.sees("Ir ao baralho?").sees("Dani segue jogando por vocês dois.")
    beto.later().page.get_by_role("button", name="Vou ao baralho", exact=True).click()
    hears(ana, "Beto vai ao baralho.")
    caro.does("play 2c")
    dani.plays("1b")
    hears(ana, "Primeira, nossa: sua carta, ás de espadas.")
    ana.plays("7e")
    caro.does("play 4c")
    dani.does("fold")
    dani.later().page.get_by_role("button", name="Vou ao baralho", exact=True).click()
    ana.on("summary").sees("A mão é nossa").sees("Foram ao baralho.")
    dani.on("summary").sees("A mão é deles").sees("Fomos ao baralho.")
    fits(dani)
    for person in people:
        person.on("summary").press("Seguir")
    caro.does("continue")
    hears(beto, "Ana deu as cartas. Você é mano.")

    beto.does("call", "falta-envido")
    ana.does("vote", "quiero")
    caro.does("vote quiero")
    ana.later(8_000).on("end").sees("Ganhamos!").sees("Com o envido chegamos a 30.")
    beto.later(8_000).on("end").sees("Vitória deles")
    fits(ana)
