"""The page and the health checks."""

import json
import re
from pathlib import Path

import httpx
import pytest
import rjsmin

from tests.server.house import House
from truco.resources import static_folder
from truco.server.headers import CONTENT_SECURITY_POLICY
from truco.server.pages import Pages


async def test_a_file_comes_with_its_tag_compressed_and_only_once(house: House) -> None:
    path = "/img/deck.svg"
    async with httpx.AsyncClient(base_url=house.url) as browser:
        answer = await browser.get(path, headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.content == (static_folder() / path[1:]).read_bytes()
        assert int(answer.headers["content-length"]) < len(answer.content)
        known = {"accept-encoding": "gzip", "if-none-match": f'"other", W/{answer.headers["etag"]}'}
        again = await browser.get(path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        plain = await browser.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.headers["etag"] != answer.headers["etag"]
        head = await browser.head(path, headers={"accept-encoding": "identity"})
        assert (head.content, int(head.headers["content-length"])) == (b"", len(plain.content))


async def test_a_file_comes_in_the_best_way_that_the_browser_takes(house: House) -> None:
    path = "/js/main.js"
    wanted = rjsmin.jsmin((static_folder() / path[1:]).read_bytes())  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    ways = {
        "gzip, deflate, br, zstd": "br",
        "gzip;q=1.0, br;q=0.5": "br",
        "br;q=0, gzip": "gzip",
        "gzip": "gzip",
        "deflate": None,
        "": None,
    }
    tags: set[str] = set()
    async with httpx.AsyncClient(base_url=house.url) as browser:
        for accepted, coding in ways.items():
            answer = await browser.get(path, headers={"accept-encoding": accepted})
            assert answer.headers.get("content-encoding") == coding, accepted
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.content == wanted
            tags.add(answer.headers["etag"])
        font = await browser.get("/img/icon-192.png", headers={"accept-encoding": "br"})
        assert "content-encoding" not in font.headers and "vary" not in font.headers
    assert len(tags) == 3


FIRST_LOAD = 132_000
"""Bytes. The target is 150 kB; this is where it stands, so that nobody spends the rest by the way."""


@pytest.mark.parametrize("coding", ["br", "gzip"])
@pytest.mark.parametrize("language", ["es", "en", "pt"])
async def test_the_first_load_is_short(house: House, language: str, coding: str) -> None:
    """The page with all that it loads, deck, fonts and one more language included."""
    page = (static_folder() / "index.html").read_text()
    named = re.findall(r'(?:href|src)="((?:js|css)/[^"]+)"', page)
    fonts = [f"fonts/{path.name}" for path in (static_folder() / "fonts").glob("*.woff2")]
    more = ["img/deck.svg", "img/guarda.svg", "img/icon.svg", f"js/i18n/{language}.js"]
    total = 0
    async with httpx.AsyncClient(base_url=house.url, headers={"accept-encoding": coding}) as browser:
        for path in {"", *named, *fonts, *more}:
            answer = (await browser.get(f"/{path}")).raise_for_status()
            total += int(answer.headers["content-length"])
    assert total < FIRST_LOAD


CACHED = {"/": "no-cache", "/img/icon.svg": "no-cache", "/api/v1/rooms": "no-store"}


async def test_every_answer_has_the_security_headers(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.url) as browser:
        for path in ("/", "/img/icon.svg", "/nowhere", "/api/v1/rooms", "/healthz"):
            headers = (await browser.get(path)).headers
            assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["permissions-policy"]
            assert headers.get("cache-control") == CACHED.get(path)
            assert headers["cross-origin-opener-policy"] == "same-origin"
        part = (await browser.get("/js/main.js")).headers
        assert part["x-content-type-options"] == "nosniff"
        assert part["cross-origin-resource-policy"] == "same-origin"
        friends = (await browser.get("/healthz", headers={"host": "192.168.1.7:8000"})).headers
        assert "cross-origin-opener-policy" not in friends, "no secure context: browsers would complain"


async def test_nothing_but_the_pages_files_is_handed_out(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.url) as browser:
        for path in ("/../pyproject.toml", "/%2e%2e/pyproject.toml", "/img", "/img/", "//etc/passwd"):
            assert (await browser.get(path)).status_code == 404, path
        assert (await browser.post("/img/icon.svg")).status_code == 405


async def test_the_page_says_which_release_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<meta name="version" content=""><p>one')
    (tmp_path / "a.js").write_text("1")
    before = Pages(tmp_path)
    (tmp_path / "a.js").write_text("2")
    after = Pages(tmp_path)
    assert before.version != after.version
    for pages in (before, after):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(pages), base_url="http://x") as browser:
            answer = await browser.get("/")
            assert f'content="{pages.version}"' in answer.text
            assert answer.headers["truco-version"] == pages.version
            assert (await browser.head("/a.js")).headers["truco-version"] == pages.version


async def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one")
    (tmp_path / ".hidden").write_text("no")
    (tmp_path / "data.bin").write_bytes(b"\x00" * 50)
    transport = httpx.ASGITransport(Pages(tmp_path))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as browser:
        assert (await browser.get("/")).text == "one"
        (tmp_path / "index.html").write_text("another")
        answer = await browser.get("/")
        assert (answer.text, answer.headers["content-type"]) == ("another", "text/html; charset=utf-8")
        assert (await browser.get("/data.bin")).headers["content-type"] == "application/octet-stream"


async def test_health(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.url) as watcher:
        assert (await watcher.get("/healthz")).json() == {"status": "ok"}
        assert (await watcher.get("/readyz")).json() == {"status": "ok"}


async def test_the_page_can_be_put_among_the_programs_of_a_telephone(house: House) -> None:
    """The manifest opens the page, alone in its window; its icons are as large as it says."""
    async with httpx.AsyncClient(base_url=house.url) as browser:
        named = re.search(r'<link rel="manifest" href="([^"]+)"', (await browser.get("/")).text)
        assert named
        answer = await browser.get(f"/{named[1]}")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.loads(answer.content)
        start = httpx.URL(f"{house.url}/{named[1]}").join(manifest["start_url"])
        assert (str(start), (await browser.get(start)).status_code) == (f"{house.url}/", 200)
        assert manifest["display"] == "standalone" and manifest["name"] and manifest["short_name"]
        sizes = {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
        assert sizes == {"192x192", "512x512"}
        assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
        for icon in manifest["icons"]:
            drawn = await browser.get(f"/{icon['src']}")
            assert (drawn.status_code, drawn.headers["content-type"]) == (200, icon["type"])
            if icon["type"] == "image/png":
                width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
                assert icon["sizes"] == f"{width}x{height}", icon["src"]
