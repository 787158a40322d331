"""Import of Graphiti and Zep graphs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.knowledge import ImportedEntity, ImportedFact
from tests.support import T0
from tests.transfer.imports import events_of, items_of, left_out_of, records_of, write_json

EPISODES: list[dict[str, Any]] = [
    {"uuid": "e1", "group_id": "g", "source": "message", "content": "Ann: I moved to Turku.\nBy train.\nassistant: Nice!",
     "valid_at": "2026-03-01T10:00:00Z"},
    {"uuid": "e2", "group_id": "g", "source": "text", "content": "The ferry is late.", "created_at": "2026-03-02T10:00:00Z"},
    {"uuid": "e3", "role": "Bo", "role_type": "user", "content": "Hello.", "thread_id": "t1"},
    {"uuid": "e4", "content": ""},
]  # fmt: skip
NODES = [
    {
        "uuid": "n1",
        "name": "Ann",
        "labels": ["Entity", "Person"],
        "summary": "A baker",
        "attributes": {"shoe size": 38},
    },
    {"uuid": "n2", "name": "Turku", "labels": ["Entity", "City"]},
    {"uuid": "n3", "name": "Porto"},
    {"uuid": "n4", "name": ""},
]
EDGES: list[dict[str, Any]] = [
    {"uuid": "r0", "source_node_uuid": "n1", "target_node_uuid": "n3", "name": "LIVES_IN", "fact": "Ann lives in Porto",
     "valid_at": "2025-01-01T00:00:00Z", "invalid_at": "2026-03-01T10:00:00Z", "group_id": "g"},
    {"uuid": "r1", "source_node_uuid": "n1", "target_node_uuid": "n2", "name": "LIVES_IN", "fact": "Ann lives in Turku",
     "valid_at": "2026-03-01T10:00:00Z", "episodes": ["e1", "gone"], "group_id": "g"},
    {"uuid": "r2", "source_node_uuid": "n1", "target_node_uuid": "n2", "name": "PAINTED_FOR",
    "fact": "Ann painted a wall for Turku in May."},
    {"uuid": "r3", "source_node_uuid": "n1", "target_node_uuid": "n9", "name": "KNOWS"},
]  # fmt: skip


@pytest.mark.parametrize("names", [("episodes", "nodes", "edges"), ("episodic_nodes", "entity_nodes", "entity_edges")])
def test_a_graph_keeps_its_validity_and_sources(tmp_path: Path, names: tuple[str, str, str]) -> None:
    content = dict(zip(names, (EPISODES, NODES, EDGES), strict=True))
    items = items_of(write_json(tmp_path / "graph.json", content))
    events = {event["text"]: event for event in events_of(items)}
    said = {
        text: (event["role"], event["kind"], event.get("speaker"), event["session"]) for text, event in events.items()
    }
    assert said == {
        "I moved to Turku.\nBy train.": ("user", "message", "graphiti:Ann", "graphiti:g"),
        "Nice!": ("assistant", "message", None, "graphiti:g"),
        "The ferry is late.": ("system", "observation", None, "graphiti:g"),
        "Hello.": ("user", "message", "graphiti:Bo", "graphiti:t1"),
    }
    entities = {entity.name: (entity.type, entity.description) for entity in records_of(items, ImportedEntity)}
    assert entities == {"Ann": ("person", "A baker (shoe size: 38)"), "Turku": ("place", ""), "Porto": ("other", "")}
    porto, turku, wall = records_of(items, ImportedFact)
    assert (porto.predicate, porto.valid_to, porto.audience) == ("lives_in", "2026-03-01T10:00:00+00:00", "shared")
    assert list(turku.sources) == [events["I moved to Turku.\nBy train."]["id"], events["Nice!"]["id"]]
    assert wall.template == "{s} painted a wall for {o} in May"
    left_out = left_out_of(items)
    assert (left_out["edge r3"], left_out["node n4"], left_out["episode e4"]) == (
        "one of its nodes is missing",
        "no name",
        "no content",
    )


def test_facts_of_several_groups_are_for_their_users(tmp_path: Path) -> None:
    edges = [EDGES[1], {**EDGES[0], "group_id": "other"}]
    items = items_of(write_json(tmp_path / "graph.json", {"nodes": NODES, "edges": edges}))
    assert [fact.audience for fact in records_of(items, ImportedFact)] == ["person:graphiti:g", "person:graphiti:other"]


@pytest.mark.parametrize("labels", [["Entity"], ["Entity", "Person"]])
def test_an_edge_without_an_author_is_contested_where_the_owner_said_otherwise(
    connect: Callable[..., Memory], tmp_path: Path, labels: list[str]
) -> None:
    memory = connect(owner="cli:olga")
    said = Event("I live in Ghent.", speaker="cli:olga", speaker_name="Olga", session="cli:1", at=T0)
    memory.log([said])
    memory.digest()
    later = (T0 + dt.timedelta(days=1)).isoformat()
    graph = {
        "episodes": [{"uuid": "e1", "content": "Olga: Hello.", "source": "message", "created_at": later}],
        "nodes": [
            {"uuid": "n1", "name": "Olga", "labels": labels, "summary": "Olga lives in Lima"},
            {"uuid": "n2", "name": "Cusco", "labels": ["Entity"]},
        ],
        "edges": [
            {"uuid": "x1", "source_node_uuid": "n1", "target_node_uuid": "n2", "name": "LIVES_IN", "fact": "Olga lives in Cusco",
             "episodes": ["e1"], "created_at": later, "valid_at": later},
        ],
    }  # fmt: skip
    memory.import_files([str(write_json(tmp_path / "graph.json", graph))])
    memory.digest()
    assert {fact.object: fact.status for fact in memory.facts.list(status=None)} == {
        "Ghent": "current",
        "Cusco": "contested",
    }
    context = memory.context("Where does Olga live?", speaker="cli:olga", session="cli:2").text
    assert "Claimed by graphiti, imported, against what is known: Olga lives in Cusco" in context
    assert "Lima" not in context or "imported: “Olga lives in Lima”" in context
