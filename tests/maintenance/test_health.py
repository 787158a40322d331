"""Health checks report what is wrong with a scope and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kg import Event, Memory
from kg.errors import ModelUnavailable
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import ByteCounter
from kg.protocols import FixedClock
from tests.support import T0, FailingEmbedder, minutes


def test_all_is_well_with_a_new_memory(memory: Memory) -> None:
    health = memory.health()
    assert health.healthy
    assert health.errors == ()
    assert set(health.checks) == {"database", "schema", "indexes", "embedder", "tokens", "queue", "sleep", "summaries"}
    assert health.checks["indexes"] == "memory_embedding online, memory_text online"


def test_health_tells_what_waits_and_what_failed(connect: Callable[..., Memory], clock: FixedClock) -> None:
    memory = connect(embedder=FailingEmbedder(ValueError("no such token"), "poison"), tokens=ByteCounter())
    memory.log([Event("There is poison in it.", session="cli:1", at=T0)])
    memory.digest()
    memory.log([Event(f"Waiting {place}", session="cli:1", at=T0) for place in range(1_001)])
    memory.graph.run("ingestion/claim", worker="dead", now=T0, lease_until=T0 + minutes(5), limit=1)
    clock.forward(minutes(5))
    told = " ".join(memory.health().warnings)
    assert memory.health().healthy, "a warning is no error"
    assert all(part in told for part in ("bytes", "could not be digested", "claims lapsed"))


def test_health_tells_of_a_model_that_does_not_work(connect: Callable[..., Memory]) -> None:
    absent = connect(embedder=FailingEmbedder(ModelUnavailable("No weights.", how="kg models fetch"))).health()
    assert not absent.healthy
    assert "kg models fetch" in absent.errors[0]
    broken = connect(embedder=FailingEmbedder(RuntimeError("out of memory"))).health()
    assert (broken.healthy, broken.errors) == (False, ("embedder hashing-64: out of memory",))
    assert "queue" in broken.checks, "the other checks are told all the same"

    class Wrong(HashingEmbedder):
        def embed(self, texts: Any) -> Any:
            return np.hstack([super().embed(texts)] * 2)

    wrong = connect(embedder=Wrong()).health()
    assert "128 dimensions and declares 64" in wrong.errors[0]
