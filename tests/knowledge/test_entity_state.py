"""Names of entities as a batch writes them: spellings, audiences, and the full-text content."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.entity_resolution import EntityCandidate
from kg.knowledge.entity_state import EntityState, build_entity_text, choose_spelling

NAMES = st.text(min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("spellings", "chosen"), [(("ann", "Ann"), "Ann"), (("ANNIKA", "Annika"), "Annika"), (("NATO", "Nato"), "NATO")]
)
def test_a_capitalised_spelling_is_displayed(spellings: tuple[str, str], chosen: str) -> None:
    assert choose_spelling(*spellings) == choose_spelling(*reversed(spellings)) == chosen


@given(NAMES, NAMES, NAMES)
def test_the_spelling_does_not_depend_on_the_order(one: str, other: str, third: str) -> None:
    assert choose_spelling(choose_spelling(one, other), third) == choose_spelling(one, choose_spelling(third, other))


def test_the_text_has_names_and_description() -> None:
    assert build_entity_text("Ann", ["Annie"], "A nurse.") == "Ann, Annie — A nurse."
    assert build_entity_text("Ann", [], "") == "Ann"


def test_a_name_is_displayed_where_all_readers_know_it() -> None:
    state = EntityState(EntityCandidate("entity-1", "Bob", "person", keys=frozenset({"bob", "bobby"})))
    state.name_audiences["bobby"] = {"person:ann"}
    assert state.may_take_name({"shared"})
    assert not state.may_take_name({"person:ann"})
    assert not state.may_reveal_alias("bobby")
    assert state.is_visible_to({"shared", "person:eva"})
