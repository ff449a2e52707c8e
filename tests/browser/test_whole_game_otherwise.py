"""Whole games by keys alone, and by what a screen reader finds and hears."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.friend import Befriend, Friend
from tests.browser.people import Invite, Person
from tests.browser.test_access import focus

LISTEN = """
globalThis.heard = [];
const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
        const home = target.nodeType === 1 ? target : target.parentElement;
        if (home?.closest(LIVE)) for (const { textContent } of addedNodes) heard.push(textContent);
    }
}).observe(document, { childList: true, subtree: true });
"""
"""What the live regions say, in their order."""

Node = dict[str, object]


class Listener:
    """Somebody who has the tree of roles and names and what is said aloud, and nothing else."""

    def __init__(self, person: Person) -> None:
        person.context.add_init_script(LISTEN)
        self._person = person
        self._page = person.page
        self._line = person.line

    def _tree(self) -> list[tuple[str, str, dict]]:
        """Role, name and node of all that is not hidden from a reader."""
        nodes = self._line.send("Accessibility.getFullAXTree")["nodes"]
        shown = [one for one in nodes if not one["ignored"]]
        return [(one["role"]["value"], one.get("name", {}).get("value", ""), one) for one in shown]

    def finds(self, role: str, name: str) -> dict | None:
        return next((one for r, n, one in self._tree() if r == role and re.search(name, n)), None)

    def _open(self, role: str, name: str) -> dict | None:
        node = self.finds(role, name)
        states = {one["name"]: one["value"].get("value") for one in (node or {}).get("properties", [])}
        return None if states.get("disabled") else node

    def _until(self, there: Callable[[], object], what: str) -> object:
        for _ in range(200):
            if found := there():
                return found
            self._person.later(100)
            self._page.wait_for_timeout(20)
        raise AssertionError(f"{what}; heard: {self.heard()[-8:]}; there: {[n for _, n, _ in self._tree()]}")

    def after(self, text: str) -> str:
        """What is read next after a text."""
        texts = [name for role, name, _ in self._tree() if role == "StaticText"]
        return texts[texts.index(text) + 1]

    def sees(self, role: str, name: str) -> None:
        self._until(lambda: self.finds(role, name), f"no {role} {name}")

    def press(self, role: str, name: str) -> None:
        """The reader's own press: on what the tree names, once it is not disabled."""
        node = self._until(lambda: self._open(role, name), f"no {role} {name} to press")
        self._call(node, "function () { this.click(); }")

    def write(self, name: str, text: str) -> None:
        node = self._until(lambda: self._open("textbox", name), f"no field {name}")
        self._call(node, "function () { this.focus(); }")
        self._page.keyboard.type(text)

    def _call(self, node: object, code: str) -> None:
        assert isinstance(node, dict)
        found = self._line.send("DOM.resolveNode", {"backendNodeId": node["backendDOMNodeId"]})["object"]
        self._line.send(
            "Runtime.callFunctionOn", {"objectId": found["objectId"], "functionDeclaration": code}
        )

    def heard(self) -> list[str]:
        return self._page.evaluate("heard")

    def hears(self, words: str) -> str:
        """Waits until it was said; the whole of what was said with it."""
        found = self._until(
            lambda: [one for one in self.heard() if re.search(words, one)], f"not said: {words}"
        )
        assert isinstance(found, list)
        return found[-1]

    def turn(self) -> None:
        self._until(lambda: self.finds("StaticText", r"^Te toca\."), "not my turn")

    def play(self) -> None:
        """The first of one's cards: pressed once it is lifted, pressed again it goes."""
        self.turn()
        card = r" de (oros|copas|espadas|bastos)$"
        node = self._until(lambda: self._open("button", card), "no card")
        assert isinstance(node, dict)
        name = node["name"]["value"]
        self._call(node, "function () { this.click(); }")
        self.press("button", f"^{name}, arriba$")
        self.hears(rf"Jugás el {name.removeprefix('el ')}\.")


def others(befriend: Befriend, room: str) -> list[Friend]:
    friends = [befriend(name, room) for name in ("Beto", "Caro", "Dani")]
    for friend in friends:
        friend.ready().alone()
    return friends


