"""Tests of the invariants: an intact graph violates none, and each breach is reported by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.bench import invariants
from kg.bench.invariants import INVARIANTS, check_invariants
from tests.support import T0, minutes

Query = Callable[..., list[Any]]
TEXTS = ("I live in Oslo.", "I like chess a great deal.", "Carla Reed works at Acme.", "The webhook failed.")
EVENT = "MATCH (e:Event {scope: $scope, id: 'said-1'}) "
BREACHES = {
    "lost": EVENT + "SET e.text = 'another'",
    "lost: no session": EVENT + "MATCH (e)<-[has:HAS]-() DELETE has",
    "twice": EVENT + "MATCH (e)-[:SAID_BY]->(p) CREATE (e)-[:SAID_BY]->(p)",
    "twice: facts": "MATCH (f:Fact {scope: $scope}) WITH f LIMIT 1 "
    "CREATE (g:Memory:Fact {scope: $scope, id: 'other'}) SET g += f {.*, id: 'other'}",
    "twice: an account of two": "MATCH (i:Identity {scope: $scope}), (p:Entity {scope: $scope, name: 'Oslo'}) "
    "WITH i, p LIMIT 1 SET p:Person CREATE (i)-[:IDENTIFIES]->(p)",
    "chains": EVENT + "MATCH (e)-[next:NEXT]->() DELETE next",
    "chains: a branch": EVENT + "MATCH (o:Event {scope: $scope, id: 'said-3'}) CREATE (e)-[:NEXT]->(o)",
    "chains: its end": "MATCH (s:Session {scope: $scope})-[last:LAST]->() " + EVENT.replace("MATCH", "MATCH", 1)
    + "DELETE last CREATE (s)-[:LAST]->(e)",
    "leases": EVENT + "SET e.status = 'processing', e.lease = 'dead'",
    "counts": "MATCH (s:Session {scope: $scope}) SET s.next_seq = s.next_seq + 1",
    "counts: mentions": "MATCH (n:Place {scope: $scope, name: 'Oslo'}) SET n.mention_count = 7",
    "counts: messages": "MATCH (t:TrustEdge {scope: $scope}) SET t.message_count = t.message_count + 1",
    "faults": "CREATE (:Alias {scope: $scope, key: 'nobody'})",
    "found": "MATCH (e:Event {scope: $scope}) REMOVE e.embedding, e.terms",
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def shorten_recheck_pause() -> Any:
    """Shorten the pause before a recheck: the breaches here persist."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invariants, "_PAUSE_S", 0.01)
        yield


@pytest.fixture
def intact_events(memory: Memory) -> dict[str, str]:
    events = [
        Event(text, id=f"said-{n}", speaker="cli:ann", session="cli:1", at=T0 + minutes(n))
        for n, text in enumerate(TEXTS)
    ]
    memory.log(events)
    memory.digest()
    return {str(event.id): event.text for event in events}


@pytest.mark.slow
@pytest.mark.parametrize("breach", BREACHES)
def test_each_breach_is_reported_by_name(
    breach: str, memory: Memory, intact_events: dict[str, str], look: Query
) -> None:
    assert check_invariants(memory, intact_events) == {}
    look(BREACHES[breach])
    assert breach.partition(":")[0] in check_invariants(memory, intact_events)


def test_every_invariant_has_a_breach() -> None:
    assert {breach.partition(":")[0] for breach in BREACHES} | {"indexes"} == set(INVARIANTS)
