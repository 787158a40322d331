"""Facts by kind: those that hold first, by worth; those that hold no more apart."""

from __future__ import annotations

from kg import Memory
from kg.console.fact_groups import group_facts, read_fact_groups, read_times
from kg.types import Fact


def test_facts_are_grouped_by_kind_and_sorted_by_worth() -> None:
    facts = [
        Fact("1", "Ann", "do", "x", "Weak.", kind="event", worth=0.2),
        Fact("2", "Ann", "do", "y", "Strong.", kind="event", worth=0.9),
        Fact("3", "Ann", "do", "z", "Over.", kind="event", status="superseded"),
        Fact("4", "Ann", "be", "x", "Trait.", kind="trait"),
    ]
    traits, events = group_facts(facts, {})
    assert ([fact.text for fact in events.facts], [fact.text for fact in events.over]) == (
        ["Strong.", "Weak."],
        ["Over."],
    )
    assert traits.title == "Traits"


def test_facts_of_a_subject_include_those_that_name_it(memory: Memory) -> None:
    memory.facts.add("Ann", "sibling_of", "Tom")
    ann = memory.facts.add("Ann", "likes", "tea")
    groups = read_fact_groups(memory, memory.entities.get("Tom").id, 10)
    assert [fact.text for group in groups for fact in group.facts] == ["Tom is a sibling of Ann."]
    assert set(read_times(memory, [ann])) == {ann.id}
