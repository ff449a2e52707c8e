"""The room: invitation, chairs, who is coming. By touch on a phone, by mouse and keyboard on a desktop."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.friend import Befriend
from tests.browser.house import House
from tests.browser.people import DESKTOP, PHONE, Invite, Person
from tests.browser.violations import no_violation

DEVICES = pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])

SHEET = """
globalThis.shared = [];
globalThis.answer = null;
Object.defineProperty(navigator, "share", { configurable: true, value: async data => {
    shared.push(data);
    if (answer) throw answer;
} });
"""
"""A share sheet as the device would show it, which remembers what it was given."""

Point = tuple[float, float]


def middle(element: Locator) -> Point:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(person: Person, start: Point, end: Point) -> Callable[[], object]:
    """A finger or a mouse that goes from one place to another; what is returned lets go."""
    steps = [
        (start[0] + (end[0] - start[0]) * part / 5, start[1] + (end[1] - start[1]) * part / 5)
        for part in range(6)
    ]
    if not person.page.evaluate("'ontouchstart' in window"):
        person.page.mouse.move(*start)
        person.page.mouse.down()
        for step in steps[1:]:
            person.page.mouse.move(*step)
        return person.page.mouse.up
    for at, (x, y) in enumerate(steps):
        kind = "touchMove" if at else "touchStart"
        person.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    return lambda: person.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def own_seat(person: Person, seat: int) -> None:
    expect(person.page.locator(".chair.own")).to_have_attribute("data-seat", str(seat))


@DEVICES
def test_the_invitation_goes_to_the_devices_share_sheet(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    (ana,) = invite("Ana", **device)
    ana.context.add_init_script(SHEET)
    ana.enter().press("Abrir mesa").does("submit").on("room")
    code = ana.page.locator(".code output").inner_text()
    no_violation(ana.page, "a room with a share sheet")
    ana.press("Compartir")
    ana.page.wait_for_function("() => shared.length === 1")
    shared = ana.page.evaluate("shared[0]")
    assert shared["url"] == f"{house.url}/#/i/{code}"
    assert shared["title"] == "La mesa de Ana" and shared["text"]

    # Who closes the sheet wanted nothing; where it fails, the link is copied.
    ana.page.evaluate("answer = new DOMException('', 'AbortError')")
    ana.press("Compartir")
    ana.page.wait_for_function("() => shared.length === 2")
    expect(ana.page.locator("#toast")).to_be_empty()
    ana.page.evaluate("answer = new DOMException('', 'NotAllowedError')")
    ana.press("Compartir").sees("Link copiado")
    ana.press("Copiar link").sees("Link copiado")


@DEVICES
def test_without_a_share_sheet_there_is_a_link_and_a_picture(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    (ana,) = invite("Ana", **device)
    ana.enter().press("Jugar ya").on("room")
    assert not ana.page.evaluate("'share' in navigator")
    expect(ana.page.get_by_role("button", name="Compartir")).to_have_count(0)
    ana.press("Copiar link").sees("Link copiado")
    ana.press("Mostrar QR")
    picture = ana.page.get_by_role("img", name="Código QR de la invitación")
    expect(picture).to_be_in_viewport(ratio=1)
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") > 0


@DEVICES
def test_ones_own_face_is_carried_to_a_free_chair(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    ana, beto = invite("Ana", "Beto", **device)
    ana.enter().press("Jugar ya").on("room")
    own_seat(ana, 0)
    beto.enter().press("Jugar ya").on("room")
    face = ana.page.locator(".chair.own .face")

    partner = ana.page.locator(".chair[data-seat='2']")
    let_go = drag(ana, middle(face), middle(partner.locator(".face")))
    expect(ana.page.locator(".chair.over")).to_have_attribute("data-seat", "2")
    let_go()
    own_seat(ana, 2)
    expect(beto.page.locator(".chair[data-seat='2'] .nm")).to_have_text("Ana")

    # On nobody's chair, or on somebody's, it comes back.
    for place in (ana.page.locator(".cloth"), ana.page.locator(".chair .nm", has_text="Beto")):
        drag(ana, middle(face), middle(place))()
        expect(ana.page.locator(".carried")).to_have_count(0)
        assert face.evaluate("face => face.style.translate") == ""
        own_seat(ana, 2)
    assert ana.page.evaluate("scrollY") == 0

    # By keyboard the chair itself is the way.
    ana.page.locator(".chair.free[data-seat='0']").focus()
    ana.page.keyboard.press("Enter")
    own_seat(ana, 0)
    expect(ana.page.locator("[data-do='ready']")).to_be_focused()


@DEVICES
def test_a_face_whose_chair_is_freed_in_the_air_is_put_down(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    ana, beto = invite("Ana", "Beto", **device)
    ana.enter().press("Jugar ya").on("room")
    beto.enter().press("Jugar ya").on("room")
    own_seat(beto, 1)
    place = beto.page.locator(".chair.free[data-seat='3']")
    let_go = drag(beto, middle(beto.page.locator(".chair.own .face")), middle(place.locator(".face")))
    expect(beto.page.locator(".chair.over")).to_have_count(1)
    ana.press("Opciones de la mesa").later().press("Liberar el lugar de Beto")
    expect(beto.page.locator(".chair.own")).to_have_count(0)
    let_go()
    expect(beto.page.locator(".chair.over")).to_have_count(0)
    place.click()
    own_seat(beto, 3)
    expect(beto.page.locator(".carried")).to_have_count(0)


def test_a_finger_still_scrolls_the_room(house: House, invite: Invite) -> None:
    (ana,) = invite("Ana", **{**PHONE, "viewport": {"width": 360, "height": 560}})
    ana.enter().press("Jugar ya").on("room")
    x, y = middle(ana.page.locator(".cloth"))
    drag(ana, (x, y), (x, y - 150))()
    ana.page.wait_for_function("() => scrollY > 50")
    own_seat(ana, 0)


@DEVICES
def test_who_waits_sees_that_somebody_is_coming(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    ana, beto = invite("Ana", "Beto", **device)
    ana.enter().press("Jugar ya").on("room").sees("Te sentamos. Faltan 4.")
    room = ana.ask("GET", "guests/me/room")["room"]
    beto.ask("POST", "guests", {"name": "Beto"})
    beto.ask("POST", f"rooms/{room}/join", {})
    ana.sees("Beto").sees("llegando…")
    no_violation(ana.page, "a room to which somebody comes")
    beto.arrive(f"/#/room/{room}").on("room")
    chair = ana.page.locator(".chair", has_text="Beto")
    expect(chair).to_contain_text("todavía no")
    expect(chair).not_to_contain_text("llegando")
    beto.press("Estoy listo")
    ana.sees("Te sentamos. Faltan 3.")
    expect(ana.page.locator(".cloth b")).to_have_text("Faltan 3")
    ana.press("Estoy listo")
    expect(ana.page.locator(".actions")).not_to_contain_text("Te sentamos")
    beto.leave()  # who was here and is away is not arriving
    expect(chair).to_contain_text("sin conexión")


@DEVICES
def test_the_rules_of_the_room_in_one_line(house: House, invite: Invite, device: dict[str, object]) -> None:
    """From the data that the room shows, whatever the game is called."""
    (ana,) = invite("Ana", **device)

    def other(message: str | bytes) -> str:
        return str(message).replace('"target":30,"halves":true', '"target":15,"halves":false')

    ana.page.route_web_socket(
        "**/socket",
        lambda socket: socket.connect_to_server().on_message(lambda said: socket.send(other(said))),
    )
    ana.enter().press("Jugar ya").on("room")
    expect(ana.page.locator(".rules")).to_have_text("A 15, de a cuatro, sin flor.")


def test_the_host_frees_the_chair_of_whom_the_button_names(invite: Invite, befriend: Befriend) -> None:
    """People come and go while the options are open; and between the press and the server's answer."""
    ana, beto, caro = invite("Ana", "Beto", "Caro")
    ana.enter().press("Jugar ya").on("room")
    room = beto.sit()
    vero = befriend("Vero", room)
    ana.sees("Vero").press("Opciones de la mesa")
    free = ana.page.locator("[data-sheet='options'] [data-do='free']")
    expect(free).to_have_text(["Liberar el lugar de Beto", "Liberar el lugar de Vero"])
    ana.page.get_by_label("Nombre de la mesa").fill("La de Ana y")
    free.first.focus()
    beto.ask("POST", f"rooms/{room}/leave")
    expect(free).to_have_text(["Liberar el lugar de Vero"])
    expect(ana.page.get_by_label("Nombre de la mesa")).to_have_value("La de Ana y")
    expect(ana.page.locator("[data-sheet='options'] .icon-button")).to_be_focused()
    caro.sit()
    expect(free).to_have_text(["Liberar el lugar de Vero", "Liberar el lugar de Caro"])

    def late(route: Route) -> None:
        """Caro gives her chair to Vero before the wish arrives."""
        caro.ask("PUT", f"rooms/{room}/chair", {"seat": None})
        vero.sit(1)
        route.continue_()

    ana.page.route("**/chairs/*", late)
    ana.press("Liberar el lugar de Caro").sees("Ese lugar se acaba de ocupar.")
    expect(ana.page.locator(".chair[data-seat='1'] .nm")).to_have_text("Vero")
    ana.page.unroute("**/chairs/*")
    ana.press("Opciones de la mesa").press("Liberar el lugar de Vero")
    expect(ana.page.locator(".chair.free")).to_have_count(3)


def test_options_go_with_the_game_and_the_menu_knows_of_it(invite: Invite, befriend: Befriend) -> None:
    """Who leaves by a menu that was opened in the room is asked too, once a game is on."""
    ana, beto = invite("Ana", "Beto")
    room = ana.enter().press("Jugar ya").on("room").page.url.rpartition("/")[2]
    beto.enter().press("Jugar ya").on("room")
    friends = [befriend(name, room) for name in ("Caro", "Dani")]
    for person in (ana, beto):
        person.press("Estoy listo")
    ana.press("Opciones de la mesa")
    beto.press("Menú")
    for friend in friends:
        friend.ready()
    for person in (ana, beto):
        person.on("table")
    expect(ana.page.locator("dialog")).to_have_count(0)
    beto.later().page.locator("[data-sheet='menu'] [data-do='leave']").click()
    expect(beto.page.locator("[data-sheet='leave']")).to_be_visible()
