"""Export as GraphML: networkx reads every node, edge and value."""

from __future__ import annotations

import io
from pathlib import Path

import networkx

from kg import Memory
from kg.graph.catalogue import EDGE_TYPES
from kg.transfer import GraphEdge, GraphNode
from kg.transfer.graphml import write_graphml
from tests.support import T0
from tests.transfer.imports import HOSTILE


def test_networkx_reads_graphml(memory: Memory, tmp_path: Path) -> None:
    memory.log([{"text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1", "at": T0}])
    memory.digest()
    memory.log([{"text": text, "id": f"h{n}", "session": "cli:h"} for n, text in enumerate(HOSTILE)])
    done = memory.export(tmp_path / "a.graphml", form="graphml")
    graph = networkx.read_graphml(tmp_path / "a.graphml", force_multigraph=True)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (done.nodes, done.edges)
    for n, text in enumerate(HOSTILE):
        rows_by_key = graph.nodes[f"Memory_x2f_h{n}"]
        stored = memory.get(f"h{n}").text  # type: ignore[union-attr]
        assert rows_by_key["text"] == "".join("\ufffd" if ord(sign) < 9 else sign for sign in stored), text
        assert rows_by_key["labels"] == ":Event:Memory"
    assert {data["label"] for _, _, data in graph.edges(data=True)} <= EDGE_TYPES
    assert isinstance(graph.nodes["Memory_x2f_h0"]["current"], bool)


def test_an_attribute_with_values_of_two_types_is_text() -> None:
    nodes = [
        GraphNode("Memory", ("a",), ("Memory",), {"size": 1, "flag": True, "raw": b"x", "label": "no"}),
        GraphNode("Memory", ("b",), ("Memory",), {"size": 1.5, "flag": False, "names": ["<x>", "y"]}),
    ]
    edges = [GraphEdge("NEXT", ("Memory", "a"), ("Memory", "b"), {"weight": 2})] * 2
    file = io.BytesIO()
    assert write_graphml(file, nodes, edges) == (2, 2)
    graph = networkx.parse_graphml(file.getvalue().decode(), force_multigraph=True)
    assert graph.nodes["Memory_x2f_a"] == {"label": "a", "labels": ":Memory", "size": "1", "flag": True}
    assert graph.nodes["Memory_x2f_b"]["size"] == "1.5"
    assert graph.nodes["Memory_x2f_b"]["names"] == '["<x>", "y"]'
    assert [data for *_, data in graph.edges(data=True)] == [{"label": "NEXT", "weight": 2}] * 2
