"""The words of answers and of what they answer."""

from __future__ import annotations

import pytest

from kg.extraction.answer_words import (
    adds_nothing,
    is_address,
    is_asked_of_other,
    is_called,
    is_name_of,
    without_fillers,
)
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def test_the_addressed_person_is_known_by_their_name() -> None:
    (doc,) = bundled_pipeline().parse(["Bo, do you live in Lima?"])
    question = next(iter(doc.sents))
    assert is_address(question[0])
    assert is_asked_of_other(question, "Ada")
    assert not is_asked_of_other(question, "Bo Lund")
    assert is_name_of(question[0], "Bo Lund")
    assert not is_name_of(question[0], "Ada")


def test_a_language_is_no_one_who_is_called() -> None:
    (doc, other) = bundled_pipeline().parse(["Yes, Dutch", "yes Bo"])
    assert not any(map(is_called, doc))
    assert any(map(is_called, other))


def test_fillers_and_added_words() -> None:
    question, assent, more = bundled_pipeline().parse(["So, do you swim then?", "yes, tomorrow", "yes, with Tom"])
    assert [token.text for token in without_fillers(list(question))] == ["do", "you", "swim"]
    assert adds_nothing(assent[:], 0, question)
    assert not adds_nothing(more[:], 0, question)
