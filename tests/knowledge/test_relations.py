"""Relations of an entity, and paths between two entities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from tests.knowledge.builders import check_refused, scripted


@pytest.mark.slow
def test_relations_are_listed_in_both_directions_and_form_paths(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Tom Hardy", "works_at", "Acme"),
        scripted("Eva Lie", "works_at", "Acme"),
        scripted("Eva Lie", "lives_in", "Oslo"),
    )
    of_acme = memory.relations.list("Acme")
    assert {(relation.source, relation.predicate, relation.target) for relation in of_acme} == {
        ("Tom Hardy", "works_at", "Acme"),
        ("Eva Lie", "works_at", "Acme"),
    }
    assert [relation.target for relation in memory.relations.list("Tom Hardy")] == ["Acme"]
    assert memory.relations.list("Eva Lie", relation_type="social") == []
    assert all(relation.strength == 0.7 and relation.facts for relation in of_acme)
    [path] = memory.relations.path("Tom Hardy", "Oslo")
    assert path.names == ("Tom Hardy", "Acme", "Eva Lie", "Oslo")
    assert path.weight == 0.343
    assert list(memory.relations.path("Tom Hardy", "Oslo", max_hops=2)) == []
    assert memory.relations.path("Tom Hardy", "tom hardy")[0].names == ("Tom Hardy",)


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("relation_type", lambda memory: memory.relations.list("Ann", relation_type="odd")),
        ("min_strength", lambda memory: memory.relations.list("Ann", min_strength=2)),
        ("max_hops", lambda memory: memory.relations.path("Ann", "Ann", max_hops=6)),
    ],
)
def test_invalid_input_names_the_field_and_writes_nothing(
    memory: Memory, field: str, call: Callable[[Memory], Any]
) -> None:
    check_refused(memory, field, call)