def a_truco_and_two_rounds(reader: Listener) -> None:
    dealt = reader.hears("Repartió Dani")
    assert "Sos mano. Tus cartas: ancho de espadas, 7 de espadas y 6 de espadas. Envido 33." in dealt
    reader.turn()
    assert [reader.after(name) for name in ("Beto", "Caro", "Dani")] == ["ellos", "nosotros", "ellos"]
    reader.press("button", "^¡Truco! si quieren vale 2")
    reader.hears(r"Quisieron\. La mano vale 2\.")
    reader.play()
    reader.hears("Primera, nuestra: tu ancho de espadas")
    reader.play()
    assert "Más 2. Nosotros 2, ellos 0." in reader.hears(
        "La mano es nuestra. Ganamos la primera y la segunda."
    )
    reader.sees("heading", "^La mano es nuestra$")


def a_vote_and_a_fold(reader: Listener, beto: Friend) -> None:
    beto.alone(False)
    reader.press("button", "^Seguir$")
    beto.does("call truco")
    assert "Q quiero, N no quiero. 10 segundos." in reader.hears("Beto canta truco")
    reader.sees("StaticText", r"^Beto canta truco\.$")
    reader.hears(r"Caro vota quiero\.")
    reader.sees("image", "^Caro vota quiero$")
    reader.press("button", "^Quiero la mano vale 2")
    reader.hears(r"Queremos\. La mano vale 2\.")
    beto.alone()
    reader.turn()
    reader.press("button", "^Al mazo")
    reader.sees("dialog", "¿Te vas al mazo?")
    reader.press("button", "^Me voy al mazo$")
    reader.hears("Te vas al mazo")
    reader.press("button", "^Seguir$")


def a_falta_envido_and_the_end(reader: Listener) -> None:
    reader.hears("Es mano Caro")
    reader.turn()
    reader.press("button", "^Falta envido quieren")
    said = reader.hears("Envido de nosotros")
    assert "Vos: 33." in said
    reader.hears("¡Ganamos, 30 a")
    reader.sees("heading", "^¡Ganamos!$")
    reader.sees("StaticText", r"Con el envido llegamos a 30\.")
    reader.press("button", "^Revancha$")


def test_a_whole_game_by_what_a_screen_reader_finds_and_hears(befriend: Befriend, invite: Invite) -> None:
    """Whose turn, which cards, what a vote is about, the score, who won and why."""
    (ana,) = invite("Ana")
    reader = Listener(ana)
    ana.arrive()
    reader.write("¿Cómo te dicen?", "Ana")
    reader.press("button", "^Entrar$")
    reader.press("button", "^Jugar ya")
    reader.sees("StaticText", r"Te sentamos\. Faltan 4\.")
    friends = others(befriend, ana.page.url.rpartition("/")[2])
    reader.hears(r"Dani: listo\.")
    reader.press("button", "^Estoy listo$")
    a_truco_and_two_rounds(reader)
    a_vote_and_a_fold(reader, friends[0])
    a_falta_envido_and_the_end(reader)
    reader.hears(r"Empieza la partida\..*Envido 33\.")
    reader.turn()


def test_a_whole_game_by_keyboard_alone(befriend: Befriend, invite: Invite) -> None:
    """A name, a chair, calls, a vote, cards, the mazo, the summary, the end and a rematch."""
    (ana,) = invite("Ana")
    keys = ana.page.keyboard

    def key(*names: str) -> None:
        for name in names:
            ana.later()
            keys.press(name)

    def on_turn() -> None:
        expect(ana.page.locator(".seat.bottom.turn")).to_be_visible()

    def chosen(selector: str) -> None:
        focus(ana, selector)
        key("Enter")

    ana.arrive().on("landing")
    focus(ana, "input")
    keys.type("Ana")
    keys.press("Enter")
    ana.on("lobby")
    chosen("[data-do='quick']")
    ana.on("room")
    friends = others(befriend, ana.page.url.rpartition("/")[2])
    chosen("[data-do='ready']")
    ana.on("table")
    on_turn()
    key("t")
    ana.sees("la mano vale 2")
    key("1", "Enter")
    expect(ana.page.locator(".hand [data-card]")).to_have_count(2)
    on_turn()
    key("2", "Enter")
    ana.on("summary").sees("La mano es nuestra").score(2, 0)
    beto = friends[0].alone(False)
    key("Enter")
    beto.does("call truco")
    expect(ana.page.locator("[data-do='vote']").first).to_be_visible()
    key("q")
    ana.sees("la mano vale 2")
    beto.alone()
    on_turn()
    key("m")
    focus(ana, "dialog button:not([data-focus]):not([aria-label])")
    key("Enter")
    ana.on("summary")
    key("Enter")
    ana.on("table")
    on_turn()
    key("f")
    ana.later(6_000).on("end").sees("¡Ganamos!")
    chosen("[data-do='rematch']")
    ana.on("table").score(0, 0)
