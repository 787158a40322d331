"""Messages that end facts without stating it: whose word counts, what stays, and what erasing a message restores."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.knowledge import FactEnd, TrustPolicy, VectorCache, write_fact_ends
from kg.language import HashingEmbedder
from kg.types import Fact
from tests.support import T0, days

STATED, LATER = T0 - days(9), T0 - days(2)


def end_fact(memory: Memory, fact: Fact, event: str, *, speaker: str = "cli:ann", at: dt.datetime = LATER) -> int:
    """Log a message that says nothing by itself, and let it end the fact."""
    memory.log(Event("Things are otherwise.", id=event, session="cli:9", speaker=speaker, at=at))
    memory.digest()
    [row] = memory.graph.read_cypher(
        "MATCH (e:Event {scope: $scope, id: $id})-[:SAID_BY]->(p) RETURN p.id AS person, e.audience AS audience",
        {"id": event}, timeout_s=20, max_rows=1,
    ).rows  # fmt: skip
    end = FactEnd(
        fact=fact.id,
        subject=fact.subject_id,
        predicate=fact.predicate,
        event=event,
        at=at,
        order=f"000000000 {event}",
        session="cli:9",
        audience=row["audience"],
        person=row["person"],
        length=21,
        probability=0.95,
    )
    vectors = VectorCache(HashingEmbedder())
    return write_fact_ends(memory.runtime.graph, [end], policy=TrustPolicy(), vectors=vectors, now=T0)


@pytest.fixture
def owned(connect: Callable[..., Memory]) -> Memory:
    memory: Memory = connect(owner="cli:ann")
    memory.log(Event("I live in Oslo.", id="m1", session="cli:1", speaker="cli:ann", speaker_name="Ann", at=STATED))
    memory.digest()
    return memory


def current(memory: Memory, **filters: Any) -> list[str]:
    return sorted(fact.text for fact in memory.facts.list(**filters))


def test_a_fact_ends_when_the_message_was_sent(owned: Memory) -> None:
    [fact] = owned.facts.list()
    assert end_fact(owned, fact, "m2") == 1
    assert current(owned) == []
    ended = owned.facts.get(fact.id)
    assert (ended.status, ended.valid_to, list(ended.sources)) == ("current", LATER, ["m1", "m2"])
    assert current(owned, as_of=LATER - days(1)) == ["Ann lives in Oslo."]
    assert end_fact(owned, fact, "m2") == 0, "the same message ends it once"


def test_what_was_stated_again_since_is_not_ended(owned: Memory) -> None:
    [fact] = owned.facts.list()
    owned.log(Event("I live in Oslo.", id="m3", session="cli:1", speaker="cli:ann", at=LATER + days(1)))
    owned.digest()
    assert end_fact(owned, fact, "m2") == 0
    assert current(owned) == ["Ann lives in Oslo."]


def test_a_fact_that_is_stated_after_its_end_holds_again(owned: Memory) -> None:
    [fact] = owned.facts.list()
    end_fact(owned, fact, "m2")
    owned.log(Event("I live in Oslo.", id="m3", session="cli:1", speaker="cli:ann", at=LATER + days(1)))
    owned.digest()
    assert current(owned) == ["Ann lives in Oslo."]


def test_a_stranger_does_not_end_what_an_owner_says(owned: Memory) -> None:
    [fact] = owned.facts.list()
    end_fact(owned, fact, "m2", speaker="cli:eve")
    assert current(owned) == ["Ann lives in Oslo."]


def test_without_the_message_that_ends_it_a_fact_holds_again(owned: Memory) -> None:
    [fact] = owned.facts.list()
    end_fact(owned, fact, "m2")
    owned.forget(event="m2")
    assert current(owned) == ["Ann lives in Oslo."]


def test_a_message_that_ends_a_fact_does_not_keep_it(owned: Memory) -> None:
    [fact] = owned.facts.list()
    end_fact(owned, fact, "m2")
    owned.forget(event="m1")
    assert current(owned, status=None) == []


def test_of_a_private_message_the_shared_fact_knows_nothing(owned: Memory) -> None:
    [fact] = owned.facts.list()
    [row] = owned.graph.read_cypher(
        "MATCH (p:Person {scope: $scope}) RETURN p.id AS id", {}, timeout_s=20, max_rows=1
    ).rows
    owned.log(Event("Things are otherwise.", id="m2", session="cli:9", speaker="cli:ann", at=LATER))
    owned.digest()
    end = FactEnd(
        fact.id,
        fact.subject_id,
        fact.predicate,
        "m2",
        LATER,
        "000000000 m2",
        "cli:9",
        "person:ann",
        row["id"],
        21,
        0.95,
    )
    vectors = VectorCache(HashingEmbedder())
    assert write_fact_ends(owned.runtime.graph, [end], policy=TrustPolicy(), vectors=vectors, now=T0) == 0
