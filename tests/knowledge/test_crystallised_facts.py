"""Facts that a language model extracts from the newest messages are saved with their slot keys."""

from __future__ import annotations

import json

from kg import Event, Memory
from kg.knowledge import save_crystallised_facts
from kg.llm import ScriptedModel
from kg.protocols import FixedClock
from kg.types import CrystallisationResult
from tests.support import T0, minutes


def crystallise(memory: Memory, *facts: tuple[str, str, str]) -> CrystallisationResult:
    rows = [{"domain": "home", "category": category, "key": key, "value": value} for category, key, value in facts]
    return save_crystallised_facts(memory.graph, ScriptedModel([json.dumps({"facts": rows})]), memory.facts)


def test_the_category_is_the_predicate_and_the_key_the_subject(plain: Memory) -> None:
    plain.log([Event("I sit at the window.", speaker="cli:ann", at=T0)])
    result = crystallise(
        plain, ("Seat Preference!", "seat", "a window"), ("9 lives", "cat", "seven"), ("???", "tea", "green")
    )
    assert (result.processed_messages, result.extracted_facts, result.saved_facts, result.failures) == (1, 3, 3, 0)
    assert [(fact.subject, fact.predicate, fact.object) for fact in result.facts] == [
        ("seat", "seat_preference", "a window"),
        ("cat", "is_9_lives", "seven"),
        ("tea", "is", "green"),
    ]
    assert [(fact.domain, fact.category, fact.key, fact.confidence) for fact in result.facts[:1]] == [
        ("home", "Seat Preference!", "seat", 0.8)
    ]


def test_a_later_value_of_a_key_replaces_the_earlier_one(plain: Memory, clock: FixedClock) -> None:
    plain.log([Event("I sit at the window.", speaker="cli:ann", at=T0 - minutes(1))])
    crystallise(plain, ("travel", "seat", "a window"))
    clock.forward(minutes(1))
    crystallise(plain, ("travel", "seat", "the aisle"))
    assert [fact.object for fact in plain.facts.list()] == ["the aisle"]


def test_a_fact_that_is_not_valid_counts_as_a_failure(plain: Memory) -> None:
    plain.log([Event("I know Ann.", speaker="cli:ann", at=T0)])
    result = crystallise(plain, ("knows", "Ann", "ann"), ("travel", "seat", "a window"))
    assert (result.extracted_facts, result.saved_facts, result.failures) == (2, 1, 1)
    assert [fact.object for fact in plain.facts.list()] == ["a window"]
