"""The main screens as a game brings them, for the pictures in the docs and the tests that hold them.

Eight hands are played by a script, over sockets; the ninth is played in four pages, and looked at.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.browser.friend import Friend
from tests.browser.house import House
from tests.browser.people import Person
from tests.table.builder import NAMES, Arranged

PHONE, SIDE, DESKTOP = (360, 740), (740, 360), (1280, 800)
SIZES = {"phone": PHONE, "side": SIDE, "desktop": DESKTOP}

OURS = ("1e 7e 6e", "4b 5b 12o", "2c 4c 11o", "1b 5c 10o")
"""The pair of seat 0 has the better envido; then the other pair; then the hand that is looked at."""
THEIRS = (OURS[1], OURS[0], OURS[3], OURS[2])
SHOWN = ("6c 7e 12c", "7o 12o 4e", "1e 2b 11b", "1b 5c 10o")

BEFORE = (
    (OURS, ("real-envido", "quiero"), ("truco", "retruco", "vale-cuatro", "no-quiero")),
    (OURS, ("real-envido", "quiero"), ("truco", "retruco", "no-quiero")),
    (THEIRS, ("envido", "quiero"), ("truco", "no-quiero")),
    (THEIRS, ("real-envido", "quiero"), ("truco", "retruco", "vale-cuatro", "no-quiero")),
    (OURS, ("truco", "retruco", "vale-cuatro", "no-quiero")),
    (OURS, ("truco", "retruco", "no-quiero")),
    (OURS, ("envido", "no-quiero"), ("truco", "retruco", "no-quiero")),
    (OURS, ("envido", "no-quiero"), ("truco", "no-quiero")),
)
"""The hands until 18 to 12: what is dealt, and what the mano calls and the pairs answer in turn."""


def hold(page: Page) -> None:
    """The page's own time stands still from now on."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 0.5"))


def drawn(person: Person, text: str) -> Person:
    """Lets a held page's time pass until it shows what comes: it draws with the frames of that time."""
    body = person.page.locator("body")
    for _ in range(500):
        if text in body.inner_text():
            break
        person.later(20).page.wait_for_timeout(20)
    return person.sees(text)


class Scene(NamedTuple):
    """A screen that is worth a look: whose, in which sizes and schemes (`phone`, `desktop-light`)."""

    name: str
    person: Person
    forms: tuple[str, ...]

    def shown(self) -> Iterator[str]:
        """Brings the page into each form, and holds its time; yields the picture's name."""
        page = self.person.page
        hold(page)
        for form in self.forms:
            size, _, light = form.partition("-")
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="light" if light else "dark")
            self.person.rendered().later(50).rendered()
            yield f"{self.name}-{form}"
        page.clock.resume()


def says(friends: Sequence[Friend], mano: int, words: Sequence[str]) -> None:
    """The mano calls the first word; the pairs answer one another with the rest."""
    friends[mano].does(f"call {words[0]}")
    for turn, word in enumerate(words[1:], start=1):
        for seat in (mano + turn, mano + turn + 2):
            friends[seat % 4].does(f"vote {word}")


@contextmanager
def company(browser: Browser, folder: Path, **context: object) -> Iterator[tuple[House, list[Person]]]:
    """A server, and four people who have not come in."""
    decks = [deck for deck, *_ in BEFORE]
    with ExitStack() as stack:
        house = House(folder / "truco.db", Arranged([*decks, SHOWN, OURS]), messages_per_second=1000)
        stack.callback(house.stop)
        people = [Person(browser, house.url, name, **context) for name in NAMES]
        for person in people:
            stack.callback(person.leave)
        yield house, people


def scenes(house: House, people: Sequence[Person]) -> Iterator[Scene]:
    ana = people[0]
    yield Scene("landing", ana.arrive().on("landing"), ("phone", "desktop"))
    yield from _lobby(house, ana)
    room, tokens = yield from _room(people)
    _play_before(house, room, tokens, people)
    _deal(people)
    yield from _calls(people)
    yield from _cards(people)
    yield from _end(people)
    yield from _help(ana)


def _lobby(house: House, ana: Person) -> Iterator[Scene]:
    """Two tables wait for somebody."""
    with httpx.Client(base_url=f"{house.url}/api/v1") as api:

        def comes(name: str, path: str, body: object = None) -> None:
            token = api.post("/guests", json={"name": name}).raise_for_status().json()["token"]
            asked = api.post(path, json=body, headers={"authorization": f"Bearer {token}"})
            asked.raise_for_status()

        comes("Iván", "/rooms", {"name": "La de los jueves", "public": True})
        comes("Lola", "/rooms/quick")
        comes("Nacho", "/rooms", {"name": "Vale cuatro o nada", "public": True})
    ana.enter().sees("Vale cuatro o nada")
    yield Scene("lobby", ana, ("phone", "desktop"))


