"""A game among friends over plain http on a local address, which is no secure context (DESIGN)."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import INSECURE_HOST
from tests.browser.house import House
from tests.browser.people import Invite

PASTE = """() => {
  const field = Object.assign(document.createElement("textarea"), { id: "paste" });
  document.body.append(field);
  field.focus();
}"""


def test_friends_play_over_plain_http(house: House, invite: Invite) -> None:
    people = invite()
    for person in people:
        person.url = f"http://{INSECURE_HOST}:{house.port}"
        person.enter()
    ana, beto, caro, dani = people
    assert not ana.page.evaluate("isSecureContext")
    ana.press("Abrir mesa")
    ana.later().page.get_by_text("Con invitación").click()
    ana.does("submit").on("room")
    code = ana.page.locator(".code output").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}", code)

    # No Clipboard API here: the link is copied all the same.
    ana.press("Copiar link").sees("Link copiado")
    ana.page.evaluate(PASTE)
    ana.page.keyboard.press("Control+V")
    link = ana.page.locator("#paste").input_value()
    assert link == f"http://{INSECURE_HOST}:{house.port}/#/i/{code}"

    beto.page.goto(link)
    beto.on("room")
    caro.press("Tengo código")
    caro.page.locator("dialog input").fill(code.lower().replace("-", " "))
    caro.does("submit").on("room")
    dani.page.goto(link)
    dani.on("room")
    for person in people:
        person.press("Estoy listo")
    for person in people:
        person.on("table")
    ana.plays("6e")
    expect(beto.page.locator("[data-played] truco-card[code='6e']")).to_be_visible()
    beto.plays("4b")


def test_a_private_table_is_in_no_lobby(house: House, invite: Invite) -> None:
    ana, beto = invite("Ana", "Beto")
    ana.enter().press("Abrir mesa")
    ana.later().page.get_by_text("Con invitación").click()
    ana.does("submit").on("room")
    beto.enter().sees("No hay mesas abiertas")
