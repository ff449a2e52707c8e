"""The JSON Schema of both directions, for those who write a client and for our own tests."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import ConfigDict, Discriminator, TypeAdapter
from typing_extensions import TypedDict

from truco.protocol import outbound
from truco.protocol.codes import PROTOCOL
from truco.protocol.inbound import INBOUND
from truco.rules.events import Dealt
from truco.rules.plain import tag
from truco.table.events import Fact, MemberJoined, RoomOpened, Secret

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_ON_THE_WIRE: Final[Mapping[type, Mapping[str, Any]]] = {
    Dealt: {"hand": int, "dealer": int, "mano": int, "turned": str | None, "cards": tuple[str, ...]},
    MemberJoined: {"member": str, "name": str},
    RoomOpened: {},
}
"""The fields of those facts that are not sent as they are kept."""


@cache
def document() -> dict[str, Any]:
    """What a client may send and what the server sends, as two schemas in one document."""
    return {
        "$schema": DIALECT,
        "title": f"Protocol {PROTOCOL} of a truco table",
        "inbound": {"$id": "inbound", **INBOUND.json_schema()},
        "outbound": {"$id": "outbound", **outbound_type().json_schema(mode="serialization")},
    }


@cache
def outbound_type() -> TypeAdapter[Any]:
    """What reads any message of the server, and refuses every other."""
    messages: Any = Union[tuple(_readable(message) for message in get_args(outbound.Outbound))]  # noqa: UP007
    form: Any = Annotated[messages, Discriminator("type")]
    return TypeAdapter[Any](form)


def _readable(form: Any) -> Any:
    """The same type for pydantic, which before Python 3.12 reads no TypedDict of the standard library's."""
    if form is outbound.Fact:
        return _facts()
    if is_typeddict(form):
        return _twin(form)
    origin, arguments = get_origin(form), get_args(form)
    if origin is None or origin is Literal:
        return form
    readable = tuple(argument if argument is ... else _readable(argument) for argument in arguments)
    if origin in (Union, UnionType):
        return Union[readable]  # noqa: UP007
    return NotRequired[readable[0]] if origin.__name__ == "NotRequired" else origin[readable]


@cache
def _twin(form: Any) -> Any:
    hints = get_type_hints(form, include_extras=True)
    return _closed(form.__name__, {name: _readable(hint) for name, hint in hints.items()}, form.__doc__)


@cache
def _facts() -> Any:
    """Every fact that is told, by its tag."""
    told = [kind for kind in get_args(Fact) if kind not in get_args(Secret)]
    return Annotated[Union[tuple(map(_fact, told))], Discriminator("fact")]  # noqa: UP007


def _fact(kind: type) -> Any:
    form = {"fact": Literal[tag(kind)], **dict(_fields(kind))}  # pyright: ignore[reportInvalidTypeForm]
    return _closed(f"{kind.__name__}Fact", form, kind.__doc__)


def _fields(kind: type) -> Iterator[tuple[str, Any]]:
    sent = _ON_THE_WIRE.get(kind)
    if sent is not None:
        yield from sent.items()
        return
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]))
    for field in fields(kind):
        yield field.name, hints[field.name]


def _closed(name: str, form: dict[str, Any], about: str | None) -> Any:
    """A TypedDict that has exactly these keys."""
    made = TypedDict(name, form)  # pyright: ignore[reportArgumentType, reportGeneralTypeIssues]
    made.__doc__ = about
    made.__pydantic_config__ = ConfigDict(extra="forbid")  # pyright: ignore[reportAttributeAccessIssue]
    return made
