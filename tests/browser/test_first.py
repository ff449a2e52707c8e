"""The first screen stands in the page itself: a name can be typed before any module has come."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.house import House
from tests.browser.people import Invite, Person

WITHOUT_DECK = """(root) => {
    const copy = root.cloneNode(true);
    for (const card of copy.querySelectorAll("truco-card")) card.replaceChildren();
    return copy.innerHTML;
}"""


def test_what_stands_in_the_page_is_what_is_drawn(invite: Invite) -> None:
    (ana,) = invite("Ana")
    ana.arrive().later(500)
    stands = ana.page.evaluate(
        "async () => (await (await fetch('./')).text()).split('<main ')[1].split('</main>')[0]"
    )
    stands = stands.partition(">")[2].replace(' first" data-key="landing"', '"')
    assert ana.page.locator("#screen").evaluate(WITHOUT_DECK) == stands


def held_up(person: Person) -> Callable[[], None]:
    """Opens the page, whose modules come when what is returned is called."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/js/main.js", hold)
    person.page.goto(person.url, wait_until="commit")
    while not held:
        person.page.wait_for_timeout(20)
    return held[0].continue_


def test_what_was_typed_before_the_modules_came_stays(invite: Invite) -> None:
    (ana,) = invite("Ana")
    go_on = held_up(ana)
    field = ana.page.get_by_label("¿Cómo te dicen?")
    field.fill("Ana")
    field.focus()
    go_on()
    expect(ana.page.locator("#screen .first")).to_have_count(0)
    expect(field).to_have_value("Ana")
    expect(field).to_be_focused()
    field.press("Enter")
    ana.on("lobby")


def test_who_enters_before_the_modules_came_is_let_in_when_they_are_there(invite: Invite) -> None:
    (ana,) = invite("Ana")
    go_on = held_up(ana)
    field = ana.page.get_by_label("¿Cómo te dicen?")
    field.fill("Ana")
    field.press("Enter")
    expect(ana.page.locator("html")).to_have_attribute("data-entered", "")
    expect(field).to_have_value("Ana")
    go_on()
    ana.on("lobby").sees("Ana")


def test_who_is_known_does_not_see_it(house: House, invite: Invite) -> None:
    (ana,) = invite("Ana")
    ana.enter()
    ana.page.route("**/js/main.js", lambda _: None)
    ana.page.goto(ana.url, wait_until="commit")
    expect(ana.page.locator("#screen .first")).to_be_hidden()
    ana.page.unroute("**/js/main.js")
    ana.arrive().on("lobby")


def test_who_speaks_another_language_does_not_see_it(invite: Invite) -> None:
    (ana,) = invite("Ana", locale="en-US")
    ana.page.route("**/js/main.js", lambda _: None)
    ana.page.goto(ana.url, wait_until="commit")
    expect(ana.page.locator("#screen .first")).to_be_hidden()


def test_a_first_visitor_is_asked_for_a_name_and_the_server_for_nothing(invite: Invite) -> None:
    (ana,) = invite("Ana")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    ana.arrive().on("landing").later(2_000)
    expect(ana.page.get_by_role("button", name="Entrar")).to_be_enabled()
    assert (asked, ana.errors) == ([], [])


def test_whose_token_is_worth_nothing_asks_once(invite: Invite) -> None:
    """Logged out elsewhere: the page finds it out, and is a newcomer's from then on."""
    ana, elsewhere = invite("Ana", "Ana")
    token = ana.ask("POST", "guests", {"name": "Ana"})["token"]
    ana.arrive().on("lobby")
    elsewhere.context.request.delete(
        f"{ana.url}/api/v1/guests/me/session", headers={"authorization": f"Bearer {token}"}
    )
    ana.arrive()
    ana.page.reload()
    ana.on("landing")
    assert [error for error in ana.errors if "401" in error]
    ana.errors.clear()
    ana.page.reload()
    ana.on("landing").later(1_000)
    assert ana.errors == []
