"""Questions as statements."""

from __future__ import annotations

import pytest

from kg.extraction.declared_questions import affirm_statement, declare_question, join_words, to_first_person
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("did Ana call you", "Ana did call me"),
        ("does your sister live in Rome", "my sister lives in Rome"),
        ("are you coming to my party", "I am coming to Ann's party"),
        ("can you swim", None),
        ("where the dog sleeps", None),
    ],
)
def test_a_question_becomes_a_statement(text: str, statement: str | None) -> None:
    (doc,) = bundled_pipeline().parse([text])
    found = declare_question(list(doc), "Ann", is_negative=False)
    assert (None if found is None else join_words(found)) == statement


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("the viewing moved to Monday, right?", "the viewing moved to Monday"),
        ("you're moving to Ghent in May?", "I am moving to Ghent in May"),
        ("the surgery moved to Monday you said?", "the surgery moved to Monday"),
        ("that's today?", None),
        ("where do you live?", None),
        ("you sure?", None),
    ],
)
def test_a_statement_that_is_put_as_a_question_is_affirmed(text: str, statement: str | None) -> None:
    (doc,) = bundled_pipeline().parse([text])
    found = affirm_statement(list(doc), "Ann")
    assert (None if found is None else join_words(found)) == statement


def test_the_asker_is_named_and_whoever_answers_says_i() -> None:
    (doc,) = bundled_pipeline().parse(["your sister gave me my book"])
    assert to_first_person(doc, "Ann") == ["my", "sister", "gave", "Ann", "Ann's", "book"]
