"""Second tabs, gone sessions, servers that come and go (scenarios 1, 2, 5)."""

import re

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.people import Person


def test_a_second_tab_takes_the_seat_and_the_first_says_so(seated: list[Person]) -> None:
    """Scenario 1: nobody else sees a disconnection; the seat can be taken back."""
    ana, beto, *_ = seated
    second = ana.context.new_page()
    second.goto(ana.url)
    expect(second.locator("body")).to_have_attribute("data-screen", "table")
    expect(ana.page.get_by_text("Seguís en otra pestaña")).to_be_visible()
    expect(beto.page.get_by_text(re.compile("Esperamos a Ana"))).to_have_count(0)
    ana.press("Traerla acá")
    expect(second.get_by_text("Seguís en otra pestaña")).to_be_visible()
    second.close()
    ana.plays("6e")


def test_a_reload_on_ones_own_turn_shows_the_same_moment(house: House, seated: list[Person]) -> None:
    """Scenario 2: same hand, same prompt."""
    ana = seated[0]
    words = ".dock [data-do]"
    before = ana.page.locator(words).evaluate_all("all => all.map(one => one.dataset.word ?? one.dataset.do)")
    ana.page.reload()
    ana.on("table")
    expect(ana.page.locator(words)).to_have_count(len(before))
    after = ana.page.locator(words).evaluate_all("all => all.map(one => one.dataset.word ?? one.dataset.do)")
    assert after == before
    assert len(ana.page.locator(".hand [data-card]").all()) == 3


def test_a_card_tapped_while_the_server_is_away_is_sent_once(house: House, seated: list[Person]) -> None:
    """Scenario 5: the same aid again, applied once."""
    ana, beto, *_ = seated
    house.stop()
    slot = ana.page.locator(".hand [data-card='6e']")
    ana.later()
    slot.click()
    slot.click()
    house.start()
    for person in seated:
        person.later(8_000)
    expect(slot).to_have_count(0)
    expect(beto.page.locator("[data-played='0'] truco-card")).to_have_count(1)


def test_a_double_tap_never_plays_two_cards(seated: list[Person]) -> None:
    """LOOK 3.5: one card only."""
    ana, beto, *_ = seated
    slot = ana.page.locator(".hand [data-card='1e']")
    ana.later()
    slot.click(click_count=2)
    ana.page.locator(".hand .slot").nth(1).click(click_count=2, force=True)
    expect(beto.page.locator("[data-played='0'] truco-card")).to_have_count(1)
    expect(ana.page.locator(".hand [data-card]")).to_have_count(2)


def test_leaving_in_the_middle_of_a_game_asks_and_cancels_it(seated: list[Person]) -> None:
    """B12.6"""
    ana, beto, *_ = seated
    ana.does("menu").does("leave")
    ana.page.locator("dialog").last.get_by_role(
        "button", name=re.compile("[Ss]alir|[Dd]ejar|[Ii]rme")
    ).click()
    ana.on("lobby")
    beto.on("room").sees(re.compile("Ana"))
