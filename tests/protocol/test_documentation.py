"""docs/protocol.md names all that is said."""

from pathlib import Path
from typing import Any

from truco.protocol import schema
from truco.protocol.codes import Close

_TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


def _forms() -> dict[str, Any]:
    document = schema.document()
    return {**document["inbound"]["$defs"], **document["outbound"]["$defs"]}


def test_every_fact_is_described() -> None:
    for name, form in _forms().items():
        if name.endswith("Fact"):
            assert f"`{form['properties']['fact']['const']}`" in _TEXT


def test_every_field_is_named() -> None:
    for name, form in _forms().items():
        for field in form.get("properties", {}):
            assert f"`{field}`" in _TEXT or f'"{field}"' in _TEXT, (name, field)


def test_every_close_code_is_described() -> None:
    for code in Close:
        assert str(int(code)) in _TEXT


def test_every_error_is_described() -> None:
    for code in _forms()["Error"]["properties"]["code"]["enum"]:
        assert f"`{code}`" in _TEXT
