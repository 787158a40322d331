"""The invariants: a sound graph breaks none of them, and each breach is told by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.bench import invariants
from kg.bench.invariants import INVARIANTS, broken
from tests.support import T0, minutes

Look = Callable[..., list[Any]]
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
def impatient() -> Any:
    """What is broken here does not heal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invariants, "_PAUSE_S", 0.01)
        yield


@pytest.fixture
def sound(memory: Memory) -> dict[str, str]:
    events = [
        Event(text, id=f"said-{n}", speaker="cli:ann", session="cli:1", at=T0 + minutes(n))
        for n, text in enumerate(TEXTS)
    ]
    memory.log(events)
    memory.digest()
    return {str(each.id): each.text for each in events}


@pytest.mark.parametrize("breach", BREACHES)
def test_each_breach_is_told_by_its_name(breach: str, memory: Memory, sound: dict[str, str], look: Look) -> None:
    assert broken(memory, sound) == {}
    look(BREACHES[breach])
    assert breach.partition(":")[0] in broken(memory, sound)


def test_all_are_broken_by_somebody() -> None:
    assert {breach.partition(":")[0] for breach in BREACHES} | {"indexes"} == set(INVARIANTS)
