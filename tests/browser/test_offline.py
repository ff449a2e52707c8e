"""Networks as they are: what is tapped without a line waits where it was tapped, and is sent once."""

import re

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import Invite, Person

WAITS = "se manda al volver"
SLOW_MS = 1_600
NO_LINE = re.compile("Sin conexión|se muda")


def outlined(element: Locator, style: str) -> None:
    expect(element).to_have_css("outline-style", style)


def lose_the_line(person: Person) -> None:
    """The network goes, and the browser says so."""
    person.context.set_offline(True)
    for _ in range(4):
        person.later(1_000).page.wait_for_timeout(20)
    person.sees(NO_LINE)


def get_it_back(person: Person) -> None:
    person.context.set_offline(False)
    for _ in range(8):
        person.later(1_000).page.wait_for_timeout(20)
    expect(person.page.locator("#net")).to_be_empty()


def lift_and_send(person: Person, card: str) -> Locator:
    slot = person.page.locator(f".hand [data-card='{card}']")
    expect(person.page.locator(".seat.bottom.turn")).to_be_visible()
    person.later()
    slot.click()
    slot.click()
    return slot


def test_a_card_without_a_line_waits_in_the_hand(house: House, table: Table) -> None:
    """And is played once, though the server was another one meanwhile."""
    (ana, beto), friends = table("Ana", "Beto")
    lose_the_line(ana)
    slot = lift_and_send(ana, "6e")
    ana.later(SLOW_MS)
    expect(slot).to_have_accessible_name(f"6 de espadas, {WAITS}")
    expect(slot).to_have_attribute("data-hint", WAITS)
    outlined(slot.locator("truco-card"), "dashed")
    ana.page.locator(".hand [data-card='7e']").click()
    expect(ana.page.locator(".hand .sent")).to_have_count(1)
    expect(beto.page.locator("[data-played='0']")).to_have_count(0)
    house.restart()
    for friend in friends:
        friend.arrive()
    get_it_back(ana)
    expect(slot).to_have_count(0)
    beto.later(8_000)
    expect(beto.page.locator("[data-played='0'] truco-card")).to_have_count(1)
    expect(ana.page.locator(".hand [data-card]")).to_have_count(2)


def test_a_call_and_a_vote_without_a_line_wait_on_their_buttons(table: Table) -> None:
    (ana, beto, dani), _ = table("Ana", "Beto", "Dani")
    lose_the_line(ana)
    ana.does("call", "truco")
    button = ana.page.locator("[data-word='truco']")
    expect(button).to_contain_text(WAITS)
    outlined(button, "dashed")
    get_it_back(ana)
    expect(beto.page.locator("[data-do='vote']")).to_have_count(3)
    lose_the_line(beto)
    beto.does("vote", "quiero")
    vote = beto.page.locator("[data-word='quiero']")
    expect(vote).to_contain_text(WAITS)
    outlined(vote, "dashed")
    expect(dani.page.locator(".partner")).to_have_count(0)
    get_it_back(beto)
    expect(dani.page.locator("[data-word='quiero'] .partner")).to_have_count(1)
    expect(vote).not_to_contain_text(WAITS)


def test_a_vote_that_comes_too_late_comes_back(house: House, table: Table) -> None:
    """The match burnt out meanwhile: the button returns to nothing, and a note says why."""
    (beto,), (ana, *_) = table("Beto")
    ana.does("call truco")
    expect(beto.page.locator("[data-do=vote]").first).to_be_visible()
    lose_the_line(beto)
    beto.does("vote", "quiero")
    house.wait(10)
    beto.context.set_offline(False)
    beto.later(1_500)
    expect(beto.page.locator("#toast")).to_contain_text("Llegó tarde")
    expect(beto.page.locator(".sent")).to_have_count(0)
    beto.on("summary")


class Held:
    """A line on which what the page says is held back until it is let go."""

    def __init__(self, person: Person) -> None:
        self.holds = False
        self.opened = 0
        self.said: list[str] = []
        person.page.route_web_socket(re.compile("/socket$"), self._join)

    def _join(self, page: WebSocketRoute) -> None:
        self.opened += 1
        self._server = page.connect_to_server()
        page.on_message(self._heard)

    def _heard(self, message: str | bytes) -> None:
        text = message if isinstance(message, str) else message.decode()
        self.said.append(text)
        if not self.holds:
            self._server.send(text)

    def let_go(self) -> None:
        self.holds = False
        for text in self.said:
            if '"play"' in text:
                self._server.send(text)


def on_a_held_line(table: Table, invite: Invite) -> tuple[Person, Held]:
    """Ana at a table, and from now on nothing that her page says arrives."""
    (ana,) = invite("Ana")
    line = Held(ana)
    table(ana)
    line.holds = True
    return ana, line


def test_a_slow_card_rests_on_its_place(table: Table, invite: Invite) -> None:
    ana, line = on_a_held_line(table, invite)
    slot = lift_and_send(ana, "6e")
    expect(slot).to_have_count(1)
    ana.later(SLOW_MS)
    expect(slot).to_have_count(0)
    rests = ana.page.locator("[data-played='0'] truco-card")
    expect(rests).to_have_css("filter", "brightness(0.78)")
    outlined(rests, "dotted")
    ana.sees("Se manda…")
    line.let_go()
    outlined(rests, "none")
    expect(rests).to_have_count(1)


def test_coming_back_to_the_page_probes_the_line_at_once(table: Table, invite: Invite) -> None:
    """A dead line is found out in three seconds then, not in twelve."""
    ana, line = on_a_held_line(table, invite)
    before = len(line.said)
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.page.wait_for_timeout(50)
    assert ['"ping"' in text for text in line.said[before:]] == [True]
    ana.later(3_100)
    expect(ana.page.locator("#screen")).to_be_visible()
    assert line.opened == 2


def test_ready_without_a_line_is_sent_when_it_is_back(invite: Invite) -> None:
    ana, beto = invite("Ana", "Beto")
    for person in (ana, beto):
        person.enter().press("Jugar ya").on("room")
    lose_the_line(ana)
    ana.press("Estoy listo")
    button = ana.page.get_by_role("button", name="Estoy listo")
    outlined(button, "dashed")
    ana.sees("Se manda al volver")
    button.click()
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    get_it_back(ana)
    expect(beto.page.locator("[data-ready='true']")).to_have_count(1)
    outlined(button, "none")
    assert len([one for one in asked if one.startswith("PUT")]) == 1
