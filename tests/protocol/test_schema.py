"""The schema that strangers are given is the one we read and write by."""

import json

import jsonschema
import pytest
from pydantic import ValidationError

from tests.protocol.test_inbound import GOOD
from truco.protocol import schema
from truco.protocol.codes import Close


def test_both_schemas_are_schemas() -> None:
    document = schema.document()
    for direction in ("inbound", "outbound"):
        jsonschema.Draft202012Validator.check_schema(document[direction])


@pytest.mark.parametrize("text", GOOD)
def test_what_we_read_fits_the_inbound_schema(text: str) -> None:
    jsonschema.validate(json.loads(text), schema.document()["inbound"])


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"pong","t":1,"x":1}',
        '{"type":"error","code":"oops","params":{}}',
        '{"type":"frame","version":1,"facts":[]}',
        '{"type":"refused","aid":"a","code":"stale"}',
        '{"type":"hello"}',
    ],
)
def test_the_outbound_schema_refuses_what_we_do_not_send(text: str) -> None:
    with pytest.raises(ValidationError):
        schema.outbound_type().validate_json(text)


def test_every_fact_of_a_table_has_a_form() -> None:
    facts = [name for name in schema.document()["outbound"]["$defs"] if name.endswith("Fact")]
    assert len(facts) == 31
    assert not {"SecretDrawnFact", "DealKeyedFact"} & set(facts)


def test_close_codes_are_what_clients_know() -> None:
    assert {code.name: int(code) for code in Close if code > 4000} == {
        "MOVED": 4001,
        "SLOW": 4002,
        "RESTART": 4003,
        "NOT_FOUND": 4404,
        "REPLACED": 4500,
        "BAD_TOKEN": 4501,
        "PROTOCOL": 4502,
        "ABUSE": 4503,
    }
