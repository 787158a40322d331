"""Paged reads of the whole graph of a scope; only one page is held in memory."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

import neo4j

from kg.errors import KgError
from kg.graph import EDGE_TYPES, NODE_FAMILIES, NODE_LABELS, Graph
from kg.transfer.graph_shape import MOVE_PROPERTIES, TRANSIENT_PROPERTIES, GraphEdge, GraphNode

_PAGE = 500


def read_nodes(graph: Graph, *, vectors: bool = True, include_transient: bool = False) -> Iterator[GraphNode]:
    """Yield every node of the scope, by family and key.

    Args:
        graph: the scope.
        vectors: include vectors and token states; otherwise a node only says whether it has a vector.
        include_transient: include the properties of a running import and of a running change of the embedding model.

    Raises:
        KgError: a node has a label that is unknown to exports.
    """
    for family in NODE_FAMILIES:
        excluded = MOVE_PROPERTIES if include_transient else TRANSIENT_PROPERTIES.get(family, frozenset())
        for row in _pages(graph, "transfer/nodes", family):
            labels = tuple(sorted(row["labels"]))
            if unknown := set(labels) - NODE_LABELS:
                raise KgError(
                    f"the graph has labels that this version of kg cannot export: {sorted(unknown)}; upgrade kg"
                )
            properties = {
                name: value
                for name, value in sorted(row["properties"].items())
                if value is not None and name not in excluded
            }
            vector = row["embedding"]
            yield GraphNode(
                family,
                tuple(row["key"]),
                labels,
                properties,
                vector.to_numpy() if vectors and vector is not None else None,
                row["states"] if vectors else None,
                vector is not None,
            )


def read_edges(graph: Graph) -> Iterator[GraphEdge]:
    """Yield every edge between two nodes of the scope, in an order that depends only on the graph.

    Raises:
        KgError: an edge has a type, or a node of a family, that is unknown to exports.
    """
    for _, edges in read_edges_by_node(graph):
        yield from edges


def read_edges_by_node(
    graph: Graph, families: Collection[str] = NODE_FAMILIES
) -> Iterator[tuple[tuple[str, ...], list[GraphEdge]]]:
    """Yield every node, as a tuple of its family and key, with its edges; each edge is yielded with one node only.

    Args:
        graph: the scope.
        families: the families of nodes to read.

    Raises:
        KgError: an edge has a type, or a node of a family, that is unknown to exports.
    """
    for family in (each for each in NODE_FAMILIES if each in families):
        for row in _pages(graph, "transfer/edges", family):
            edges = [_edge(each) for each in row["edges"]]
            ordered = sorted(edges, key=lambda each: (each.type, each.source, each.target, str(each.properties)))
            yield (family, *row["key"]), ordered


def _edge(row: dict[str, Any]) -> GraphEdge:
    source, target = (tuple(end) for end in row["ends"])
    if row["type"] not in EDGE_TYPES or not {source[0], target[0]} <= NODE_FAMILIES.keys():
        ends = json.dumps([row["type"], source[0], target[0]])
        raise KgError(f"the graph has an edge that this version of kg cannot export: {ends}; upgrade kg")
    return GraphEdge(row["type"], source, target, dict(sorted(row["properties"].items())))


def _pages(graph: Graph, name: str, family: str) -> Iterator[neo4j.Record]:
    fragment, parts = NODE_FAMILIES[family]
    last = [""] * parts
    while True:
        params = dict(zip(("after", "beyond"), last, strict=False)) | ({"limit": _PAGE} if parts else {})
        rows = graph.run(name, [fragment], **params)
        yield from rows
        if not parts or len(rows) < _PAGE:
            return
        last = list(rows[-1]["key"])
