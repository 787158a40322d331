"""A scope's graph as tests look at it: straight by the driver, past everything that kg does."""

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
# When something was written, and which place a message has among those that were there; nothing else depends on what is gone.
BOOKKEEPING = frozenset(
    {"created_at", "updated_at", "digested_at", "claimed_at", "terms", "seq", "next_seq", "order", "scope"}
)
APART = frozenset({"Receipt", "Turn", "Scope", "TokenUsage"})


def everything(look: Look, scope: str) -> list[tuple[str, dict[str, Any]]]:
    """Every node and edge of a scope: its labels or type, and its properties."""
    nodes = [(":".join(sorted(row["labels"])), row["properties"]) for row in look(NODES, scope=scope)]
    return nodes + [(row["type"], row["properties"]) for row in look(EDGES, scope=scope)]


def holding(look: Look, scope: str, *words: str) -> list[str]:
    """Where in a scope one of these words stands: in any property of any node or edge."""
    found = []
    for kind, properties in everything(look, scope):
        for name, value in properties.items():
            text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
            found += [f"{kind}.{name}: {text[:80]}" for word in words if word.casefold() in text.casefold()]
    return found


def canonical(look: Look, scope: str, apart: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """Nodes and edges of a scope in a form that tells two graphs apart, whatever they are called inside."""
    rows = [row for row in look(NODES, scope=scope) if not APART & set(row["labels"])]
    names = {row["properties"].get("id"): _name(row) for row in rows if "Entity" in row["labels"]}
    names = {name: called for name, called in names.items() if name}
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
    told = {key: _value(value, names) for key, value in sorted(properties.items()) if key not in skipped}
    return str({key: value for key, value in told.items() if value not in ("[]", "")})


def _value(value: Any, names: dict[str, str]) -> str:
    if isinstance(value, list) and value and isinstance(value[0], float):
        return hashlib.sha1(str([round(each, 5) for each in value]).encode()).hexdigest()[:8]
    text = str(value)
    for name, called in names.items():
        text = text.replace(name, called)
    return text
