"""What is heard and felt, and what the tab says: sounds only when wanted, the icon of whose turn it is."""

from base64 import b64encode
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import Invite

COUNT = """
globalThis.tones = 0;
globalThis.OscillatorNode = class extends OscillatorNode {
    constructor(...given) { super(...given); globalThis.tones += 1; }
};
"""


def test_there_is_no_sound_before_it_is_wanted(invite: Invite, table: Table) -> None:
    (beto,) = invite("Beto")
    beto.context.add_init_script(COUNT)
    _, (ana, caro, _) = table(beto)
    ana.does("play 1e")
    beto.plays("4b")
    assert beto.page.evaluate("tones") == 0
    beto.page.locator("[data-do='menu']").first.click()
    beto.later().page.get_by_role("group", name="Sonidos").get_by_text("Sí").click()
    beto.page.wait_for_function("() => tones > 0")
    before = beto.page.evaluate("tones")
    beto.page.keyboard.press("Escape")
    caro.does("play 2c")
    beto.page.wait_for_function(f"() => tones > {before}")
    beto.page.reload()
    beto.on("table")
    beto.page.locator("[data-do='menu']").first.click()
    expect(beto.page.get_by_role("group", name="Sonidos").get_by_label("Sí")).to_be_checked()


STATIC = Path(__file__).parents[2] / "static"
ICON = "link[rel=icon]"
PLAIN, CALLING = (
    f"data:image/png;base64,{b64encode((STATIC / 'img' / name).read_bytes()).decode()}"
    for name in ("icon-48.png", "icon-turn-48.png")
)


def test_the_tab_calls_who_reads_how_to_play(table: Table) -> None:
    (ana,), (beto, *_) = table("Ana")

    def reads(title: str, icon: str) -> None:
        ana.on("help")
        expect(ana.page).to_have_title(f"{title} · Fósforo")
        expect(ana.page.locator(ICON)).to_have_attribute("href", icon)

    ana.page.keyboard.press("?")
    reads("Te toca", CALLING)
    ana.page.locator("[data-do='back-to-table']").click()
    ana.on("table").plays("1e")
    ana.page.keyboard.press("?")
    reads("Cómo se juega", PLAIN)
    beto.does("call truco")
    reads("Te preguntan", CALLING)


def test_the_tab_says_whose_turn_it_is(house: House, table: Table) -> None:
    """By icons that the page has: an address would be asked for at every turn, server or no server."""
    (ana, beto), _ = table("Ana", "Beto")
    expect(ana.page.locator(ICON)).to_have_attribute("href", CALLING)
    expect(beto.page.locator(ICON)).to_have_attribute("href", "img/icon.svg")
    expect(ana.page).to_have_title("Te toca · Fósforo")
    ana.plays("1e")
    expect(ana.page.locator(ICON)).to_have_attribute("href", PLAIN)
    expect(beto.page.locator(ICON)).to_have_attribute("href", CALLING)
    house.stop()
    try:
        ana.errors.clear()
        ana.page.evaluate("async () => (await import('/js/senses.js')).sign(true)")
        expect(ana.page.locator(ICON)).to_have_attribute("href", CALLING)
        ana.page.wait_for_timeout(300)
        assert not [error for error in ana.errors if "WebSocket" not in error]
    finally:
        house.start()
