"""Entities through the public API: list, search, merge, split and rename."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.errors import NotFound
from kg.protocols import FixedClock
from tests.knowledge.builders import check_refused, fact_triples, scripted, snapshot


def test_entities_are_listed_by_type_most_mentioned_first(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Tom", "lives_in", "Oslo"),
        scripted("Tom", "works_at", "Acme"),
        scripted("Maria", "lives_in", "Lisbon"),
    )
    people = [entity.name for entity in memory.entities.list(type="person")]
    assert people.index("Tom") < people.index("Maria")
    assert {entity.name for entity in memory.entities.list(type="place")} == {"Oslo", "Lisbon"}
    assert len(memory.entities.list(limit=2)) == 2


def test_entities_are_searched_by_their_words(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Tom Hardy", "works_at", "Acme"))
    assert memory.entities.search("who is Lopez?")[0].name == "Maria Lopez"
    assert len(memory.entities.search("Lopez", limit=1)) == 1


@pytest.mark.slow
def test_a_merge_moves_everything_and_unmerge_restores_it(
    scripted_memory: Callable[..., Memory], clock: FixedClock
) -> None:
    memory = scripted_memory(
        scripted("Liv Holm", "likes", "tea"),
        scripted("Bo Dahl", "likes", "tea"),
        scripted("Liv Holm", "lives_in", "Oslo", valid_from="2024"),
        scripted("Bo Dahl", "lives_in", "Bergen", valid_from="2025"),
        scripted("Eva Lie", "sibling_of", "Bo Dahl"),
    )
    before = snapshot(memory, "Liv Holm", "Bo Dahl", "Eva Lie")
    clock.forward(dt.timedelta(hours=1))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl", reason="a stage name", by="cli:me")
    assert (receipt.removed["entity"], receipt.at) == (1, clock.now())
    entity = memory.entities.get("Bo Dahl")
    assert (entity.name, entity.aliases) == ("Liv Holm", ("Bo Dahl",))
    assert entity.mention_count == sum(entity.mention_count for entity in before[0][:2])
    [tea] = memory.facts.list(subject="Liv Holm", predicate="likes")
    assert set(tea.sources) == {"e0", "e1"}, "facts that say the same are one"
    [residence] = memory.facts.list(subject="Liv Holm", predicate="lives_in")
    assert residence.object == "Bergen", "a person lives in one place at a time"
    assert [fact.object for fact in memory.facts.list(predicate="lives_in", status="superseded")] == ["Oslo"]
    assert ("Eva Lie", "sibling_of", "Liv Holm") in fact_triples(memory.facts.list(predicate="sibling_of"))
    memory.entities.unmerge(receipt)
    assert snapshot(memory, "Liv Holm", "Bo Dahl", "Eva Lie") == before
    with pytest.raises(NotFound):
        memory.entities.unmerge(receipt.id)


def test_facts_added_after_a_merge_stay_with_the_kept_entity(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(scripted("Liv Holm", "likes", "tea"), scripted("Bo Dahl", "likes", "rye"))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl")
    memory.facts.add("Liv Holm", "likes", "jazz")
    memory.entities.unmerge(receipt.id)
    assert fact_triples(memory.facts.list(subject="Liv Holm")) == [
        ("Liv Holm", "likes", "jazz"),
        ("Liv Holm", "likes", "tea"),
    ]
    assert fact_triples(memory.facts.list(subject="Bo Dahl")) == [("Bo Dahl", "likes", "rye")]


def test_a_split_moves_events_and_facts_with_no_other_evidence(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Jon Vik", "lives_in", "Oslo"), scripted("Jon Vik", "likes", "chess"), scripted("Jon Vik", "likes", "tea"),
    )  # fmt: skip
    other = memory.entities.split("Jon Vik", ["e1"], "Jon Vik junior", reason="the son")
    assert (other.name, other.type, other.mention_count) == ("Jon Vik junior", "person", 1)
    assert memory.entities.get("Jon Vik").mention_count == 2
    assert fact_triples(memory.facts.list(subject=other.id)) == [("Jon Vik junior", "likes", "chess")]
    assert [fact.object for fact in memory.facts.list(subject="Jon Vik", predicate="likes")] == ["tea"]
    with pytest.raises(NotFound):
        memory.entities.split("Jon Vik", ["e1"], "another")


def test_a_rename_keeps_the_old_name_as_an_alias(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(scripted("Tom", "works_at", "Acme"))
    renamed = memory.entities.rename("Acme", "Apex")
    assert (renamed.name, renamed.aliases) == ("Apex", ("Acme",))
    assert memory.entities.get("acme").id == memory.entities.get("apex").id == renamed.id
    assert fact_triples(memory.facts.list(object="Acme")) == [("Tom", "works_at", "Apex")]
    assert [entity.name for entity in memory.entities.search("Apex", limit=1)] == ["Apex"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("name", lambda memory: memory.entities.get(" ")),
        ("name", lambda memory: memory.entities.get(7)),
        ("type", lambda memory: memory.entities.list(type="animal")),
        ("limit", lambda memory: memory.entities.list(limit=0)),
        ("text", lambda memory: memory.entities.search(" ")),
        ("limit", lambda memory: memory.entities.search("x", limit=True)),
        ("keep", lambda memory: memory.entities.merge("", "Ann")),
        ("absorb", lambda memory: memory.entities.merge("Ann", "ann")),
        ("receipt", lambda memory: memory.entities.unmerge("")),
        ("mentions", lambda memory: memory.entities.split("Ann", [], "Bob")),
        ("name", lambda memory: memory.entities.split("Ann", ["e"], "")),
        ("name", lambda memory: memory.entities.rename("Ann", "x" * 2_000)),
    ],
)
def test_invalid_input_names_the_field_and_writes_nothing(
    memory: Memory, field: str, call: Callable[[Memory], Any]
) -> None:
    check_refused(memory, field, call)
