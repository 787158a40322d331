"""Erasing a scope: no node, edge or index entry remains except the receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo4j
import pytest
from neo4j.vector import Vector

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.graph.full_text import filter_term
from kg.language.hashing_embedder import HashingEmbedder
from tests.support import T0, RecordingEmbedder

Look = Callable[..., list[Any]]
LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))
SIZE = (
    "MATCH (n {scope: $scope}) OPTIONAL MATCH (n)-[r]-() RETURN count(DISTINCT n) AS nodes, count(DISTINCT r) AS edges"
)


def fill(memory: Memory) -> None:
    memory.log(
        [
            Event("The treasure is under the oak.", id="a", speaker="cli:ann", session="cli:1", at=T0),
            Event("search(oak)", id="b", kind="tool_call", role="assistant", session="cli:1", at=T0),
            Event("One oak.", id="c", kind="tool_result", role="tool", parent="b", session="cli:1", at=T0),
            Event(f"I live in Oslo. {LONG}", id="d", speaker="discord:bob", session="discord:1", at=T0),
        ]
    )
    memory.digest()


def remaining_labels(look: Look) -> list[list[str]]:
    return [sorted(row["labels"]) for row in look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels")]


@pytest.mark.slow
def test_only_the_receipt_remains(memory: Memory, look: Look, driver: neo4j.Driver) -> None:
    fill(memory)
    memory.forget(scope=True)
    assert remaining_labels(look) == [["Receipt"]]
    assert look(SIZE)[0]["edges"] == 0
    for query in ("treasure", f"terms:{filter_term('scope', memory.scope)}"):
        rows = look(
            "CALL db.index.fulltext.queryNodes('memory_text', $query) YIELD node RETURN node.scope", query=query
        )
        assert memory.scope not in [row[0] for row in rows]
    vector = Vector.from_numpy(HashingEmbedder().embed(["The treasure is under the oak."])[0])
    found = driver.execute_query(
        "CYPHER 25 MATCH (n:Memory) SEARCH n IN (VECTOR INDEX memory_embedding FOR $vector WHERE n.scope = $scope LIMIT 10) "
        "RETURN n",
        vector=vector,
        scope=memory.scope,
    ).records
    assert found == []


@pytest.mark.slow
def test_reads_find_nothing_afterwards(memory: Memory) -> None:
    fill(memory)
    person = memory.search("ann", kinds=["person"])[0].id
    memory.forget(scope=True)
    assert memory.search("treasure oak", kinds=["event", "person"]).hits == ()
    assert memory.history("cli:1") == []
    assert memory.context("treasure", session="cli:1").citations == {}
    assert set(memory.queue().values()) == {0}
    for one in ("a", "d", "passage-d#0", person):
        with pytest.raises(NotFound):
            memory.get(one)


@pytest.mark.slow
def test_the_receipt_counts_removed_records_and_has_no_content(memory: Memory, look: Look) -> None:
    fill(memory)
    [passages] = [row[0] for row in look("MATCH (p:Passage {scope: $scope}) RETURN count(p)")]
    [topics] = [row[0] for row in look("MATCH (t:Topic {scope: $scope}) RETURN count(t)")]
    assert topics > 1
    receipt = memory.forget(scope=True)
    frame = {"session": 2, "channel": 2, "identity": 2}
    assert (
        receipt.removed
        == {"event": 4, "passage": passages, "person": 2, "entity": 1, "fact": 1, "topic": topics} | frame
    )
    assert (receipt.at, receipt.what, receipt.kept) == (T0, f"scope {memory.scope}", {})
    [stored] = [dict(row["r"]) for row in look("MATCH (r:Receipt {scope: $scope}) RETURN r")]
    assert stored["id"] == receipt.id
    assert sorted(stored["removed"]) == [
        "entity 1", "event 4", "fact 1", f"passage {passages}", "person 2", f"topic {topics}",
    ]  # fmt: skip
    assert set(stored) == {"scope", "id", "at", "what", "removed"}


def test_other_scopes_are_unchanged(connect: Callable[..., Memory], scope: str, look: Look) -> None:
    mine, theirs = connect(), connect(f"{scope}-theirs")
    fill(mine)
    fill(theirs)
    before = [tuple(row) for row in look(SIZE, scope=theirs.scope)]
    found = theirs.search("treasure").hits
    mine.forget(scope=True)
    assert [tuple(row) for row in look(SIZE, scope=theirs.scope)] == before
    assert theirs.search("treasure").hits == found
    assert len(theirs.history("cli:1")) == 3


def test_an_empty_scope_can_be_erased(memory: Memory) -> None:
    assert memory.forget(scope=True).removed == {}
    assert memory.forget(scope=True).removed == {}


@pytest.mark.slow
def test_the_scope_can_be_used_again_afterwards(memory: Memory) -> None:
    fill(memory)
    memory.forget(scope=True)
    fill(memory)
    assert [event.seq for event in memory.history("cli:1")] == [0, 1, 2]
    assert memory.search("treasure")[0].id == "a"
    assert memory.forget(scope=True).removed["event"] == 4


@pytest.mark.slow
def test_more_than_one_batch_is_erased(memory: Memory, look: Look) -> None:
    look("UNWIND range(1, 5001) AS n CREATE (:Memory {scope: $scope, id: 'n' + n, kind: 'event', text: 'x'})")
    assert memory.forget(scope=True).removed == {"event": 5001}
    assert remaining_labels(look) == [["Receipt"]]


@pytest.mark.slow
def test_a_concurrent_digestion_restores_nothing(connect: Callable[..., Memory], look: Look) -> None:
    slow = RecordingEmbedder()
    memory, other = connect(embedder=slow), connect()
    memory.log([Event(LONG, id="long", at=T0), Event("The treasure is under the oak.", id="short", at=T0)])
    slow.while_embedding = lambda: other.forget(scope=True)
    assert memory.digest().events == 0
    assert remaining_labels(look) == [["Receipt"]]


@pytest.mark.slow
@pytest.mark.parametrize("given", [{}, {"scope": False}, {"scope": "yes"}, {"scope": 1}, {"scope": None}])
def test_a_call_without_a_target_erases_nothing(memory: Memory, given: dict[str, Any]) -> None:
    fill(memory)
    with pytest.raises(InvalidInput, match="scope"):
        memory.forget(**given)
    assert len(memory.history("cli:1")) == 3
