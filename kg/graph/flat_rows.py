"""Rows without nesting: nodes, relationships and maps become columns of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import neo4j.graph

from kg.graph.catalogue import NODES

# The last label of a node in this order says the most about it.
_LABEL_ORDER = {node.label: place for place, node in enumerate(NODES)}
# Properties that come first.
_FIRST = ("label", "type", "id", "name", "text")


def flatten_columns(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], hidden: frozenset[str]
) -> dict[str, list[Any]]:
    """Return the values of each column of flat rows.

    A node `person` becomes `person.label`, `person.id`, `person.name`, …; a relationship has `.type`; a map its keys, at any
    depth; a path is a text. Lists stay lists.

    Args:
        columns: the names of the columns.
        rows: their values.
        hidden: properties of nodes and relationships that are left out.
    """
    flat: dict[str, list[Any]] = {}
    for place, column in enumerate(columns):
        parts = [_flatten(row[place], column, hidden) for row in rows]
        names = sorted({name for part in parts for name in part} or {column}, key=lambda name: _order(name, column))
        if len(names) > 1:
            # A value that is null in one row and a node in another has only the columns of the node.
            names = [name for name in names if name != column or any(part.get(column) is not None for part in parts)]
        flat |= {name: [part.get(name) for part in parts] for name in names}
    return flat


def _flatten(value: Any, name: str, hidden: frozenset[str]) -> dict[str, Any]:
    if isinstance(value, neo4j.graph.Path):
        return {name: _path_text(value)}
    if isinstance(value, neo4j.graph.Node):
        label = max(value.labels, key=lambda label: _LABEL_ORDER.get(label, -1), default="")
        return {f"{name}.label": label} | _flatten_map(value, name, hidden)
    if isinstance(value, neo4j.graph.Relationship):
        return {f"{name}.type": value.type} | _flatten_map(value, name, hidden)
    if isinstance(value, Mapping):
        return _flatten_map(value, name, frozenset())
    return {name: value}


def _flatten_map(value: Mapping[str, Any], name: str, hidden: frozenset[str]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, one in value.items():
        if key not in hidden:
            flat |= _flatten(one, f"{name}.{key}", hidden)
    return flat


def _path_text(path: neo4j.graph.Path) -> str:
    """Return a path as the names of its nodes, and the types between them."""
    names = [str(node.get("name") or node.get("text") or node.get("id") or "") for node in path.nodes]
    steps = [f" –{one.type}– {name}" for one, name in zip(path.relationships, names[1:], strict=True)]
    return names[0] + "".join(steps)


def _order(name: str, column: str) -> tuple[int, str]:
    key = name.removeprefix(f"{column}.")
    return (_FIRST.index(key) if key in _FIRST else len(_FIRST), key)
