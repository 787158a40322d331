r"""A scope as a script of Cypher that builds its nodes and edges in any Neo4j, with nothing of kg's around.

One statement a line, and every text a literal: Neo4j reads `\uXXXX` wherever it stands, and before anything else, so that no
backslash is ever left in front of a `u`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import IO, Any, TypeVar

import numpy as np

from kg.transfer.graph_shape import Edge, Node
from kg.transfer.json_values import iso

# A label and a property that nothing else has: by them edges find their ends, and afterwards they are taken away.
_MARK, _KEY = "KgImport", "kg_import_key"
_ROWS = 100
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_TABLE = str.maketrans(_ESCAPES)
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def write(file: IO[bytes], scope: str, nodes: Iterable[Node], edges: Iterable[Edge]) -> tuple[int, int]:
    """Write a script; returns how many nodes and edges it has. An edge to a node that came later is left out when it runs.

    Args:
        file: takes UTF-8.
        scope: the name of the scope, which each node carries.
        nodes: all nodes.
        edges: all edges; asked for when the nodes are written.
    """
    counts = [0, 0]

    def line(text: str) -> None:
        file.write((text + ";\n").encode("utf-8", "replace"))

    line(f"CREATE CONSTRAINT kg_import IF NOT EXISTS FOR (node:{_MARK}) REQUIRE node.{_KEY} IS UNIQUE")
    for labels, some in _batches((node.labels, node) for node in nodes):
        counts[0] += len(some)
        told = ", ".join(_map({**_properties(node, scope), _KEY: _key((node.family, *node.key))}) for node in some)
        line(f"UNWIND [{told}] AS row CREATE (node:{':'.join(labels)}:{_MARK}) SET node = row")
    for kind, found in _batches((edge.type, edge) for edge in edges):
        counts[1] += len(found)
        told = ", ".join(
            f"{{source: {literal(_key(edge.source))}, target: {literal(_key(edge.target))}, "
            f"properties: {_map(edge.properties)}}}"
            for edge in found
        )
        ends = f"MATCH (source:{_MARK} {{{_KEY}: row.source}}) MATCH (target:{_MARK} {{{_KEY}: row.target}})"
        line(f"UNWIND [{told}] AS row {ends} CREATE (source)-[edge:{kind}]->(target) SET edge = row.properties")
    line("DROP CONSTRAINT kg_import IF EXISTS")
    line(f"MATCH (node:{_MARK}) REMOVE node:{_MARK}, node.{_KEY}")
    return counts[0], counts[1]


def literal(value: Any) -> str:
    """A value as Cypher reads it.

    Raises:
        TypeError: the value is of a kind that kg stores nowhere.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # Two texts put together where a backslash would stand before a u.
        return "'" + value.translate(_TABLE).replace("\\\\u", "\\\\' + 'u") + "'"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(repr(value), repr(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(literal, value)) + "]"
    return f"datetime('{iso(value)}')"


def _properties(node: Node, scope: str) -> dict[str, Any]:
    told = {name: value for name, value in node.properties.items() if not isinstance(value, (bytes, bytearray))}
    if node.embedding is not None:
        # Seven digits tell a number of 32 bits, and no more.
        told["embedding"] = [float(str(each)) for each in np.asarray(node.embedding, np.float32)]
    return {"scope": scope, **told}


def _key(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _map(properties: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"`{name.replace('`', '``')}`: {literal(value)}" for name, value in properties.items()) + "}"


def _batches(items: Iterable[tuple[K, T]]) -> Iterator[tuple[K, list[T]]]:
    """Items of one kind together, a statement's worth at a time, in the order in which each kind fills one."""
    waiting: dict[K, list[T]] = {}
    for kind, item in items:
        batch = waiting.setdefault(kind, [])
        batch.append(item)
        if len(batch) == _ROWS:
            yield kind, waiting.pop(kind)
    yield from waiting.items()
