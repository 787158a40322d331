"""Paged reads: every node and edge once, in the order of keys, without transient properties."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from kg import Memory
from kg.errors import KgError
from kg.transfer import read_edges, read_edges_by_node, read_nodes

Look = Callable[..., list[Any]]
# More than one page.
COUNT = 501


@pytest.fixture
def memory(memory: Memory, look: Look) -> Memory:
    """A memory with a chain of events."""
    look(
        "CREATE (:Scope {scope: $scope, name: $scope, import_source: 'x', dimension: 2}) "
        "WITH 1 AS one UNWIND range(1, $count) AS n "
        "CREATE (:Event:Memory {scope: $scope, id: 'e' + right('000' + n, 4), kind: 'event', text: 'x', embedding: [1.0]})",
        count=COUNT,
    )
    look(
        "MATCH (one:Event {scope: $scope}) WITH one ORDER BY one.id WITH collect(one) AS events "
        "UNWIND range(0, size(events) - 2) AS n WITH events[n] AS one, events[n + 1] AS other CREATE (one)-[:NEXT]->(other)"
    )
    return memory


def test_every_node_and_edge_is_read_once(memory: Memory) -> None:
    names = [f"e{number:04}" for number in range(1, COUNT + 1)]
    nodes = list(read_nodes(memory.graph, vectors=False))
    assert [node.key for node in nodes if node.family == "Memory"] == [(name,) for name in names]
    edges = list(read_edges(memory.graph))
    assert [(edge.type, edge.source[1], edge.target[1]) for edge in sorted(edges, key=lambda each: each.source)] == [
        ("NEXT", one, other) for one, other in pairwise(names)
    ]
    by_node = dict(read_edges_by_node(memory.graph, ["Memory"]))
    assert list(by_node) == [("Memory", name) for name in names]
    assert sum(map(len, by_node.values())) == COUNT - 1
    assert list(read_edges_by_node(memory.graph, ["Identity"])) == []


def test_transient_properties_are_read_only_on_request(memory: Memory) -> None:
    [scope] = [node for node in read_nodes(memory.graph, vectors=False) if node.family == "Scope"]
    assert "import_source" not in scope.properties
    [scope] = [
        node for node in read_nodes(memory.graph, vectors=False, include_transient=True) if node.family == "Scope"
    ]
    assert scope.properties["import_source"] == "x"


def test_an_unknown_label_or_type_is_refused(memory: Memory, look: Look) -> None:
    look("MATCH (n:Event {scope: $scope, id: 'e0001'})-[edge:NEXT]->(other) CREATE (n)-[:ODDLY]->(other) SET n:Strange")
    with pytest.raises(KgError, match="Strange"):
        list(read_nodes(memory.graph))
    with pytest.raises(KgError, match="ODDLY"):
        list(read_edges(memory.graph))
