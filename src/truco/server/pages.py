"""The page: every file of ``static/``, read once, answered with its ETag and as short as can be.

Scripts and styles go without their comments and spaces, which are for who reads the source.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

import brotli  # pyright: ignore[reportMissingTypeStubs]
import rcssmin  # pyright: ignore[reportMissingTypeStubs]
import rjsmin  # pyright: ignore[reportMissingTypeStubs]
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_TOO_SHORT: Final = 100
"""Bytes: packing makes such a file no shorter."""
_COMPRESSED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Named here and not asked of the machine, whose own table may differ."""


def _brotli(plain: bytes) -> bytes:
    return cast("bytes", brotli.compress(plain))  # pyright: ignore[reportUnknownMemberType]


_CODINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": _brotli,
    "gzip": lambda plain: gzip.compress(plain, 9, mtime=0),
}
"""How a file may be packed, the shortest first. Browsers take brotli over https, and on their own machine."""


def _script(plain: bytes) -> bytes:
    return cast("bytes", rjsmin.jsmin(plain))  # pyright: ignore[reportUnknownMemberType]


def _style(plain: bytes) -> bytes:
    return cast("bytes", rcssmin.cssmin(plain))  # pyright: ignore[reportUnknownMemberType]


_SHORTER: Final[Mapping[str, Callable[[bytes], bytes]]] = {".js": _script, ".css": _style}
"""What leaves out of a file what no browser needs."""
_VERSION: Final = b'<meta name="version" content="">'


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its bytes, its type and tag, and whether packing makes it shorter."""

    plain: bytes
    media: str
    tag: str
    stamp: tuple[int, int]
    packs: bool
    _packed: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def body(self, codings: Collection[str]) -> tuple[str, bytes]:
        """The best of these codings, empty for none, and the bytes in it; packed when first asked for."""
        coding = next((one for one in _CODINGS if self.packs and one in codings), "")
        if not coding:
            return "", self.plain
        if coding not in self._packed:
            self._packed[coding] = _CODINGS[coding](self.plain)
        return coding, self._packed[coding]


class Pages:
    """The ASGI application of the page.

    A file that changed on the disk is read again when it is asked for.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._assets = {
            "/" + path.relative_to(folder).as_posix(): read(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        }
        self.version = _version(self._assets)
        """Names this release of the page: another one has another name."""
        if "/index.html" in self._assets:
            self._assets["/index.html"] = self._read(folder / "index.html")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers GET and HEAD of a file, of ``/`` with the index.

        Raises:
            HTTPException: 404 for any other path, 405 for any other method.
        """
        if scope["type"] != "http":
            raise HTTPException(404)
        asset = self._asset(scope["path"])
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        response = _response(asset, Headers(scope=scope), scope["method"] == "HEAD")
        response.headers["Truco-Version"] = self.version
        await response(scope, receive, send)

    def _asset(self, path: str) -> Asset:
        path = "/index.html" if path == "/" else path
        asset = self._assets.get(path)
        if asset is None:
            raise HTTPException(404)
        file = self._folder / path[1:]
        if file.exists() and _stamp(file) != asset.stamp:
            asset = self._assets[path] = self._read(file)
        return asset

    def _read(self, file: Path) -> Asset:
        """The asset; the page itself says which release it is."""
        asset = read(file)
        if file != self._folder / "index.html":
            return asset
        said = asset.plain.replace(_VERSION, _VERSION.replace(b'""', f'"{self.version}"'.encode()))
        return _asset(said, asset.media, asset.stamp)


def _version(assets: Mapping[str, Asset]) -> str:
    tags = [f"{name} {asset.tag}" for name, asset in sorted(assets.items())]
    return hashlib.sha256("\n".join(tags).encode()).hexdigest()[:16]


def read(path: Path) -> Asset:
    """The asset that a file is."""
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if media.startswith("text/") else ""
    plain, shorter = path.read_bytes(), _SHORTER.get(path.suffix)
    return _asset(shorter(plain) if shorter else plain, media + charset, _stamp(path))


def _asset(plain: bytes, media: str, stamp: tuple[int, int]) -> Asset:
    packs = media.startswith(_COMPRESSED) and len(plain) > _TOO_SHORT
    return Asset(plain, media, hashlib.sha256(plain).hexdigest()[:20], stamp, packs)


def _stamp(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size


def _taken(accepted: str) -> set[str]:
    """The codings that a browser takes, by its header."""
    offers = [offer.replace(" ", "").partition(";") for offer in accepted.split(",")]
    return {coding for coding, _, weight in offers if weight not in ("q=0", "q=0.0")}


def _response(asset: Asset, asked: Headers, head: bool) -> Response:
    """The whole file, or 304 when the browser has it.

    A page must ask, so that a new release is there at once.
    """
    coding, body = asset.body(_taken(asked.get("accept-encoding", "")))
    tag = f'"{asset.tag}{coding and f"-{coding}"}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if asset.packs:
        headers["Vary"] = "Accept-Encoding"
    if tag in (one.strip().removeprefix("W/") for one in asked.get("if-none-match", "").split(",")):
        return Response(None, 304, headers)
    if coding:
        headers["Content-Encoding"] = coding
    headers["Content-Length"] = str(len(body))
    return Response(b"" if head else body, 200, headers, asset.media)
