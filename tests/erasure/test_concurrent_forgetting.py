"""Erasure in several transactions, and concurrent with logging and digestion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.erasure import Erasure
from kg.protocols import FixedClock
from tests.erasure.messages import say
from tests.support import T0, RecordingEmbedder, minutes, run_concurrently
from tests.transfer.graphs import Look, find_words


@pytest.mark.slow
def test_more_than_one_batch_is_erased(memory: Memory, clock: FixedClock, look: Look) -> None:
    erasure = Erasure(memory.runtime, max_events=3)
    say(memory, *(("cli:ann", f"The boat number {place} sails to Lyon.") for place in range(8)))
    say(memory, ("cli:bob", "Hello from Lyon."), session="cli:2", first=60)
    planned = erasure.forget(session="cli:1", dry_run=True)
    assert erasure.forget(session="cli:1").removed == planned.removed
    assert find_words(look, memory.scope, "boat") == []
    assert memory.entities.get("Lyon").mention_count == 1


@pytest.mark.slow
def test_a_concurrent_digestion_restores_nothing(connect: Callable[..., Memory], clock: FixedClock, look: Look) -> None:
    slow = RecordingEmbedder()
    memory, other = connect(embedder=slow), connect()
    memory.log([Event("I live in Oslo.", id="one", speaker="cli:ann", session="cli:1", at=T0)])
    memory.log([Event("I like tea.", id="two", speaker="cli:bob", session="cli:1", at=T0)])
    memory.log([Event("I like chess.", id="three", speaker="cli:bob", session="cli:2", at=T0)])
    slow.while_embedding = lambda: other.forget(event="one")
    # An event whose addressee was erased is claimed again, without addressee.
    assert memory.digest().events == 1
    clock.forward(minutes(10))
    assert memory.digest().events == 1
    assert find_words(look, memory.scope, "oslo", "ann") == []


@pytest.mark.slow
def test_concurrent_erasure_digestion_and_logging(connect: Callable[..., Memory], look: Look) -> None:
    first, second = connect(), connect()
    events = [
        Event(
            f"Person{place} Voss lives in Oslo.",
            id=f"e{place}",
            speaker="cli:ann",
            session=f"cli:{place % 2}",
            at=T0 - minutes(place),
        )
        for place in range(24)
    ]
    first.log(events)

    def digest() -> None:
        for _ in range(3):
            first.digest()

    def forget() -> None:
        for place in range(0, 24, 2):
            second.forget(event=f"e{place}")

    def append() -> None:
        second.log(
            [
                Event(f"Later word {place}.", id=f"l{place}", session="cli:0", speaker="cli:ann", at=T0)
                for place in range(5)
            ]
        )

    run_concurrently([digest, forget, append])
    first.digest()
    gone = [f"Person{place} " for place in range(0, 24, 2)]
    assert find_words(look, first.scope, *gone) == []
    assert first.entities.get("Oslo").mention_count == 12
    for session, count in (("cli:0", 5), ("cli:1", 12)):
        rows = look("MATCH (:Session {scope: $scope, id: $id})-[:HAS]->(e) RETURN count(e) AS count", id=session)
        chain = look("MATCH (a:Event {scope: $scope, session: $id})-[n:NEXT]->(b) RETURN count(n) AS count", id=session)
        last = look("MATCH (s:Session {scope: $scope, id: $id})-[l:LAST]->(e) RETURN count(l) AS count", id=session)
        assert (rows[0]["count"], chain[0]["count"], last[0]["count"]) == (count, count - 1, 1)
