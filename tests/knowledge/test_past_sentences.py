"""Past sentences: facts that were over when they were said are in the past tense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge import PREDICATES, format_fact_sentence, get_predicate
from kg.knowledge.past_sentences import put_in_past


@pytest.mark.parametrize(
    ("predicate", "thing", "expected"),
    [
        ("works_at", "bank", "Ann worked at a bank."),
        ("role", "nurse", "Ann was a nurse by profession."),
        ("owns", "van", "Ann owned a van."),
        ("has_pet", "Rex", "Ann had a pet, Rex."),
        ("married_to", "Tom", "Ann was married to Tom."),
        ("diet", "vegan", "Ann followed a vegan diet."),
        ("from", "Rome", "Ann is from Rome."),
        ("moved_to", "Rome", "Ann moved to Rome."),
        ("own_garden", "Ann has is", "Ann own garden Ann has is."),
    ],
)
def test_a_sentence_is_put_in_the_past(predicate: str, thing: str, expected: str) -> None:
    assert put_in_past(predicate, format_fact_sentence(get_predicate(predicate), "Ann", thing)) == expected


def test_a_denial_stays() -> None:
    sentence = format_fact_sentence(get_predicate("lives_in"), "Ann", "Rome", polarity=False)
    assert put_in_past("lives_in", sentence) == sentence


@given(st.sampled_from(sorted(PREDICATES)), st.text(max_size=20))
def test_only_the_verb_changes(predicate: str, thing: str) -> None:
    sentence = format_fact_sentence(get_predicate(predicate), "Ann", thing)
    changed = put_in_past(predicate, sentence)
    assert changed.startswith("Ann")
    assert put_in_past("unknown", sentence) == sentence
    assert abs(len(changed) - len(sentence)) <= len("ed")
