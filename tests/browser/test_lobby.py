"""The list of rooms: it lives, and what one is about to press stays where it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.people import DESKTOP, PHONE, Invite, Person
from tests.browser.scenes import drawn, hold

DEVICES = pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])


def opens(host: Person, room: str) -> str:
    """A public room with its host in a chair."""
    host.ask("POST", "guests", {"name": host.name})
    options = {"name": room, "rules": "barajamos", "public": True, "records": "open"}
    return host.ask("POST", "rooms", options)["id"]


def rows(person: Person, *names: str) -> None:
    expect(person.page.locator(".room h3")).to_have_text(list(names))


@DEVICES
def test_rows_come_and_go_and_the_focus_stays(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    dani, ana, beto, caro, eva = invite("Dani", "Ana", "Beto", "Caro", "Eva", **device)
    rooms = [opens(host, f"Mesa {host.name}") for host in (ana, beto, caro)]
    dani.enter()
    rows(dani, "Mesa Ana", "Mesa Beto", "Mesa Caro")
    button = dani.page.get_by_role("button", name="Sentarme en Mesa Beto")
    button.focus()

    opens(eva, "Mesa Eva")
    rows(dani, "Mesa Ana", "Mesa Beto", "Mesa Caro", "Mesa Eva")
    expect(button).to_be_focused()

    caro.ask("DELETE", f"rooms/{rooms[2]}")
    caro.ask("POST", f"rooms/{rooms[1]}/join", {})  # fuller than the one above it, and stays below
    expect(dani.page.locator(f"[data-room='{rooms[1]}']")).to_contain_text("faltan 2")
    rows(dani, "Mesa Ana", "Mesa Beto", "Mesa Eva")
    expect(button).to_be_focused()

    ana.ask("DELETE", f"rooms/{rooms[0]}")
    rows(dani, "Mesa Beto", "Mesa Eva")
    expect(button).to_be_focused()

    beto.ask("DELETE", f"rooms/{rooms[1]}")
    rows(dani, "Mesa Eva")
    expect(dani.page.get_by_role("button", name="Sentarme en Mesa Eva")).to_be_focused()

    eva.ask("DELETE", f"rooms/{eva.ask('GET', 'guests/me/room')['room']}")
    dani.sees("No hay mesas abiertas")
    expect(dani.page.get_by_role("heading", name="Mesas abiertas")).to_be_focused()


def test_a_row_that_has_just_come_to_its_place_takes_no_press(house: House, invite: Invite) -> None:
    """Its button may lie under a finger that meant the one above."""
    dani, ana, beto = invite("Dani", "Ana", "Beto")
    rooms = [opens(host, f"Mesa {host.name}") for host in (ana, beto)]
    dani.enter()
    rows(dani, "Mesa Ana", "Mesa Beto")
    dani.later()
    hold(dani.page)
    ana.ask("DELETE", f"rooms/{rooms[0]}")
    drawn(dani, "Mesas abiertas 1")
    button = dani.page.get_by_role("button", name="Sentarme en Mesa Beto")
    button.click(force=True)
    dani.later(300)
    assert dani.ask("GET", "guests/me/room")["room"] is None
    dani.later(300)
    dani.page.clock.resume()
    button.click()
    dani.on("room")
    assert dani.ask("GET", "guests/me/room")["room"] == rooms[1]


@DEVICES
def test_the_time_that_they_wait_runs(house: House, invite: Invite, device: dict[str, object]) -> None:
    dani, ana = invite("Dani", "Ana", **device)
    opens(ana, "Mesa Ana")
    dani.enter()
    row = dani.page.locator(".room")
    expect(row).to_contain_text(re.compile(r"esperan hace \d+\s*s"))
    dani.later(61_000)
    expect(row).to_contain_text(re.compile(r"esperan hace 1\s*min"))


@DEVICES
def test_a_lobby_in_which_one_looks_on_sees_chairs_fill(
    house: House, invite: Invite, device: dict[str, object]
) -> None:
    dani, ana, beto = invite("Dani", "Ana", "Beto", **device)
    dani.enter().sees("No hay mesas abiertas")
    room = opens(ana, "Mesa Ana")
    row = dani.page.locator(".room")
    expect(row).to_contain_text("faltan 3")
    expect(row.locator(".face:not(.empty)")).to_have_count(1)
    beto.ask("POST", "guests", {"name": "Beto"})
    beto.ask("POST", f"rooms/{room}/join", {})
    expect(row).to_contain_text("faltan 2")
    expect(row).to_contain_text("Ana y Beto")
    beto.ask("POST", f"rooms/{room}/leave")
    expect(row).to_contain_text("faltan 3")
    dani.press("Sentarme en Mesa Ana").on("room").sees("Ana")
