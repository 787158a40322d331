"""Faults of a graph are found and repaired without loss; health reports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.graph import schema
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from tests.support import T0, FailingEmbedder, days, minutes

Look = Callable[..., list[Any]]


@pytest.fixture
def known(memory: Memory) -> Memory:
    memory.log(
        [
            Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0),
            Event(" ".join(f"Sentence {n} tells of a garden." for n in range(90)), session="cli:1", at=T0 + minutes(2)),
        ]
    )
    memory.digest()
    return memory


def test_a_healthy_scope_has_no_faults(known: Memory) -> None:
    assert (known.faults(), known.repair()) == ({}, {})


def test_orphans_are_removed_and_counts_corrected(known: Memory, look: Look) -> None:
    look("MATCH (:Event {scope: $scope})-[edge:HAS_PASSAGE]->(part) WHERE part.ordinal = 1 DELETE edge")
    look(
        "CREATE (:Alias {scope: $scope, key: 'nobody'}), (:Identity {scope: $scope, platform: 'cli', platform_id: 'x'})"
    )
    look("MATCH (place:Place {scope: $scope}) SET place.mention_count = 7")
    assert known.faults() == {"orphans": 3, "wrong counts": 1}
    assert known.repair() == {"orphans": 3, "wrong counts": 1}
    assert known.faults() == {}
    assert known.entities.get("Oslo").mention_count == 1


def test_missing_vectors_are_computed(known: Memory, look: Look) -> None:
    before = known.search("Where does Ann live?")
    look("MATCH (n:Memory {scope: $scope}) WHERE n.kind IN ['event', 'fact', 'entity'] REMOVE n.embedding, n.states")
    gone = known.faults()["missing vectors"]
    assert gone >= 3
    assert known.repair() == {"missing vectors": gone}
    again = known.search("Where does Ann live?")
    assert [(hit.id, hit.why) for hit in again] == [(hit.id, hit.why) for hit in before]


def test_lapsed_claims_and_failed_events_return_to_the_queue(connect: Callable[..., Memory], clock: FixedClock) -> None:
    broken = connect(embedder=FailingEmbedder(ValueError("no such token"), "poison"))
    broken.log([Event("There is poison in it.", session="cli:1", at=T0)])
    broken.digest()
    broken.log([Event("The boat is waiting.", session="cli:1", at=T0)])
    broken.graph.run("ingestion/claim", worker="dead", now=T0, lease_until=T0 + minutes(5), limit=1)
    clock.forward(minutes(5))
    memory = connect(embedder=HashingEmbedder())
    assert memory.repair() == {"lapsed claims": 1, "failed events": 1}
    assert memory.digest().events == 2
    assert memory.faults() == {}


def test_search_indexes_are_rebuilt(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    """Checks the statements only, since the server is shared; test_schema runs them on a server of its own."""
    sent: list[str] = []
    monkeypatch.setattr(schema, "_run_command", lambda graph, command: sent.append(command))
    memory.repair(rebuild_indexes=True)
    made = [command.split(" FOR ")[0].removeprefix("CYPHER 25 ") for command in sent if "INDEX" in command]
    assert [command for command in made if "DROP" not in command] == [
        "CREATE VECTOR INDEX memory_embedding IF NOT EXISTS",
        "CREATE FULLTEXT INDEX memory_text IF NOT EXISTS",
        "CREATE FULLTEXT INDEX alias_name IF NOT EXISTS",
    ]
    assert [command for command in made if "DROP" in command] == [
        f"DROP INDEX {name} IF EXISTS" for name in ("memory_embedding", "memory_text", "alias_name")
    ]


def test_health_reports_missing_and_failed_sleeps(memory: Memory, clock: FixedClock) -> None:
    memory.log([Event("Hello.", session="cli:1", at=T0)])
    assert not any("deep sleep" in warning for warning in memory.health().warnings)
    clock.forward(days(3))
    assert any("never had a deep sleep" in warning for warning in memory.health().warnings)
    memory.sleep.deep()
    assert memory.health().checks["sleep"] == "success (deep)"
    assert not any("deep sleep" in warning for warning in memory.health().warnings)
    clock.forward(days(3))
    assert any("had its last deep sleep" in warning for warning in memory.health().warnings)


def test_health_reports_sessions_without_summary(plain: Memory) -> None:
    plain.log([Event(f"Boat {n} of fleet {k}.", session=f"cli:{k}", at=T0) for k in range(11) for n in range(10)])
    plain.digest()
    assert any("more than 10 sessions" in warning for warning in plain.health().warnings)
    plain.summaries.refresh()
    assert not any("sessions" in warning for warning in plain.health().warnings)
