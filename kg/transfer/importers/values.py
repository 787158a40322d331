"""Values as other programs write them: numbers in texts, lists in texts, and their names of entity types."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import ENTITY_TYPES

_TYPES = {
    "organization": "org", "organisation": "org", "company": "org", "institution": "org", "team": "org", "group": "org",
    "location": "place", "city": "place", "country": "place", "address": "place", "venue": "place",
    "human": "person", "people": "person", "user": "person", "animal": "other", "pet": "other",
    "technology": "tool", "software": "tool", "topic": "concept", "idea": "concept", "skill": "concept",
    "object": "product", "item": "product", "date": "other", "happening": "event",
}  # fmt: skip
_MAX_COUNT = 2**31
_SEPARATORS = re.compile(r"\s*[,;\n]\s*")


def read_text(value: object) -> str:
    """Return a value as text; "" for none, and for an object."""
    if isinstance(value, str):
        return value
    return "" if value is None or isinstance(value, (bytes, Mapping, list)) else str(value)


def read_number(value: object) -> float | None:
    """Return a finite number, also from a text; None where there is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def read_count(value: object) -> int:
    """Return a count of at least 0."""
    return min(_MAX_COUNT, max(0, int(read_number(value) or 0)))


def read_share(value: object, default: float) -> float:
    """Return a number from 0 to 1; the default where there is none."""
    number = read_number(value)
    return default if number is None else min(1.0, max(0.0, number))


def read_importance(value: object) -> int:
    """Return an importance from 1 to 10; a fraction is scaled, and 5 is the default."""
    number = read_number(value)
    if number is None:
        return 5
    scaled = number * 10 if 0 < number < 1 or (number == 1 and isinstance(value, float)) else number
    return min(10, max(1, round(scaled)))


def read_names(value: object) -> tuple[str, ...]:
    """Return names from a list, from the JSON of one, or from a text with commas."""
    if isinstance(value, str):
        listed = read_json(value) if value.lstrip().startswith("[") else None
        value = listed if isinstance(listed, list) else _SEPARATORS.split(value)
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        return ()
    names = (read_text(each).strip() for each in value)
    return tuple(dict.fromkeys(name for name in names if name))


def read_json(value: object) -> Any:
    """Return the value of a text of JSON; None where it is none, and other values as they are."""
    if not isinstance(value, (str, bytes)):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def read_mapping(value: object) -> Mapping[str, Any]:
    """Return an object, also from its JSON; an empty one where there is none."""
    read = read_json(value)
    return read if isinstance(read, Mapping) else {}


def entity_type(value: object) -> str:
    """Return the type of an entity for another program's name of it; `other` where there is none."""
    name = read_text(value).strip().casefold()
    return name if name in ENTITY_TYPES else _TYPES.get(name, "other")
