"""Second tabs, gone sessions, servers that come and go (scenarios 1, 2, 5)."""

import re
from typing import Literal

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import Invite, Person


def test_a_second_tab_takes_the_seat_and_the_first_says_so(table: Table) -> None:
    """Scenario 1: nobody else sees a disconnection; the seat can be taken back."""
    (ana, beto), _ = table("Ana", "Beto")
    second = ana.context.new_page()
    second.goto(ana.url)
    expect(second.locator("body")).to_have_attribute("data-screen", "table")
    expect(ana.page.get_by_text("Seguís en otra pestaña")).to_be_visible()
    expect(beto.page.get_by_text(re.compile("Esperamos a Ana"))).to_have_count(0)
    ana.press("Traerla acá")
    expect(second.get_by_text("Seguís en otra pestaña")).to_be_visible()
    second.close()
    ana.plays("6e")


def test_a_reload_on_ones_own_turn_shows_the_same_moment(table: Table) -> None:
    """Scenario 2: same hand, same prompt."""
    (ana,), _ = table("Ana")
    words = ".dock [data-do]"
    before = ana.page.locator(words).evaluate_all("all => all.map(one => one.dataset.word ?? one.dataset.do)")
    ana.page.reload()
    ana.on("table")
    expect(ana.page.locator(words)).to_have_count(len(before))
    after = ana.page.locator(words).evaluate_all("all => all.map(one => one.dataset.word ?? one.dataset.do)")
    assert after == before
    assert len(ana.page.locator(".hand [data-card]").all()) == 3


def test_a_card_tapped_while_the_server_is_away_is_sent_once(house: House, table: Table) -> None:
    """Scenario 5: the same aid again, applied once."""
    (ana, beto), friends = table("Ana", "Beto")
    house.stop()
    slot = ana.page.locator(".hand [data-card='6e']")
    ana.later()
    slot.click()
    slot.click()
    house.start()
    for friend in friends:
        friend.arrive()
    for person in (ana, beto):
        person.later(8_000)
    expect(slot).to_have_count(0)
    expect(beto.page.locator("[data-played='0'] truco-card")).to_have_count(1)


def test_a_double_tap_never_plays_two_cards(invite: Invite, table: Table) -> None:
    """LOOK 3.5: one card only, however often one taps before the server has answered."""
    (ana,) = invite("Ana")
    sent: list[str] = []

    def line(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda text: sent.append(str(text)) if '"play"' in str(text) else server.send(text))

    ana.page.route_web_socket(re.compile("/socket$"), line)
    table(ana)
    ana.later()
    for card in ("1e", "7e"):
        ana.page.locator(f".hand [data-card='{card}']").click(click_count=3, delay=10, force=True)
    assert len(sent) == 1 and '"1e"' in sent[0]


def drag_up(person: Person, *way: float, button: Literal["left", "right"] = "left") -> None:
    """Takes the ace of swords, goes so many pixels upwards, one place after another, and lets go."""
    box = person.page.locator(".hand [data-card='1e']").bounding_box()
    assert box
    x, low = box["x"] + box["width"] / 2, box["y"] + box["height"] - 6
    person.page.mouse.move(x, low)
    person.page.mouse.down(button=button)
    for up in way:
        person.page.mouse.move(x, low - up, steps=4)
    person.page.mouse.up(button=button)


def test_a_card_is_played_where_it_is_let_go(table: Table) -> None:
    """LOOK 3.4: beyond 40 px. Not for who draws it back, another button, or a mouse that only passes."""
    (ana,), _ = table("Ana")
    ana.later()
    cards = ana.page.locator(".hand [data-card]")
    drag_up(ana, 80, 12)
    drag_up(ana, 80, button="right")
    drag_up(ana, -40)
    drag_up(ana, 30)
    ana.page.mouse.move(0, 0)
    box = cards.first.bounding_box()
    assert box
    for y in (box["y"] + box["height"] - 4, box["y"] + 4):
        ana.page.mouse.move(box["x"] + box["width"] / 2, y, steps=4)
    ana.later()
    expect(cards).to_have_count(3)
    drag_up(ana, 200)  # far beyond the card
    expect(cards).to_have_count(2)


def test_the_second_tap_of_a_vote_meets_nothing(table: Table) -> None:
    """LOOK 3.2: what was said stands where the votes stood, and does not open for it."""
    (beto,), (ana, _, dani) = table("Beto")
    ana.does("call truco")
    dani.does("vote quiero")
    yes = beto.page.locator("[data-do=vote][data-word=quiero]")
    expect(yes).to_be_visible()
    beto.later()
    box = yes.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    beto.page.mouse.click(*place)
    log = beto.page.locator("[data-do=log]")
    expect(log).to_be_visible()
    beto.page.mouse.click(*place)
    expect(beto.page.locator("dialog")).to_have_count(0)
    beto.later()
    log.click()
    expect(beto.page.locator("dialog[data-sheet=said]")).to_be_visible()


def test_a_question_is_never_hidden_by_the_menu(table: Table) -> None:
    (beto,), (ana, *_) = table("Beto")
    beto.does("menu")
    expect(beto.page.locator("dialog[data-sheet=menu]")).to_be_visible()
    ana.does("call truco")
    expect(beto.page.locator("dialog[data-sheet=menu]")).to_have_count(0)
    beto.does("menu")  # who asks for it again has it
    expect(beto.page.locator("dialog[data-sheet=menu]")).to_be_visible()


def test_a_new_button_takes_no_press_that_began_before_it(table: Table) -> None:
    """LOOK 3.3: half a second without effect, also for a press that ends after it."""
    (beto,), (ana, *_) = table("Beto")
    beto.page.clock.pause_at(beto.page.evaluate("Date.now() / 1000 + 0.5"))
    ana.does("call truco")
    yes = beto.page.locator("[data-do=vote][data-word=quiero]")
    while not yes.count():
        beto.page.clock.run_for(20)  # a frame to draw in
    yes.click(force=True)
    beto.page.clock.run_for(300)
    yes.hover()
    beto.page.mouse.down()  # too early by a tenth of a second
    beto.page.clock.run_for(300)
    beto.page.mouse.up()
    beto.page.clock.run_for(300)
    expect(yes).to_have_attribute("aria-pressed", "false")
    beto.page.clock.resume()
    yes.click()
    expect(yes).to_have_attribute("aria-pressed", "true")


def test_a_click_without_finger_or_key_counts_however_old_the_last_key_is(table: Table) -> None:
    """As a screen reader, or a voice, presses."""
    (beto,), (ana, *_) = table("Beto")
    beto.later().page.keyboard.press("Shift")
    beto.later(2000)
    ana.does("call truco")
    yes = beto.page.locator("[data-do=vote][data-word=quiero]")
    expect(yes).to_be_visible()
    beto.later()
    yes.evaluate("button => button.click()")
    expect(yes).to_have_attribute("aria-pressed", "true")


def test_leaving_in_the_middle_of_a_game_asks_and_cancels_it(table: Table) -> None:
    """B12.6"""
    (ana, beto), _ = table("Ana", "Beto")
    ana.does("menu").does("leave")
    ana.later().page.locator("dialog").last.get_by_role(
        "button", name=re.compile("[Ss]alir|[Dd]ejar|[Ii]rme")
    ).click()
    ana.on("lobby")
    beto.on("room").sees(re.compile("Ana"))
