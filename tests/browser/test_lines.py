"""Dead lines, wrong clocks, tabs that might quarrel: what the page does by itself."""

import re

from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import PING_MS, Invite, Person, is_pong
from tests.browser.scenes import hold

LEFT = """async () => {
  const { state } = await import("/js/state.js");
  const ends = Number(document.querySelector("[ends]").getAttribute("ends"));
  return { left: ends - performance.now(), since: performance.now() - state.receivedAt };
}"""
"""Milliseconds that the burning match has left, and for how long the page has known."""


def _sockets(page: Page) -> list[WebSocket]:
    """All sockets that the page opens from now on."""
    opened: list[WebSocket] = []

    def note(socket: WebSocket) -> None:
        opened.append(socket)

    page.on("websocket", note)
    return opened


def _left(person: Person) -> float:
    """Milliseconds that the page gives a vote, at the moment of the last frame."""
    expect(person.page.locator("[ends]").first).to_be_attached()
    told = person.page.evaluate(LEFT)
    return told["left"] + told["since"]


def test_two_tabs_never_fight_over_a_seat_by_themselves(table: Table) -> None:
    """Scenario 1: the tab that was replaced opens no socket, however long it waits."""
    (ana,), _ = table("Ana")
    first = _sockets(ana.page)
    tab = ana.context.new_page()
    second = _sockets(tab)
    tab.goto(ana.url)
    expect(tab.locator("body")).to_have_attribute("data-screen", "table")
    expect(ana.page.get_by_text("Seguís en otra pestaña")).to_be_visible()
    for _ in range(24):
        with second[0].expect_event("framereceived", is_pong):  # both tabs live by this clock
            ana.later(PING_MS)
    expect(ana.page.get_by_role("button", name="Traerla acá")).to_be_visible()
    assert (first, len(second)) == ([], 1)
    expect(tab.get_by_text("Seguís en otra pestaña")).to_have_count(0)


def test_a_reload_in_a_vote_shows_the_time_that_is_left(house: House, table: Table) -> None:
    """Scenario 2: within 200 ms of the server's."""
    (beto,), (ana, *_) = table("Beto")
    ana.does("call truco")
    expect(beto.page.locator("[data-do='vote']").first).to_be_visible()
    house.wait(3.3)
    beto.page.reload()
    beto.on("table")
    expect(beto.page.locator("[data-do='vote']")).to_have_count(3)
    assert abs(_left(beto) - 6_700) < 200


def test_a_clock_that_is_an_hour_off_changes_nothing(house: House, invite: Invite, table: Table) -> None:
    """Scenario 17: wrong from the start, and set anew in the middle of a vote; the server's time is shown."""
    beto, dani = invite("Beto", "Dani")
    hour = 3_600_000
    now = beto.page.evaluate("Date.now()")
    beto.page.clock.set_system_time((now + hour) / 1000)
    dani.page.clock.set_system_time((now - hour) / 1000)
    _, (ana, _) = table(beto, dani)
    ana.does("call truco")
    for person in (beto, dani):
        expect(person.page.locator("[data-do='vote']").first).to_be_visible()
        assert abs(_left(person) - 10_000) < 200
    beto.page.clock.set_system_time((now - hour) / 1000)
    assert abs(beto.page.evaluate("Date.now()") - now + hour) < hour / 2
    assert abs(_left(beto) - 10_000) < 200
    beto.page.reload()
    beto.on("table")
    house.wait(9.9)
    beto.does("vote", "quiero")
    dani.does("vote", "quiero")
    ana.does("play 6e")


class Line:
    """The way between a page and the server, which can go dead while both ends take it for open."""

    def __init__(self) -> None:
        self.opened = 0
        self.dead: set[int] = set()
        self.pongs = 0

    def cut(self) -> None:
        self.dead.add(self.opened)

    def join(self, page: WebSocketRoute) -> None:
        self.opened += 1
        at = self.opened
        server = page.connect_to_server()
        page.on_message(lambda text: None if at in self.dead else server.send(text))
        server.on_message(lambda text: None if at in self.dead else self._brings(page, text))

    def _brings(self, page: WebSocketRoute, text: str | bytes) -> None:
        page.send(text)
        self.pongs += is_pong(text)

    def beats(self, person: Person) -> None:
        """From now on the page's time stands still, and it has just heard that its line lives."""
        hold(person.page)
        before = self.pongs
        person.later(PING_MS)
        while self.pongs == before:
            person.page.wait_for_timeout(20)


def test_a_line_that_is_dead_both_ways_is_given_up_within_twelve_seconds(
    invite: Invite, table: Table
) -> None:
    """Scenario 5: a card tapped meanwhile is sent again with the same name, and played once."""
    ana, beto = invite("Ana", "Beto")
    line = Line()
    ana.page.route_web_socket(re.compile("/socket$"), line.join)
    table(ana, beto)
    assert line.opened == 1
    line.beats(ana)
    line.cut()
    slot = ana.page.locator(".hand [data-card='6e']")
    slot.click()
    slot.click()
    ana.later(11_000)
    assert line.opened == 1
    ana.later(1_400).page.clock.resume()
    expect(slot).to_have_count(0)
    assert line.opened == 2
    expect(beto.page.locator("[data-played='0'] truco-card")).to_have_count(1)
    expect(ana.page.locator(".hand [data-card]")).to_have_count(2)
    expect(beto.page.get_by_text(re.compile("Esperamos a Ana"))).to_have_count(0)


def test_no_secret_is_in_an_address(invite: Invite) -> None:
    """Scenario 6: neither token nor invite code is in what the page asks for; no script has the token."""
    ana, beto = invite("Ana", "Beto")
    asked: list[str] = []
    for person in (ana, beto):
        person.page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        person.page.on("websocket", lambda socket: asked.append(socket.url))
    ana.enter().press("Jugar ya").on("room")
    code = ana.page.locator(".code output").inner_text()
    beto.enter()
    beto.page.goto(f"{beto.url}/#/i/{code}")
    beto.on("room")
    beto.page.reload()
    beto.on("room")
    cookies = [cookie for person in (ana, beto) for cookie in person.context.cookies()]
    tokens = [cookie.get("value", "") for cookie in cookies if cookie.get("name") == "truco_guest"]
    assert len(tokens) == 2
    assert any(url.endswith("/socket") for url in asked)
    assert not [url for url in asked for secret in (*tokens, code, code.lower()) if secret in url]
    kept = "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])"
    assert not [token for person in (ana, beto) for token in tokens if token in person.page.evaluate(kept)]
