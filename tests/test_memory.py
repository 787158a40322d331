"""Memory: opening and closing, any node by its id, and health."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, ModelUnavailable, NotFound
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import ByteCounter
from kg.protocols import FixedClock, SystemClock
from kg.types import NodeRecord, Person
from kg.types.identifiers import Identity, canonical_session, channel_of_session, parse_identity, validate_scope
from tests.support import T0, FailingEmbedder, minutes

LONG = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))


@pytest.mark.parametrize(
    "name", ["", " ", "no spaces", "x; DROP", "-x", ".x", "a/b", "ä", "x" * 129, "a\n", "$scope", None, 7, b"x"]
)
def test_a_scope_has_a_plain_name(name: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        Memory.connect(name, embedder=HashingEmbedder())
    assert (caught.value.field, caught.value.value) == ("scope", name)


@pytest.mark.parametrize("name", ["demo", "A", "7", "user:42@host", "a.b-c_d", "x" * 128])
def test_names_of_scopes(name: str) -> None:
    assert validate_scope(name) == name


@pytest.mark.parametrize(
    ("given", "channel", "expected"),
    [
        ("cli:ann", "telegram", "cli:ann"),
        ("ann", "telegram", "telegram:ann"),
        (" ann ", "any", "any:ann"),
        ("matrix:@ann:server", "any", "matrix:@ann:server"),
        (":ann", "cli", "cli::ann"),
        ("ann:", "cli", "cli:ann:"),
    ],
)
def test_identities_have_a_platform(given: str, channel: str, expected: str) -> None:
    assert str(parse_identity(given, channel)) == expected


def test_one_identity_is_one_person_wherever_it_is_met() -> None:
    assert (
        parse_identity("cli:ann", "telegram").person
        == parse_identity("ann", "cli").person
        == Identity("cli", "ann").person
    )
    assert Identity("cli", "ann").person != Identity("telegram", "ann").person


def test_sessions_and_channels_are_told_apart() -> None:
    assert canonical_session("whatsapp_49:1") == "whatsapp_49:1", "a colon is canonical already"
    assert [channel_of_session(one) for one in ("cli:1", "cli:", ":1", "cli", "a:b:c")] == [
        "cli",
        "any",
        "any",
        "any",
        "a",
    ]


def test_a_memory_closes_at_the_end_of_its_block(settings: Settings, scope: str) -> None:
    with Memory.connect(scope, settings=settings, embedder=HashingEmbedder()) as memory:
        assert memory.scope == scope
        assert memory.schema_version >= 1
    with pytest.raises(Exception, match=r"(?i)closed"):
        memory.history("cli:1")


def test_any_node_is_had_by_its_id_without_its_vector(memory: Memory) -> None:
    memory.log([Event(LONG, id="long", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0)])
    memory.digest()
    event = memory.get("long")
    assert isinstance(event, Event)
    assert (event.text, event.status) == (LONG, "complete")
    passage = memory.get("passage-long#1")
    assert isinstance(passage, NodeRecord)
    assert (passage.kind, passage.labels) == ("passage", ("Memory", "Passage"))
    assert passage.properties["text"] in LONG
    assert "embedding" not in passage.properties
    person = memory.get(parse_identity("cli:ann", "cli").person)
    assert person == Person(person.id, "Ann", ("cli:ann",), first_seen=T0, last_seen=T0)


def test_what_is_not_there_is_named(memory: Memory, connect: Callable[..., Memory], scope: str) -> None:
    connect(f"{scope}-theirs").log([Event("Theirs.", id="theirs", at=T0)])
    for name in ("no such id", "theirs"):
        with pytest.raises(NotFound, match=name) as caught:
            memory.get(name)
        assert scope in caught.value.what
    for bad in ("", None, 7, "a\nb"):
        with pytest.raises(InvalidInput, match="id"):
            memory.get(bad)  # type: ignore[arg-type]


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


def test_the_clock_of_the_machine_is_in_utc() -> None:
    now = SystemClock().now()
    assert now.utcoffset() == minutes(0)
    assert SystemClock().now() >= now


def test_a_clock_that_is_moved_stays_where_it_is_put() -> None:
    clock = FixedClock(T0)
    assert clock.forward(minutes(5)) == clock.now() == T0 + minutes(5)
