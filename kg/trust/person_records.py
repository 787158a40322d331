"""Conversion of a stored person node to a `Person` record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import as_datetime
from kg.types import Person


def person_record(properties: Mapping[str, Any], identities: Sequence[str]) -> Person:
    """Return the record of a person from the properties of their node and the names of their identities."""
    return Person(
        id=properties["id"],
        name=properties["name"],
        identities=tuple(sorted(identities)),
        aliases=tuple(properties.get("aliases") or ()),
        summary=properties.get("description") or "",
        owner=bool(properties.get("owner")),
        first_seen=as_datetime(properties.get("first_seen")),
        last_seen=as_datetime(properties.get("last_seen")),
    )
