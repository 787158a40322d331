"""Predicates as people and language models write them."""

from __future__ import annotations

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.knowledge import PREDICATES
from kg.knowledge.predicate_spelling import choose_predicate, spell_predicate


@pytest.mark.parametrize(
    ("word", "predicate"),
    [
        ("Works at", "works_at"), ("worksAt", "works_at"), ("is employed by", "works_at"), ("LIKES", "likes"),
        ("is allergic to", "allergic_to"), ("favorite", "favourite"), ("birthday", "born_on"), ("sister", "sibling_of"),
        ("has phone number", "phone"), ("plays tennis with", "plays_tennis_with"),
    ],
)  # fmt: skip
def test_a_word_means_a_predicate(word: str, predicate: str) -> None:
    assert choose_predicate(word) == predicate


def test_closed_predicates_mean_themselves() -> None:
    assert [choose_predicate(name) for name in PREDICATES] == list(PREDICATES)


def test_a_filter_keeps_the_word() -> None:
    assert spell_predicate("Love") == "love", "an observation has the lemma of its verb"


@pytest.mark.parametrize("value", ["", " ", "__", "x" * 65, "9 lives", "ä", None, 7, ["likes"]])
def test_what_is_no_predicate_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match="predicate must be snake_case"):
        choose_predicate(value)


def test_facts_are_added_and_read_by_other_spellings(memory: Memory) -> None:
    assert memory.facts.add("Ann", "Works for", "Fjord").predicate == "works_at"
    assert memory.facts.add("Ann", "worksAt", "Delta").predicate == "works_at"
    assert [fact.object for fact in memory.facts.list(subject="Ann", predicate="Works at")] == ["Delta"]
    assert len(memory.facts.history("Ann", "works at")) == 2
