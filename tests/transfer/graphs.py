"""Read the graph of a scope directly by the driver, for comparisons in tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

Look = Callable[..., list[Any]]
NODES = "MATCH (n {scope: $scope}) RETURN labels(n) AS labels, properties(n) AS properties, elementId(n) AS element"
EDGES = """
    MATCH (a {scope: $scope})-[r]->(b)
    RETURN elementId(a) AS one, type(r) AS type, properties(r) AS properties, elementId(b) AS other
"""
# Properties that depend on the time of a write or on erased events.
BOOKKEEPING = frozenset(
    {"created_at", "updated_at", "digested_at", "claimed_at", "terms", "seq", "next_seq", "order", "scope"}
)
EXCLUDED_LABELS = frozenset({"Receipt", "Turn", "Scope", "TokenUsage"})


def all_elements(look: Look, scope: str) -> list[tuple[str, dict[str, Any]]]:
    """Return all nodes and edges of a scope: labels or type, and properties."""
    nodes = [(":".join(sorted(row["labels"])), row["properties"]) for row in look(NODES, scope=scope)]
    return nodes + [(row["type"], row["properties"]) for row in look(EDGES, scope=scope)]


def find_words(look: Look, scope: str, *words: str) -> list[str]:
    """Return where any of these words occurs in the properties of a scope."""
    found = []
    for kind, properties in all_elements(look, scope):
        for name, value in properties.items():
            text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
            found += [f"{kind}.{name}: {text[:80]}" for word in words if word.casefold() in text.casefold()]
    return found


def canonical(look: Look, scope: str, apart: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """Return nodes and edges of a scope in a form that does not depend on internal ids."""
    rows = [row for row in look(NODES, scope=scope) if not EXCLUDED_LABELS & set(row["labels"])]
    names = {row["properties"].get("id"): _name(row) for row in rows if "Entity" in row["labels"]}
    names = {name: placeholder for name, placeholder in names.items() if name}
    nodes = {row["element"]: f"{sorted(row['labels'])} {_plain(row['properties'], names, apart)}" for row in rows}
    edges = [
        f"{nodes[row['one']][:150]} -{row['type']} {_plain(row['properties'], names, apart)}-> {nodes[row['other']][:150]}"
        for row in look(EDGES, scope=scope)
        if row["one"] in nodes and row["other"] in nodes
    ]
    return sorted(nodes.values()), sorted(edges)


def _name(row: Any) -> str:
    return f"<{row['properties']['type']} {row['properties']['name'].casefold()}>"


def _plain(properties: dict[str, Any], names: dict[str, str], apart: Iterable[str]) -> str:
    skipped = BOOKKEEPING | set(apart)
    shown = {key: _value(value, names) for key, value in sorted(properties.items()) if key not in skipped}
    return str({key: value for key, value in shown.items() if value not in ("[]", "")})


def _value(value: Any, names: dict[str, str]) -> str:
    if isinstance(value, list) and value and isinstance(value[0], float):
        return hashlib.sha1(str([round(each, 5) for each in value]).encode()).hexdigest()[:8]
    text = str(value)
    for name, placeholder in names.items():
        text = text.replace(name, placeholder)
    return text
