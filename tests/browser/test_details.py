"""What makes the difference between a page that works and one that is kind: focus, words, small screens."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.friend import Table
from tests.browser.house import House
from tests.browser.people import DESKTOP, PHONE, WIDE, Invite, Person


def focused(person: Person, selector: str) -> None:
    expect(person.page.locator(selector).first).to_be_focused()


def in_sight(element: Locator) -> None:
    expect(element).to_be_in_viewport(ratio=1)


def test_a_wrong_code_can_be_mended_where_it_stands(house: House, invite: Invite) -> None:
    ana, beto = invite("Ana", "Beto")
    ana.enter().press("Jugar ya").on("room")
    code = ana.page.locator(".code output").inner_text()
    beto.enter().press("Tengo código")
    field = beto.page.get_by_label("Código de la mesa")
    for wrong in ("abc", "AAAA-AAAA-AAAAA"):
        field.fill(wrong)
        field.press("Enter")
        expect(beto.page.locator("#field-code-hint")).to_have_text("Ese código no abre ninguna mesa.")
        expect(field).to_have_value(wrong)
        expect(field).to_be_focused()
    field.fill(code.lower())
    field.press("Enter")
    beto.on("room")


def test_one_tap_plays_a_card_for_whom_it_is_enough(table: Table) -> None:
    (ana,), (beto, *_) = table("Ana", **PHONE)
    assert ana.touch
    card = ana.page.locator(".hand [data-card='6e']")
    ana.later().tap(card)
    expect(card).to_have_class(re.compile("lifted"))
    ana.page.keyboard.press("Escape")
    ana.press("Menú").later().page.get_by_text("Con un toque").tap()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("dialog[open]")).to_have_count(0)
    ana.later().tap(card)
    expect(card).to_have_count(0)
    beto.does("play 4b")


def test_chairs_and_comings_are_told_and_the_focus_is_kept(house: House, invite: Invite) -> None:
    ana, beto = invite("Ana", "Beto")
    ana.enter().press("Jugar ya").on("room")
    beto.enter().press("Jugar ya").on("room").press("Levantarme")
    focused(beto, "[data-do='chair']")
    heard(ana, "Beto se levantó.")
    beto.page.keyboard.press("Enter")
    focused(beto, "[data-do='ready']")
    beto.later(11_000)
    ana.press("Opciones de la mesa").press("Liberar el lugar de Beto")
    beto.sees("El anfitrión liberó tu lugar.")
    beto.page.locator("[data-do='leave']").first.click()
    heard(ana, "Se fue Beto.")


def test_the_focus_is_never_lost_when_a_sheet_closes(house: House, table: Table) -> None:
    """What opened it may be gone by then, or lie under the summary."""
    (ana, beto), (_, dani) = table("Ana", "Beto")
    sheet = ana.page.locator("dialog")
    beto.does("log")
    ana.does("call", "truco")  # which closes what lies over the question
    expect(beto.page.locator("dialog")).to_have_count(0)
    focused(beto, "#hand")
    ana.does("log")
    beto.does("vote", "no-quiero")
    dani.does("vote no-quiero")
    ana.later(2_000).on("summary")
    ana.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    focused(ana, "#verdict")
    ana.page.locator(".summary-page [data-do='menu']").click()
    expect(sheet).to_be_visible()
    house.wait(10)
    ana.on("table").page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    focused(ana, "#hand")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_double_press_opens_a_sheet_and_leaves_it_open(invite: Invite, device: dict[str, object]) -> None:
    """The second press lands on the ground around the sheet, or on what is in it."""
    (ana,) = invite("Ana", **device)
    ana.enter().page.clock.pause_at(ana.page.evaluate("Date.now() / 1000 + 0.5"))
    dialog = ana.page.locator("dialog")
    for name, sheet in (("Menú", "menu"), ("Abrir mesa", "open")):
        box = ana.page.get_by_role("button", name=name).bounding_box()
        assert box
        for _ in range(2):
            press(ana, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(dialog).to_have_attribute("data-sheet", sheet)
        ana.tap(dialog.get_by_role("button", name="Cerrar"))
        expect(dialog).to_have_count(1)
        ana.later()
        press(ana, 5, 5)
        expect(dialog).to_have_count(0)


def press(person: Person, x: float, y: float) -> None:
    """With a finger or with the mouse, whatever is there."""
    device = person.page.touchscreen if person.touch else None
    device.tap(x, y) if device else person.page.mouse.click(x, y)


def heard(person: Person, text: str) -> None:
    expect(person.page.locator("#voice-polite")).to_have_text(text)


def test_a_number_takes_the_focus_to_its_card(table: Table) -> None:
    """Enter sends the card that was lifted, wherever the focus was."""
    (ana,), _ = table("Ana")
    ana.later().page.locator(".hand [data-card='7e']").focus()
    ana.page.keyboard.press("3")
    focused(ana, ".hand [data-card='6e']")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".hand [data-card='6e']")).to_have_count(0)


def test_votes_have_the_focus_in_the_order_that_is_seen(table: Table) -> None:
    (ana, beto), _ = table("Ana", "Beto")
    ana.does("call", "truco")
    votes = beto.page.locator(".dock [data-do='vote']")
    expect(votes).to_have_count(3)
    assert [vote.get_attribute("data-word") for vote in votes.all()] == ["no-quiero", "quiero", "retruco"]
    lifted = ana.later().page.locator(".hand [data-card='7e']")
    lifted.click()
    expect(lifted).to_have_attribute("data-hint", "")  # no card goes while the call waits


def test_the_menu_keeps_its_place_when_the_language_changes(table: Table) -> None:
    (ana,), _ = table("Ana")
    ana.press("Menú")
    ana.later().page.locator("dialog").get_by_text("English").click()
    expect(ana.page.get_by_role("radio", name="English")).to_be_focused()


def test_a_lost_line_is_said_once_and_so_is_its_return(house: House, table: Table) -> None:
    (ana,), _ = table("Ana")
    house.stop()
    expect(ana.page.locator("#voice-loud")).to_have_text(re.compile("muda|Sin conexión"), timeout=5_000)
    house.start()
    for _ in range(8):
        ana.later(2_000).page.wait_for_timeout(50)
    expect(ana.page.locator("#net")).to_be_empty()
    expect(ana.page.locator("#voice-polite")).to_have_text("Hay conexión de nuevo.")


def test_a_phone_on_its_side_shows_what_one_acts_on(house: House, invite: Invite) -> None:
    (ana,) = invite("Ana", viewport={"width": 740, "height": 360})
    ana.arrive().on("landing")
    in_sight(ana.page.get_by_label("¿Cómo te dicen?"))
    in_sight(ana.page.get_by_role("button", name="Entrar"))
    ana.enter()
    for name in ("Jugar ya", "Abrir mesa", "Tengo código"):
        in_sight(ana.page.get_by_role("button", name=name))


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_the_table_fills_the_window_and_no_more(table: Table, size: tuple[int, int]) -> None:
    """Not even what is only heard lies below it: where scrollbars take room, it costs a strip of cloth."""
    (ana,), _ = table("Ana")
    ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    ana.plays("6e")
    expect(ana.page.locator("#voice-polite")).not_to_be_empty()
    assert ana.page.evaluate("() => document.scrollingElement.scrollHeight") == size[1]


@pytest.mark.parametrize("width", [320, 360])
def test_wide_names_stay_on_their_paper(table: Table, width: int) -> None:
    size = {"width": width, "height": 640}
    (ana, beto), (wide, _) = table("Ana", "Beto", names=("Ana", "Beto", WIDE, "Dani"), viewport=size)
    ana.does("call", "real-envido")
    seconds = beto.page.locator(".dock .seconds")
    expect(seconds).to_be_visible()
    line, clock = beto.page.locator(".dock .asked").bounding_box(), seconds.bounding_box()
    assert line and clock and abs(line["y"] + line["height"] / 2 - clock["y"] - clock["height"] / 2) < 12
    wide.drop()
    notice = ana.page.locator(".waiting")
    expect(notice).to_contain_text(WIDE)
    assert notice.evaluate("e => e.scrollWidth <= e.clientWidth")


def apart(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_what_one_says_covers_no_card_and_no_mark(table: Table) -> None:
    (beto,), (ana, *_) = table("Beto")
    ana.does("play 6e")
    beto.does("call", "truco")
    assert apart(beto.page.locator(".bubble.to-bottom"), beto.page.locator(".played.left truco-card"))


def test_what_the_mano_says_does_not_cover_that_it_is_the_mano(table: Table) -> None:
    (ana,), _ = table("Ana", viewport={"width": 1280, "height": 800})
    ana.does("call", "envido")
    assert apart(ana.page.locator(".bubble.to-bottom"), ana.page.locator(".seat.bottom .mark"))


def test_a_match_that_burnt_out_is_named_in_the_summary(house: House, table: Table) -> None:
    """Whoever voted quiero shall not wonder why it was a no."""
    (beto,), (ana, *_) = table("Beto")
    ana.does("call truco")
    beto.does("vote", "quiero")
    house.wait(10)
    beto.on("summary").sees("Se apagó el fósforo. No quisimos el truco.")


def test_ones_own_tanto_is_told_while_an_envido_is_asked_for(table: Table) -> None:
    (beto,), (ana, caro, dani) = table("Beto")
    own = beto.page.locator(".seat.bottom .own-tanto")
    ana.does("call envido")
    expect(own).to_have_text("29 de envido")
    for friend, word in ((dani, "real-envido"), (ana, "no-quiero"), (caro, "no-quiero")):
        if friend is dani:
            beto.does("vote", word)
        friend.does(f"vote {word}")
    expect(beto.page.locator(".dock .asked")).to_have_count(0)
    expect(own).to_have_count(0)


def test_nothing_moves_when_somebody_stands_up(invite: Invite) -> None:
    ana, beto = invite("Ana", "Beto")
    for person in (ana, beto):
        person.enter().press("Jugar ya").on("room")
    places = [chair.bounding_box() for chair in ana.page.locator(".chair").all()]
    beto.press("Levantarme")
    ana.sees("de pie: Beto")
    assert [chair.bounding_box() for chair in ana.page.locator(".chair").all()] == places


def test_a_step_back_leads_out_of_a_sheet_and_then_to_the_lobby_which_says_what_is_wanted(
    table: Table,
) -> None:
    (ana,), (beto, *_) = table("Ana")
    ana.page.locator("[data-do='menu']").first.click()
    expect(ana.page.locator("dialog")).to_be_visible()
    ana.page.go_back()
    expect(ana.page.locator("dialog")).to_have_count(0)
    ana.on("table").page.go_back()
    ana.on("lobby").sees("Te toca en")
    expect(ana.page).to_have_title("Te toca · Fósforo")
    ana.page.locator("[data-do='return']").click()
    ana.on("table").plays("1e")
    beto.does("call truco")
    ana.page.go_back()
    ana.on("lobby").sees("Te preguntan en")


def test_what_was_said_is_still_there_after_a_reload(table: Table) -> None:
    """What was said before, and what was said while the page was away."""
    (caro, dani), (ana, beto) = table("Caro", "Dani")
    log = dani.page.locator("game-log")
    dani.page.set_viewport_size({"width": 1280, "height": 800})
    ana.does("play 6e")
    expect(log).to_contain_text("6 de espadas")
    dani.page.goto("about:blank")
    caro.sees("Esperamos a Dani")
    dani.page.go_back()
    dani.on("table")
    beto.does("play 5b")
    expect(log).to_contain_text(re.compile("6 de espadas.*te quedaste sin conexión.*volviste.*5 de bastos"))
    caro.page.reload()
    caro.on("table").page.set_viewport_size({"width": 1280, "height": 800})
    expect(caro.page.locator("game-log").get_by_text("5 de bastos")).to_have_count(1)
