"""People at their browsers: each a context of its own, found and pressed as a person would."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Self

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Locator, Page, WebSocket, expect

PHONE: dict[str, object] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 800}}

WIDE = "Wwwwwwwwwwwwwwww"
"""As wide as a name can be."""

ARMED_MS = 600
"""A button that has just appeared takes no press before (LOOK: hands that never slip)."""

PING_MS = 5_200
"""Within that the page says that its line lives."""


def is_pong(message: str | bytes) -> bool:
    return str(message).startswith('{"type":"pong"')


class Person:
    """One browser with one page, opened when first asked for.

    Time in the page passes by itself; :meth:`later` lets it jump.
    """

    def __init__(self, browser: Browser, url: str, name: str, **context: object) -> None:
        options: dict[str, object] = {
            "viewport": {"width": 360, "height": 740},
            "locale": "es-AR",
            "reduced_motion": "reduce",
            "service_workers": "block",
            **context,
        }
        self.name, self.url, self.touch = name, url, bool(options.get("has_touch"))
        self.context = browser.new_context(**options)  # pyright: ignore[reportArgumentType]
        self.context.set_default_timeout(15_000)
        self.errors: list[str] = []
        self._socket: WebSocket | None = None

    @cached_property
    def page(self) -> Page:
        page = self.context.new_page()
        page.clock.install()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._noted)
        page.on("websocket", self._opened)
        return page

    @cached_property
    def line(self) -> CDPSession:
        """To what a page cannot be told otherwise."""
        return self.context.new_cdp_session(self.page)

    def _noted(self, line: ConsoleMessage) -> None:
        """An error of the console, and what it is about."""
        if line.type == "error":
            self.errors.append(f"{line.text} ({line.location.get('url', '')})")

    def _opened(self, socket: WebSocket) -> None:
        self._socket = socket

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Asks the server as this browser, which keeps the cookie."""
        address = f"{self.url}/api/v1/{path}"
        answer = self.context.request.fetch(address, method=method, data=body)  # pyright: ignore[reportArgumentType]
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def sit(self) -> str:
        """Has a name and a chair without the page; the room's id."""
        self.ask("POST", "guests", {"name": self.name})
        return self.ask("POST", "rooms/quick")["id"]

    def arrive(self, at: str = "/") -> Self:
        self.page.goto(self.url + at)
        return self

    def enter(self) -> Self:
        """Opens the page and gives a name."""
        self.arrive()
        self.on("landing")
        self.page.get_by_label("¿Cómo te dicen?").fill(self.name)
        self.page.get_by_role("button", name="Entrar").click()
        return self.on("lobby")

    def on(self, screen: str) -> Self:
        """Waits until a screen is there."""
        expect(self.page.locator("body")).to_have_attribute("data-screen", screen)
        return self

    def tap(self, place: Locator) -> None:
        """Presses with a finger where there is a touch screen, with the mouse where there is none."""
        place.tap() if self.touch else place.click()

    def later(self, milliseconds: int = ARMED_MS) -> Self:
        """Lets the page's own time pass: animations, arming, what counts down."""
        self.page.clock.run_for(milliseconds)
        return self

    def rendered(self) -> Self:
        """Waits for a frame of the browser's own, not of the page's time: it knows its size then."""
        self.page.wait_for_function("() => (globalThis.turns = (globalThis.turns ?? 0) + 1) % 2 === 0")
        return self

    def lives(self) -> Self:
        """Lets so much time pass that the page asks whether its line lives, and hears that it does."""
        assert self._socket, "the page has a line"
        with self._socket.expect_event("framereceived", is_pong):
            return self.later(PING_MS)

    def press(self, name: str | re.Pattern[str]) -> Self:
        """Presses a button by the name that a person reads or hears, once it takes presses."""
        button = self.page.get_by_role("button", name=name)
        expect(button).to_be_visible()
        self.later()
        self.tap(button)
        return self

    def does(self, do: str, word: str | None = None) -> Self:
        """Presses the button of a call, a vote or a fold, once it takes presses."""
        button = self.page.locator(f"[data-do='{do}']" + (f"[data-word='{word}']" if word else "")).first
        expect(button).to_be_visible()
        self.later()
        self.tap(button)
        return self

    def plays(self, card: str) -> Self:
        """Two taps: the first lifts the card, the second sends it."""
        slot = self.page.locator(f".hand [data-card='{card}']")
        expect(slot).to_be_visible()
        expect(self.page.locator(".seat.bottom.turn")).to_be_visible()
        self.later()
        self.tap(slot)
        self.tap(slot)
        expect(slot).to_have_count(0)
        return self

    def sees(self, text: str | re.Pattern[str]) -> Self:
        expect(self.page.locator("body")).to_contain_text(text, use_inner_text=True)
        return self

    def score(self, ours: int, theirs: int) -> Self:
        """The score as it is told to somebody who cannot see it."""
        expect(self.page.locator(".bar .tally.us output, .pad.us output").first).to_have_text(str(ours))
        expect(self.page.locator(".bar .tally.them output, .pad.them output").first).to_have_text(str(theirs))
        return self

    def leave(self) -> None:
        self.context.close()


def all_vote(word: str, *people: Person) -> None:
    for person in people:
        person.does("vote", word)


def sit_down(people: Sequence[Person]) -> None:
    """They come in, find a chair each, and begin a game."""
    for person in people:
        person.enter().press("Jugar ya").on("room")
    for person in people:
        person.press("Estoy listo")
    for person in people:
        person.on("table")


Invite = Callable[..., list[Person]]
