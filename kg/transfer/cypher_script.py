r"""Export of a scope as a Cypher script that creates its nodes and edges in any Neo4j, without kg.

One statement per line, and all values are literals. Neo4j decodes `\uXXXX` anywhere in a script before parsing it, so that the
script never contains a backslash followed by `u`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import IO, Any, TypeVar

import numpy as np

from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.transfer.json_values import format_time

# A temporary label and property, by which edges find their nodes; the script removes them at its end.
_MARK, _KEY = "KgImport", "kg_import_key"
_ROWS = 100
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_TABLE = str.maketrans(_ESCAPES)
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def write_cypher_script(
    file: IO[bytes], scope: str, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]
) -> tuple[int, int]:
    """Write a script and return its numbers of nodes and edges; edges without both nodes are skipped when it runs.

    Args:
        file: the output, in UTF-8.
        scope: the name of the scope, a property of each node.
        nodes: all nodes.
        edges: all edges; iterated after the nodes are written.
    """
    counts = [0, 0]

    def line(text: str) -> None:
        file.write((text + ";\n").encode("utf-8", "replace"))

    line(f"CREATE CONSTRAINT kg_import IF NOT EXISTS FOR (node:{_MARK}) REQUIRE node.{_KEY} IS UNIQUE")
    for labels, batch in _batches((node.labels, node) for node in nodes):
        counts[0] += len(batch)
        rows = ", ".join(_map({**_properties(node, scope), _KEY: _key((node.family, *node.key))}) for node in batch)
        line(f"UNWIND [{rows}] AS row CREATE (node:{':'.join(labels)}:{_MARK}) SET node = row")
    for kind, group in _batches((edge.type, edge) for edge in edges):
        counts[1] += len(group)
        rows = ", ".join(
            f"{{source: {cypher_literal(_key(edge.source))}, target: {cypher_literal(_key(edge.target))}, "
            f"properties: {_map(edge.properties)}}}"
            for edge in group
        )
        ends = f"MATCH (source:{_MARK} {{{_KEY}: row.source}}) MATCH (target:{_MARK} {{{_KEY}: row.target}})"
        line(f"UNWIND [{rows}] AS row {ends} CREATE (source)-[edge:{kind}]->(target) SET edge = row.properties")
    line("DROP CONSTRAINT kg_import IF EXISTS")
    line(f"MATCH (node:{_MARK}) REMOVE node:{_MARK}, node.{_KEY}")
    return counts[0], counts[1]


def cypher_literal(value: Any) -> str:
    """Return a value as a Cypher literal.

    Raises:
        TypeError: kg does not store values of this type.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # Concatenate two literals where a backslash would precede a u.
        return "'" + value.translate(_TABLE).replace("\\\\u", "\\\\' + 'u") + "'"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(repr(value), repr(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(cypher_literal, value)) + "]"
    return f"datetime('{format_time(value)}')"


def _properties(node: GraphNode, scope: str) -> dict[str, Any]:
    properties = {name: value for name, value in node.properties.items() if not isinstance(value, (bytes, bytearray))}
    if node.embedding is not None:
        # The shortest decimal that identifies the 32-bit float.
        properties["embedding"] = [float(str(each)) for each in np.asarray(node.embedding, np.float32)]
    return {"scope": scope, **properties}


def _key(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _map(properties: Mapping[str, Any]) -> str:
    return (
        "{"
        + ", ".join(f"`{name.replace('`', '``')}`: {cypher_literal(value)}" for name, value in properties.items())
        + "}"
    )


def _batches(items: Iterable[tuple[K, T]]) -> Iterator[tuple[K, list[T]]]:
    """Group items by kind into batches of one statement each; a batch is yielded when it is full."""
    pending: dict[K, list[T]] = {}
    for kind, item in items:
        batch = pending.setdefault(kind, [])
        batch.append(item)
        if len(batch) == _ROWS:
            yield kind, pending.pop(kind)
    yield from pending.items()
