"""The properties that nodes and edges may have, with their types: `property_types.json`, generated from the neomodel models."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import neo4j.time

from kg.errors import InvalidInput

PATH = Path(__file__).with_suffix(".json")
"""The generated file; `python -m tests.property_types` writes it."""
_MAX_INTEGER = 2**53
SPAN_BYTES = 16
"""The size of one session of an account: two 64-bit integers."""
_IS: Mapping[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MAX_INTEGER,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value),
    "time": lambda value: isinstance(value, neo4j.time.DateTime),
    "spans": lambda value: isinstance(value, bytes) and len(value) % SPAN_BYTES == 0,
}
_LIST = "list of "


@cache
def load_property_types() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the types of properties by name: under `nodes` by family, under `edges` by type of relationship."""
    loaded: dict[str, dict[str, dict[str, str]]] = json.loads(PATH.read_text())
    return loaded


def check_properties(
    row: Mapping[str, Any], properties: Mapping[str, Any], times: Collection[str], *, allows_unknown: bool
) -> None:
    """Raise unless kg could have written these properties.

    Args:
        row: a node or an edge of an export.
        properties: its values, other than times.
        times: the names of its times.
        allows_unknown: whether other names are allowed, as in exports of an older schema; no statement reads them.

    Raises:
        InvalidInput: kg does not write such a property; `field` is its name.
    """
    is_edge = row["type"] == "edge"
    kind = row["edge"] if is_edge else row["family"]
    types = load_property_types()["edges" if is_edge else "nodes"].get(kind, {})
    for name in [*properties, *times]:
        expected = types.get(name)
        if expected is None:
            if not allows_unknown:
                raise InvalidInput(name, row["properties"][name], f"a property that {kind} has")
        elif name in times:
            if expected != "time":
                raise InvalidInput(name, row["properties"][name], expected)
        elif properties[name] is not None and not _has_type(properties[name], expected):
            raise InvalidInput(name, row["properties"][name], expected)


def _has_type(value: Any, expected: str) -> bool:
    if expected.startswith(_LIST):
        return isinstance(value, list) and all(map(_IS[expected.removeprefix(_LIST)], value))
    return _IS[expected](value)
