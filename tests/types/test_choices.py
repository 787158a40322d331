"""Choices from a fixed list: other spellings, and the nearest one in a refusal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.retrieval import SEARCH_KINDS
from kg.types import KIND_SYNONYMS, list_choices, match_choice, nearest_choice, snake_case


@pytest.mark.parametrize(
    ("text", "word"),
    [("Works at", "works_at"), ("worksAt", "works_at"), ("works-at ", "works_at"), ("WORKS_AT", "works_at"), ("", "")],
)
def test_words_become_snake_case(text: str, word: str) -> None:
    assert snake_case(text) == word


@given(st.text(max_size=40))
def test_snake_case_is_stable(text: str) -> None:
    assert snake_case(snake_case(text)) == snake_case(text)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("facts", "fact"), ("Diaries", "diary"), ("messages", "event"), ("people", "person"), ("Notes", "longterm"),
        ("summaries", "summary"), ("entities", "entity"), ("factoid", None), (7, None), ("", None),
    ],
)  # fmt: skip
def test_plurals_and_synonyms_are_known(value: object, kind: str | None) -> None:
    assert match_choice(value, SEARCH_KINDS, KIND_SYNONYMS) == kind


def test_every_choice_and_its_synonyms_mean_themselves() -> None:
    assert [match_choice(kind, SEARCH_KINDS, KIND_SYNONYMS) for kind in SEARCH_KINDS] == list(SEARCH_KINDS)
    assert set(KIND_SYNONYMS.values()) <= set(SEARCH_KINDS)
    assert not set(KIND_SYNONYMS) & set(SEARCH_KINDS)


def test_a_refusal_names_the_nearest_choice() -> None:
    assert nearest_choice("evnt", SEARCH_KINDS) == "event"
    assert list_choices("evnt", ("event", "fact")) == "one of event, fact; did you mean 'event'?"
    assert list_choices("zebra", ("event", "fact")) == "one of event, fact"
