"""A batch of events that were digested before replaces what it wrote, in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.knowledge.redigestion import redigest_batch
from kg.knowledge.vector_cache import VectorCache
from tests.knowledge.builders import fact_triples, scripted
from tests.support import T0

Look = Callable[..., list[Any]]


@pytest.mark.slow
def test_events_that_state_nothing_any_more_lose_all(scripted_memory: Callable[..., Memory], look: Look) -> None:
    memory = scripted_memory(scripted("Ann", "lives_in", "Oslo"), scripted("Bob", "likes", "tea"))
    vectors = VectorCache(memory.embedder)
    result = redigest_batch(memory.graph, [], again=["e0"], vectors=vectors, now=T0)
    assert len(result.removed_facts) == 1
    assert fact_triples(memory.facts.list()) == [("Bob", "likes", "tea")]
    assert look("MATCH (:Event {scope: $scope, id: 'e0'})-[edge:MENTIONS|ON|EVIDENCE]-() RETURN edge") == []
    assert redigest_batch(memory.graph, [], again=["e0"], vectors=vectors, now=T0).removed_facts == ()
