"""Facts through the public API: add, list as of a time, follow through time, correct and retract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.types import Fact
from tests.knowledge.builders import DAY, check_refused, date, fact_triples
from tests.support import T0, minutes


@pytest.mark.slow
def test_a_fact_has_the_given_dates(memory: Memory) -> None:
    month = memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2025-05")
    assert (month.valid_from, month.valid_to) == (date("2025-05-01"), None)
    past = memory.facts.add("Ann", "works_at", "Acme", valid_from="2019", valid_to="past")
    assert past.valid_from == date("2019-01-01")
    assert past.valid_to is not None
    assert past.valid_to <= T0
    assert fact_triples(memory.facts.list(subject="Ann")) == [("Ann", "lives_in", "Oslo")]
    assert fact_triples(memory.facts.list(subject="Ann", as_of="2020-01-01")) == [("Ann", "works_at", "Acme")]


def test_a_fact_added_by_hand_has_an_event_as_evidence(memory: Memory) -> None:
    fact = memory.facts.add("Ann", "likes", "tea", speaker="cli:bob", at="2026-01-02T10:00Z", confidence=0.7)
    [source] = fact.sources
    event = memory.get(source)
    assert isinstance(event, Event)
    assert (event.text, event.at, event.speaker) == ("Ann likes tea.", date("2026-01-02T10:00"), "cli:bob")
    assert (fact.asserted_by, fact.confidence, fact.recorded_at) == ("cli:bob", 0.7, T0)


def test_a_value_with_a_slot_key_replaces_the_previous_one(memory: Memory, clock: FixedClock) -> None:
    def add_preference(value: str, domain: str | None) -> Fact:
        clock.forward(minutes(1))
        return memory.facts.add("Ann", "prefers", value, domain=domain, category="travel", key="seat")

    assert add_preference("the aisle", "trips").domain == "trips"
    second = add_preference("a window", "  ")
    assert second.domain == "trips", "a blank domain keeps the old one"
    assert [fact.object for fact in memory.facts.list(subject="Ann")] == ["a window"]
    assert [fact.object for fact in memory.facts.list(subject="Ann", status="superseded")] == ["the aisle"]
    assert memory.facts.add("Ann", "prefers", "tea", category="drinks", key="hot").domain == "general"


def test_a_newer_residence_supersedes_and_history_returns_both(memory: Memory) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2020")
    memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2024")
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2025")
    intervals = [(fact.object, fact.valid_from, fact.valid_to) for fact in memory.facts.history("Ann", "lives_in")]
    assert intervals == [
        ("Ghent", date("2020-01-01"), date("2024-01-01")),
        ("Oslo", date("2024-01-01"), date("2025-01-01")),
        ("Ghent", date("2025-01-01"), None),
    ]
    for moment, place in (("2021-01-01", "Ghent"), ("2024-06-01", "Oslo"), ("2025-06-01", "Ghent")):
        [fact] = memory.facts.list(subject="Ann", as_of=moment)
        assert fact.object == place


@pytest.mark.slow
def test_a_correction_replaces_the_wrong_fact(memory: Memory, clock: FixedClock) -> None:
    wrong = memory.facts.add("Ann", "works_at", "Acme")
    clock.forward(minutes(5))
    right = memory.facts.correct(wrong.id, object="Apex", reason="misheard", by="cli:ann")
    assert (right.object, right.status, right.asserted_by) == ("Apex", "current", "cli:ann")
    assert fact_triples(memory.facts.list(subject="Ann")) == [("Ann", "works_at", "Apex")]
    [retracted] = memory.facts.list(status="retracted")
    assert (retracted.id, retracted.expired_at) == (wrong.id, clock.now())
    assert fact_triples(memory.facts.list(subject="Ann", known_at=T0 + minutes(1))) == [("Ann", "works_at", "Acme")]


def test_a_superseded_fact_holds_again_when_its_successor_is_retracted(memory: Memory, clock: FixedClock) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent")
    clock.forward(minutes(5))
    newer = memory.facts.add("Ann", "lives_in", "Oslo")
    clock.forward(minutes(5))
    retracted = memory.facts.retract(newer.id, reason="a joke")
    assert retracted.status == "retracted"
    [restored] = memory.facts.list(subject="Ann")
    assert (restored.object, restored.status, restored.valid_to) == ("Ghent", "current", None)
    assert [fact.object for fact in memory.facts.list(subject="Ann", known_at=T0 + minutes(6))] == ["Oslo"]
    assert [fact.object for fact in memory.facts.list(subject="Ann", known_at=T0 + minutes(1))] == ["Ghent"]
    assert memory.facts.list(subject="Ann", known_at=T0 - DAY) == []


def test_an_unknown_subject_has_no_facts(memory: Memory) -> None:
    memory.facts.add("Ann", "likes", "tea")
    assert memory.facts.list(subject="Nobody") == []
    assert list(memory.facts.history("Nobody", "likes")) == []
    assert fact_triples(memory.facts.list(object="TEA")) == [("Ann", "likes", "tea")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("subject", lambda memory: memory.facts.add("", "likes", "tea")),
        ("predicate", lambda memory: memory.facts.add("Ann", "9 lives", "tea")),
        ("object", lambda memory: memory.facts.add("Ann", "likes", "\x00")),
        ("object", lambda memory: memory.facts.add("Ann", "knows", "ann")),
        ("speaker", lambda memory: memory.facts.add("Ann", "likes", "tea", speaker="")),
        ("at", lambda memory: memory.facts.add("Ann", "likes", "tea", at="soon")),
        ("valid_from", lambda memory: memory.facts.add("Ann", "likes", "tea", valid_from="2025-13")),
        ("valid_to", lambda memory: memory.facts.add("Ann", "likes", "tea", valid_to="later")),
        ("confidence", lambda memory: memory.facts.add("Ann", "likes", "tea", confidence=1.5)),
        ("key", lambda memory: memory.facts.add("Ann", "likes", "tea", category="drinks")),
        ("category", lambda memory: memory.facts.add("Ann", "likes", "tea", key="hot")),
        ("status", lambda memory: memory.facts.list(status="old")),
        ("as_of", lambda memory: memory.facts.list(as_of="then")),
        ("known_at", lambda memory: memory.facts.list(known_at="then")),
        ("limit", lambda memory: memory.facts.list(limit=0)),
        ("object", lambda memory: memory.facts.correct("fact-1", object=" ")),
        ("id", lambda memory: memory.facts.retract("", reason="x")),
        ("predicate", lambda memory: memory.facts.history("Ann", "9")),
    ],
)
def test_invalid_input_names_the_field_and_writes_nothing(
    memory: Memory, field: str, call: Callable[[Memory], Any]
) -> None:
    check_refused(memory, field, call)
