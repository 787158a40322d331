"""Conversion of records to the types of JSON."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping
from typing import Any


def to_plain(value: Any) -> Any:
    """Convert a record, or a collection of records, to JSON types; times become ISO strings."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
