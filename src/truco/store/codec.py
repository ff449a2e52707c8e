"""JSON in the database, made and read by orjson."""

from typing import Any

import orjson


def dumps(value: Any) -> str:
    """`value` as JSON text.

    Raises:
        TypeError: it holds something that JSON cannot.
    """
    return orjson.dumps(value).decode()


loads = orjson.loads

ENGINE_OPTIONS: dict[str, Any] = {
    "json_serializer": dumps,
    "json_deserializer": loads,
    "hide_parameters": True,  # else an error's text, which may be logged, tells cards and hashes of tokens
}
