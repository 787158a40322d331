"""The shape of the summary tree: keys, parents, and records."""

from __future__ import annotations

from typing import Any

import neo4j.time
import pytest

from kg.summaries.summary_tree import (
    PREFERENCES_NODE,
    ROOT_NODE,
    branch_node,
    collect_sources,
    leaf_node,
    parse_sentences,
    summary_id,
    to_summary,
)
from kg.types import SummarySentence
from tests.support import T0


@pytest.mark.parametrize(
    ("kind", "group", "key", "parents"),
    [
        ("session", "cli", "session:x", ["channel:cli", "root"]),
        ("entity", "person", "entity:x", ["entity_type:person", "root"]),
        ("entity", None, "entity:x", ["root"]),
        ("topic", "ignored", "topic:x", ["root"]),
    ],
)
def test_a_leaf_has_its_group_and_the_root_as_parents(
    kind: str, group: str | None, key: str, parents: list[str]
) -> None:
    leaf = leaf_node(kind, "X", "x", group)
    assert (leaf.key, leaf.level, [parent.key for parent in leaf.parents]) == (key, 0, parents)
    assert leaf.subject_kind == ("session" if kind == "session" else "memory")
    assert leaf.row() == {"id": summary_id(key), "key": key, "name": "X", "level": 0, "subject_id": "x"}


def test_branches_are_rebuilt_from_their_keys() -> None:
    for leaf in (leaf_node("session", "X", "x", "cli"), leaf_node("entity", "X", "x", "person")):
        assert [branch_node(parent.key) for parent in leaf.parents] == list(leaf.parents)
    assert branch_node("root") is ROOT_NODE
    assert branch_node("entity_type:place").name == "place entities"
    assert (branch_node("channel:cli").subject_id, branch_node("entity_type:place").subject_id) == ("cli", None)
    assert PREFERENCES_NODE.parents == (ROOT_NODE,)


def test_sentences_keep_their_sources() -> None:
    said = parse_sentences(
        {"sentences": ["A.", "B."], "cited": ['["e1", "f1"]', '["e2", "e1"]'], "importances": [0.5, 0.25]}
    )
    assert said == (SummarySentence("A.", ("e1", "f1")), SummarySentence("B.", ("e2", "e1")))
    assert collect_sources(said) == ("e1", "f1", "e2")
    assert parse_sentences({"sentences": None, "cited": None}) == ()
    assert parse_sentences({"sentences": ["A."], "cited": ['["e1"]']}) == (SummarySentence("A.", ("e1",)),)
    with pytest.raises(ValueError, match="zip"):
        parse_sentences({"sentences": ["A."], "cited": []})


@pytest.mark.parametrize(("staleness", "stale"), [(None, 0), (-3, 0), (4, 4)])
def test_a_row_becomes_a_record(staleness: int | None, stale: int) -> None:
    node: dict[str, Any] = {"id": "summary-1", "key": "topic:t", "text": "A.", "audience": "shared"}
    node |= {"sentences": ["A."], "cited": ['["e1"]'], "updated_at": neo4j.time.DateTime.from_native(T0)}
    summary = to_summary({"node": node, "staleness": staleness, "parent": "root"})
    assert (summary.stale, summary.sources, summary.confidence, summary.updated_at) == (stale, ("e1",), 0.0, T0)
    assert (summary.parent, summary.name, summary.written_by) == ("root", "", "")
