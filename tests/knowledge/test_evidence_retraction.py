"""Facts without evidence are removed; the others, and the slots of both, are computed again."""

from __future__ import annotations

import pytest

from kg import Memory
from kg.errors import NotFound
from kg.knowledge import VectorCache, retract_evidence
from kg.knowledge.evidence_retraction import EvidenceRetraction
from kg.protocols import FixedClock
from kg.types import Fact
from tests.support import minutes


def retract(memory: Memory, *facts: Fact, remove_all: bool = True) -> EvidenceRetraction:
    rows = [{"id": fact.id, "subject": fact.subject_id, "predicate": fact.predicate, "filed": None} for fact in facts]
    return memory.graph.transact(
        lambda turn: retract_evidence(
            turn, rows, vectors=VectorCache(memory.embedder), now=memory.clock.now(), remove_all=remove_all
        )
    )


@pytest.mark.slow
def test_facts_with_evidence_remain_as_they_are(memory: Memory) -> None:
    fact = memory.facts.add("Ann", "likes", "tea")
    assert retract(memory, fact, remove_all=False) == EvidenceRetraction(remaining=(fact.id,))
    assert memory.facts.list() == [fact]
    assert retract(memory) == EvidenceRetraction()


@pytest.mark.slow
def test_a_removed_fact_no_longer_ends_the_one_before(memory: Memory, clock: FixedClock) -> None:
    older = memory.facts.add("Ann", "lives_in", "Ghent")
    clock.forward(minutes(5))
    newer = memory.facts.add("Ann", "lives_in", "Oslo")
    result = retract(memory, newer)
    assert (result.removed, result.remaining) == ((newer.id,), ())
    assert {newer.subject_id, newer.object_id} <= result.endpoint_ids
    with pytest.raises(NotFound):
        memory.facts.get(newer.id)
    [fact] = memory.facts.list(subject="Ann")
    assert (fact.id, fact.status, fact.valid_to) == (older.id, "current", None)


def test_a_removed_preference_no_longer_ends_its_contrary(memory: Memory, clock: FixedClock) -> None:
    likes = memory.facts.add("Ann", "likes", "tea")
    clock.forward(minutes(5))
    dislikes = memory.facts.add("Ann", "dislikes", "tea")
    assert memory.facts.get(likes.id).status == "superseded"
    retract(memory, dislikes)
    assert memory.facts.get(likes.id).status == "current"