def _room(people: Sequence[Person]) -> Generator[Scene, None, tuple[str, list[str]]]:
    """Three have come to Ana's table, and one of them is ready."""
    ana, beto, caro, dani = people
    made = ana.ask("POST", "rooms", {"name": "La mesa de Ana", "public": False})
    tokens = [one.get("value", "") for one in ana.context.cookies() if one.get("name") == "truco_guest"]
    for person in people[1:]:
        if person is dani:
            yield Scene("room", ana, ("phone", "desktop"))
        tokens.append(person.ask("POST", "guests", {"name": person.name})["token"])
        person.ask("POST", "rooms/join", {"code": made["code"]})
        person.arrive().on("room")
        if person is caro:
            beto.press("Estoy listo")
            ana.arrive().on("room").sees("2 sin marcar")
    return made["id"], tokens


def _play_before(house: House, room: str, tokens: Sequence[str], people: Sequence[Person]) -> None:
    """The first eight hands, until all read the summary of the eighth."""
    for person in people:
        person.page.goto("about:blank")
    with ExitStack() as stack:
        friends = [
            Friend(house.url, name, room, token=token) for name, token in zip(NAMES, tokens, strict=True)
        ]
        for friend in friends:
            stack.callback(friend.leave)
            friend.ready()
        for number, (_, *calls) in enumerate(BEFORE):
            if number:
                for friend in friends:
                    friend.does("continue")
            for words in calls:
                says(friends, number % 4, words)
    for person in people:
        person.arrive().on("summary")


def _deal(people: Sequence[Person]) -> None:
    for person in people:
        person.does("continue")
    for person in people:
        person.on("table")


def _calls(people: Sequence[Person]) -> Iterator[Scene]:
    """Dani dealt the ninth hand. Ana calls, her opponents vote, the tantos are declared."""
    ana, beto, _, dani = people
    ana.later(6000)
    yield Scene("turn", ana, ("phone", "phone-light", "desktop"))
    hold(beto.page)
    ana.does("call", "envido")
    dani.does("vote", "quiero")
    drawn(beto, "Dani vota quiero").later(3000)
    yield Scene("envido-vote", beto, ("phone",))
    hold(ana.page)
    beto.does("vote", "quiero")
    drawn(ana, "Se canta el envido").later(1400)
    yield Scene("envido", ana, ("phone",))


def _cards(people: Sequence[Person]) -> Iterator[Scene]:
    """A truco before the first round is over; a chair that waits; then the hand to its end."""
    ana, beto, caro, dani = people
    ana.plays("6c")
    beto.plays("12o")
    caro.plays("2b")
    hold(ana.page)
    dani.does("call", "truco")
    caro.does("vote", "quiero")
    drawn(ana, "Caro vota quiero").later(3000)
    yield Scene("vote", ana, ("phone", "phone-light", "desktop"))
    ana.does("vote", "quiero")
    dani.plays("1b").plays("5c")
    ana.later(6000)
    yield Scene("table", ana, ("phone", "phone-light", "side", "desktop"))
    caro.page.goto("about:blank")
    ana.sees("Esperamos a Caro").lives().lives().lives()
    yield Scene("wait", ana, ("phone",))
    caro.arrive().on("table")
    ana.plays("7e")
    beto.plays("4e")
    caro.plays("11b")
    ana.plays("12c")
    beto.plays("7o")
    caro.plays("1e")
    dani.plays("10o")
    ana.on("summary").later(2000)
    yield Scene("summary", ana, ("phone", "desktop"))
    for person in people:
        person.on("summary").does("continue")


def _end(people: Sequence[Person]) -> Iterator[Scene]:
    ana, beto, caro, dani = people
    beto.on("table").does("call", "falta-envido")
    for person in (ana, caro):
        person.does("vote", "quiero")
    ana.later(6000).on("end").later(2000)
    dani.later(6000).on("end").does("rematch")
    ana.sees("Dani")
    yield Scene("end", ana, ("phone", "desktop"))


def at_the_ninth(house: House, people: Sequence[Person]) -> None:
    """The four read the summary of the eighth hand."""
    tokens, room = [], ""
    for person in people:
        tokens.append(person.ask("POST", "guests", {"name": person.name})["token"])
        room = person.ask("POST", "rooms/quick")["id"]
    _play_before(house, room, tokens, people)


def _help(ana: Person) -> Iterator[Scene]:
    ana.arrive("/#/help/who").on("help")
    for number, mark in ((1, "us"), (2, "parda")):
        ana.page.locator(f"[name='round-{number}'][value='{mark}']").check()
    expect(ana.page.locator(".answer")).to_contain_text("B5")
    yield Scene("help", ana, ("phone", "desktop"))
