"""Rows of an export that may have been written by others: what they may set, and what is computed instead."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping
from typing import Any

from kg.graph import filter_term, time_term
from kg.transfer.graph_shape import TRANSIENT_PROPERTIES

HIDING_SCHEMA = 9
"""The schema from which proposed procedures, and what a single event is on, are not current."""
# The names that kg gives to properties; in a script a name is part of the code.
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_CURRENT_TERMS = frozenset(filter_term("current", value) for value in (True, False))
# Names, and records of merged entities, which are no memories, have the terms of a shared person.
_NAMING = frozenset(["Alias", "Audit"])
_SHARED_TERMS = frozenset([filter_term("kind", "person"), filter_term("audience", "shared")])
_FIELDS = ("kind", "session", "channel", "speaker", "speaker_name", "audience")


def has_known_names(family: str | None, properties: Mapping[str, Any]) -> bool:
    """Return whether properties have names as kg gives them, and none is of a running import, move or change of the model.

    Args:
        family: the family of a node; None for an edge.
        properties: the properties.
    """
    omitted = TRANSIENT_PROPERTIES.get(family or "", frozenset())
    return all(_NAME.fullmatch(name) and name not in omitted for name in properties)


def restrict_terms(
    terms: str, scope_term: str, family: str, properties: Mapping[str, Any], times: Mapping[str, str]
) -> str:
    """Return the filter terms that a node may have: of its scope, and of its own properties.

    Args:
        terms: the terms of the row.
        scope_term: the term of the scope, as it stands in the terms.
        family: the family of the node.
        properties: its properties.
        times: its times, as ISO text.
    """
    allowed = {scope_term, *_CURRENT_TERMS, *(_SHARED_TERMS if family in _NAMING else ())}
    allowed |= {filter_term(field, properties[field]) for field in _FIELDS if properties.get(field) is not None}
    if "at" in times:
        allowed.add(time_term(dt.datetime.fromisoformat(times["at"])))
    kept = [term for term in terms.split(" ") if term in allowed]
    return " ".join(kept)


def hide_unshared(labels: Collection[str], properties: dict[str, Any]) -> None:
    """Hide what was found before schema 9: proposed procedures, and what a single event is on."""
    is_proposed = "Procedure" in labels and properties.get("status") == "proposed"
    is_single = "Topic" in labels and (properties.get("event_count") or 0) < 2
    if is_proposed or is_single:
        properties["current"] = False
        properties.pop("terms", None)


def disown(row: Mapping[str, Any], owners: Collection[str]) -> None:
    """Take the owners of a scope from these accounts, and not from the row; persons become owners once all rows are written."""
    properties = row["properties"]
    if row.get("family") == "Scope":
        properties["owners"] = sorted(owners) or None
    elif "owner" in properties:
        properties["owner"] = False
