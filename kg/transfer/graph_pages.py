"""Reading a scope's whole graph, page by page: however large it is, one page is held at a time."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

import neo4j

from kg.errors import KgError
from kg.graph import Graph
from kg.transfer.graph_shape import FAMILIES, LABELS, NOT_TOLD, OF_MOVES, TYPES, Edge, Node

_PAGE = 500


def nodes(graph: Graph, *, vectors: bool = True, whole: bool = False) -> Iterator[Node]:
    """Every node of the scope, family by family, each family in the order of its keys.

    Args:
        graph: the scope.
        vectors: with vectors and token states; without, a node tells only whether it has any.
        whole: with what is under way only where it is: an import, a change of the embedding model.

    Raises:
        KgError: a node has a label that an export does not know.
    """
    for family in FAMILIES:
        untold = OF_MOVES if whole else NOT_TOLD.get(family, frozenset())
        for row in _pages(graph, "transfer/nodes", family):
            labels = tuple(sorted(row["labels"]))
            if unknown := set(labels) - LABELS:
                raise KgError(f"an export knows no label {sorted(unknown)}; upgrade kg")
            told = {
                name: value
                for name, value in sorted(row["properties"].items())
                if value is not None and name not in untold
            }
            vector = row["embedding"]
            yield Node(
                family,
                tuple(row["key"]),
                labels,
                told,
                vector.to_numpy() if vectors and vector is not None else None,
                row["states"] if vectors else None,
                vector is not None,
            )


def edges(graph: Graph) -> Iterator[Edge]:
    """Every edge between two nodes of the scope, in an order that depends on nothing but the graph.

    Raises:
        KgError: an edge is of a type, or leads to a node, that an export does not know.
    """
    for _, found in linked(graph):
        yield from found


def linked(graph: Graph, families: Collection[str] = FAMILIES) -> Iterator[tuple[tuple[str, ...], list[Edge]]]:
    """Every node, as its family and key in one tuple, with the edges that are told with it; each edge is told with one node.

    Args:
        graph: the scope.
        families: only nodes of these.

    Raises:
        KgError: an edge is of a type, or leads to a node, that an export does not know.
    """
    for family in (each for each in FAMILIES if each in families):
        for row in _pages(graph, "transfer/edges", family):
            found = [_edge(each) for each in row["edges"]]
            ordered = sorted(found, key=lambda each: (each.type, each.source, each.target, str(each.properties)))
            yield (family, *row["key"]), ordered


def _edge(row: dict[str, Any]) -> Edge:
    source, target = (tuple(end) for end in row["ends"])
    if row["type"] not in TYPES or not {source[0], target[0]} <= FAMILIES.keys():
        told = json.dumps([row["type"], source[0], target[0]])
        raise KgError(f"an export knows no edge {told}; upgrade kg")
    return Edge(row["type"], source, target, dict(sorted(row["properties"].items())))


def _pages(graph: Graph, name: str, family: str) -> Iterator[neo4j.Record]:
    fragment, parts = FAMILIES[family]
    last = [""] * parts
    while True:
        params = dict(zip(("after", "beyond"), last, strict=False)) | ({"limit": _PAGE} if parts else {})
        rows = graph.run(name, [fragment], **params)
        yield from rows
        if not parts or len(rows) < _PAGE:
            return
        last = list(rows[-1]["key"])
