"""Every screen and state that the page has, one after another, for tests that look at all of them.

One person is looked at; three friends without pages let the game go where the tour wants it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from playwright.sync_api import expect

from tests.browser.friend import Friend
from tests.browser.house import House
from tests.browser.people import Person
from tests.table.builder import NAMES

HELP = ("order", "who", "tanto", "calls", "glossary", "rules")

NO_CLIPBOARD = """() => {
    navigator.clipboard.writeText = () => Promise.reject();
    document.execCommand = () => false;
}"""

Named = Iterator[str]


def tour(house: House, ana: Person) -> Named:
    """Names each state when the page shows it."""
    with ExitStack() as stack:

        def friend(name: str, room: str | None = None) -> Friend:
            came = Friend(house.url, name, room)
            stack.callback(came.leave)
            return came

        yield from landing(ana)
        yield from helps(ana)
        yield from lobby(ana, friend)
        yield from room(ana)
        here = ana.page.url.rpartition("/")[2]
        friends = [friend(name, here) for name in NAMES[1:]]
        yield from ready(ana, *friends)
        yield from votes(ana, *friends)
        yield from waits(house, ana, *friends)
        yield from summary(ana, *friends)
        yield from turn(ana, *friends)
        yield from end(ana, *friends)
        yield from lines(house, ana)


def sheet(ana: Person, name: str) -> None:
    """Waits for a sheet, and until its buttons take presses."""
    expect(ana.page.locator(f"dialog[data-sheet='{name}']")).to_be_visible()
    ana.later()


def shut(ana: Person) -> None:
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("dialog[open]")).to_have_count(0)


def opened(ana: Person, button: str, name: str, state: str) -> Named:
    """A sheet that a button opens, and that is shut again."""
    ana.press(button)
    sheet(ana, name)
    yield state
    shut(ana)


def landing(ana: Person) -> Named:
    ana.arrive().on("landing")
    expect(ana.page.get_by_role("button", name="Entrar")).to_be_enabled()
    yield "landing"
    ana.press("Entrar").sees("Poné un nombre.")
    yield "landing, no name"


def helps(ana: Person) -> Named:
    for part in HELP:
        ana.arrive(f"/#/help/{part}").on("help")
        expect(ana.page.locator(f".help-part.{part} h2").first).to_be_visible()
        expect(ana.page.get_by_text("Un momento…")).to_have_count(0)
        if part == "who":
            rounds(ana, "us", "parda")
        if part == "tanto":
            ana.page.locator(".pick").first.click()
        yield f"help, {part}"


def rounds(ana: Person, *won: str) -> None:
    """Marks who won the rounds, and so the hand."""
    for number, mark in enumerate(won, start=1):
        ana.page.locator(f"[name='round-{number}'][value='{mark}']").check()
    expect(ana.page.locator(".answer.us")).to_be_visible()


def lobby(ana: Person, friend: Callable[..., Friend]) -> Named:
    ana.enter().sees("No hay mesas abiertas.")
    yield "lobby, empty"
    ana.press("Abrir mesa")
    sheet(ana, "open")
    yield "lobby, open a table"
    shut(ana)
    ana.press("Tengo código")
    sheet(ana, "code")
    ana.page.keyboard.type("nada")
    ana.page.keyboard.press("Enter")
    ana.sees("Ese código no abre")
    yield "lobby, a wrong code"
    shut(ana)
    ana.press(re.compile("Cambiarlo"))
    sheet(ana, "name")
    yield "lobby, another name"
    shut(ana)
    eva = friend("Eva")
    expect(ana.page.locator(".room")).to_have_count(1)
    yield "lobby"
    eva.leave()


def room(ana: Person) -> Named:
    ana.press("Abrir mesa")
    ana.page.keyboard.press("Enter")
    ana.on("room")
    yield "room, alone"
    ana.press("Opciones de la mesa")
    sheet(ana, "options")
    yield "room, options"
    ana.press("Cerrar la mesa")
    sheet(ana, "close")
    yield "room, asked to close"
    shut(ana)
    yield from opened(ana, "Mostrar QR", "qr", "room, QR")
    ana.page.evaluate(NO_CLIPBOARD)
    yield from opened(ana, "Copiar link", "copy", "room, link by hand")
    yield from opened(ana, "Menú", "menu", "menu")


def ready(ana: Person, *friends: Friend) -> Named:
    expect(ana.page.get_by_text("4 sin marcar")).to_be_visible()
    friends[0].ready()
    expect(ana.page.locator("[data-ready='true']")).to_have_count(1)
    yield "room, full"
    for one in friends[1:]:
        one.ready()
    ana.press("Estoy listo").on("table")


def votes(ana: Person, beto: Friend, caro: Friend, dani: Friend) -> Named:
    """The first hand: Caro dealt, Dani is mano."""
    ana.sees("Juega Dani.").later(2_000)
    yield "another's turn"
    dani.does("call truco")
    expect(ana.page.locator("[data-do='vote']").first).to_be_visible()
    ana.later()
    yield "asked, truco"
    ana.press(re.compile("^Envido va primero"))
    sheet(ana, "envido-first")
    yield "the envido comes first"
    ana.press(re.compile("^Real envido"))
    ana.sees(re.compile("Esperamos a (Beto|Dani) y"))
    yield "waiting for a vote"
    beto.does("vote quiero")
    dani.does("vote quiero")
    ana.sees(re.compile("33"))
    yield "the envido is told"
    ana.later(6_000)
    expect(ana.page.locator("[data-do='vote']").first).to_be_visible()
    caro.does("vote retruco")
    ana.sees("Caro vota retruco").does("vote", "no-quiero")
    ana.later()
    yield "voted, and not as the partner"
    ana.does("vote", "retruco")
    beto.does("vote quiero")
    dani.does("vote quiero")
    dani.does("play 1b")
    ana.plays("6e")
    beto.does("play 4b")
    caro.does("play 2c")
    dani.does("play 10o")
    ana.sees("Te toca.").later(1_500)
    yield "the second round"


def waits(house: House, ana: Person, beto: Friend, caro: Friend, dani: Friend) -> Named:
    caro.drop()
    ana.sees("Esperamos a Caro")
    yield "a chair waits"
    dani.drop()
    ana.sees("Esperamos a Dani")
    yield "two chairs wait"
    caro.arrive()
    dani.arrive()
    expect(ana.page.locator(".waiting")).to_have_count(0)
    for _ in range(6):
        house.wait(16)
        ana.lives()
        for one in (beto, caro, dani):
            one.ping()
    ana.sees("¿Seguís ahí?")
    yield "asked whether one is there"


def summary(ana: Person, beto: Friend, caro: Friend, dani: Friend) -> Named:
    ana.plays("1e")
    beto.does("fold")
    caro.does("fold")
    ana.later(1_500).sees("al mazo")
    yield "two have folded"
    ana.does("fold").press("Me voy al mazo")
    ana.on("summary").later(1_500)
    yield "summary"
    ana.page.locator(".summary [data-do='why']").first.click()
    sheet(ana, "why")
    expect(ana.page.locator("dialog")).to_contain_text("Regla")
    yield "why"
    shut(ana)
    ana.does("continue")
    yield "summary, waiting for the others"


def turn(ana: Person, beto: Friend, caro: Friend, dani: Friend) -> Named:
    """The second hand: Ana is mano."""
    for one in (beto, caro, dani):
        one.does("continue")
    ana.on("table").later(2_000)
    yield "on turn"
    ana.page.locator(".hand [data-card='6e']").click()
    yield "a card is lifted"
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("l")
    sheet(ana, "said")
    yield "what was said"
    shut(ana)
    ana.does("fold")
    sheet(ana, "fold")
    yield "asked about the mazo"
    ana.press("Me quedo")
    ana.does("menu")
    sheet(ana, "menu")
    ana.does("leave")
    sheet(ana, "leave")
    yield "asked about leaving"
    shut(ana)


def end(ana: Person, beto: Friend, caro: Friend, dani: Friend) -> Named:
    ana.plays("6e")
    beto.does("call falta-envido")
    ana.does("vote", "quiero")
    caro.does("vote quiero")
    ana.later(6_000).on("end").later(2_000)
    yield "end"
    ana.page.get_by_text("La última mano").click()
    yield "end, the last hand"
    ana.does("share")
    sheet(ana, "share")
    yield "end, shared"
    link = ana.page.get_by_label("Link de la partida").input_value()
    shut(ana)
    ana.does("rematch")
    yield "end, one wants a rematch"
    for one in (beto, caro, dani):
        one.ready()
    ana.on("table")
    dani.quit()
    ana.on("room").sees("Se anuló").later()
    yield "room, after a game that was cancelled"
    ana.page.goto(link)
    ana.on("share").sees("Mano 1")
    for details in ana.page.locator("details").all():
        details.locator("summary").click()
    yield "a shared game"


def lines(house: House, ana: Person) -> Named:
    ana.arrive().on("room")
    tab = ana.context.new_page()
    tab.goto(ana.url)
    expect(ana.page.get_by_text("Seguís en otra pestaña")).to_be_visible()
    ana.later()
    yield "in another tab"
    ana.press("Traerla acá")
    expect(tab.get_by_text("Seguís en otra pestaña")).to_be_visible()
    tab.close()
    ana.page.locator("meta[name=version]").evaluate("meta => meta.content = 'an old one'")
    house.stop()
    ana.later(1_500).sees(re.compile("muda|Sin conexión"))
    yield "no line"
    house.start()
    for _ in range(8):
        ana.later(2_000).page.wait_for_timeout(50)
    ana.sees("Hay una versión nueva.")
    yield "a newer page"
