"""What describes and draws the page: drawn over what was there, it looks as if it had been made anew."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import House


@pytest.fixture
def page(browser: Browser, house: House) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{house.url}/js/dom.js")
    page.set_content("<main></main>")
    yield page
    page.close()


LIKE_NEW = """
async () => {
    const { h, make, show, svg } = await import("/js/dom.js");
    let seed = 7;
    const upTo = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const some = (most, one) => Array.from({ length: upTo(most + 1) }, (_, at) => one(at));
    const keys = () => ["a", "b", "c", "d", "e"].filter(() => upTo(2)).sort(() => upTo(3) - 1);
    const attributes = () => ({
        class: upTo(3) ? `c${upTo(3)}` : null,
        hidden: upTo(2) === 1,
        "data-n": upTo(4) || undefined,
    });
    // What is wanted, so that it can be described twice.
    const branch = (depth) => ({
        tag: ["p", "span", "button", "g"][upTo(4)],
        attributes: attributes(),
        inside: depth ? list(depth - 1) : [],
    });
    const list = (depth) => [
        ...some(3, () => (upTo(2) ? `t${upTo(3)}` : branch(depth))),
        ...keys().map((key) => ({ ...branch(depth), key })),
        ...some(1, () => `t${upTo(3)}`),
    ];
    const described = (one) => {
        if (typeof one === "string") return one;
        const { tag, attributes, key, inside } = one;
        return (tag === "g" ? svg : h)(tag, { ...attributes, key }, inside.map(described), null, false);
    };
    const root = document.querySelector("main");
    for (let step = 0; step < 400; step += 1) {
        const wanted = list(3);
        show(root, wanted.map(described));
        const anew = make(h("main", null, wanted.map(described)));
        if (!root.isEqualNode(anew)) return [step, root.outerHTML, anew.outerHTML];
    }
    return null;
}
"""


def test_it_looks_as_if_made_anew(page: Page) -> None:
    assert page.evaluate(LIKE_NEW) is None


FOCUS = """
async () => {
    const { h, show } = await import("/js/dom.js");
    const root = document.querySelector("main");
    const button = (key) => h("button", { key, id: key });
    let blurred = 0;
    const seen = [];
    const changes = ["abcd dabc", "abcd bcda", "abcd cxay", "abcd dcba", "abc xbz"];
    for (const [before, after] of changes.map((change) => change.split(" ")))
        for (const held of after.replace(/[xyz]/g, "")) {
            show(root, []);
            show(root, [...before].map(button));
            const element = document.getElementById(held);
            element.focus();
            element.onblur = () => (blurred += 1);
            show(root, [...after].map(button));
            const order = [...root.children].map(({ id }) => id).join("");
            if (document.activeElement !== element || order !== after) seen.push([before, held, order]);
            element.onblur = null;
        }
    return [blurred, seen];
}
"""


def test_the_focus_stays_whatever_moves(page: Page) -> None:
    assert page.evaluate(FOCUS) == [0, []]


HANDLERS = """
async () => {
    const { h, show } = await import("/js/dom.js");
    const root = document.querySelector("main");
    const clicks = [];
    const press = () => root.firstChild.click();
    show(root, [h("button", { onclick: () => clicks.push(1) })]);
    press();
    show(root, [h("button", { onclick: () => clicks.push(2) })]);
    press();
    show(root, [h("button", null)]);
    press();
    return clicks;
}
"""


def test_a_handler_is_the_newest_one(page: Page) -> None:
    assert page.evaluate(HANDLERS) == [1, 2]


TAKEN_OVER = """
async () => {
    const { h, show } = await import("/js/dom.js");
    const root = document.querySelector("main");
    const field = root.querySelector("input");
    field.value = "Ana";
    field.focus();
    const clicks = [];
    show(root, [
        h("form", { key: "name", class: "now" }, h("label", { for: "n" }, "Name"), h("input", { id: "n" }),
            h("button", { type: "button", onclick: () => clicks.push(1) }, "Go")),
        h("truco-card", { code: "1e" }),
    ]);
    root.querySelector("button").click();
    return [root.innerHTML, root.contains(field), document.activeElement === field, field.value, clicks];
}
"""


def test_what_stands_in_the_page_is_taken_over(page: Page) -> None:
    page.set_content(
        '<main><form data-key="name" class="then" novalidate=""><label for="n">Nombre</label>'
        '<input id="n"><button type="button" disabled="">Entrar</button></form>'
        '<truco-card code="1e"><i></i></truco-card></main>'
    )
    html, kept, focused, value, clicks = page.evaluate(TAKEN_OVER)
    assert html == (
        '<form class="now"><label for="n">Name</label><input id="n"><button type="button">Go</button></form>'
        '<truco-card code="1e"><i></i></truco-card>'
    )
    assert (kept, focused, value, clicks) == (True, True, "Ana", [1])
