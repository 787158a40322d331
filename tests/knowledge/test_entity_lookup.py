"""Entities are found by id, name, alias or an unambiguous first name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.errors import InvalidInput, NotFound
from kg.graph import filter_term
from kg.knowledge import check_limit
from kg.knowledge.entity_lookup import build_alias_query
from tests.knowledge.builders import DAY, scripted
from tests.support import T0


def test_an_entity_is_found_by_name_alias_first_name_and_id(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Tom Hardy", "works_at", "Acme"))
    maria = memory.entities.get("Maria Lopez")
    assert (maria.name, maria.type, maria.mention_count) == ("Maria Lopez", "person", 1)
    assert (maria.first_seen, maria.last_seen) == (T0 - DAY, T0 - DAY)
    for name in ("maria lopez", "MARIA", "Ms. Maria Lopez", maria.id):
        assert memory.entities.get(name).id == maria.id, name
    with pytest.raises(NotFound, match="Mar"):
        memory.entities.get("Mar")


def test_a_first_name_that_two_people_share_matches_neither(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Maria Costa", "lives_in", "Porto")
    )
    assert memory.entities.get("Maria Lopez").id != memory.entities.get("Maria Costa").id
    with pytest.raises(NotFound):
        memory.entities.get("Maria")


def test_longer_words_of_an_alias_also_match_within_one_edit() -> None:
    query = build_alias_query(("liv", "holmgren", "x1y2z3"), "scope")
    assert query.endswith("+key:(liv holmgren holmgren~1 x1y2z3)")
    assert filter_term("scope", "scope") in query
    assert build_alias_query(("a:b",), "scope").endswith(r"+key:(a\:b)")


@pytest.mark.parametrize("limit", [0, -1, 11, True, 1.0, "1", None])
def test_a_limit_is_a_whole_number_in_its_range(limit: object) -> None:
    assert [check_limit(each, 10) for each in (1, 10)] == [1, 10]
    with pytest.raises(InvalidInput, match="limit"):
        check_limit(limit, 10)
