"""Words for relatives and pets in phrases, and the names after them."""

from __future__ import annotations

import pytest

from tests.extraction.messages import read_sentences, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister Eva paints.", {("Sam", "sibling_of", "Eva")}),
        ("My husband Declan snores like a tractor.", {("Sam", "married_to", "Declan")}),
        ("My dog food is cheap.", set()),
        ("Our oldest, Jasper, paints.", {("Sam", "parent_of", "Jasper")}),
    ],
)
def test_a_name_after_a_kin_word_is_the_relatives(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


def test_the_owner_of_a_thing_is_no_relative() -> None:
    [phrase] = [
        item.phrase
        for item in read_sentences("I like the children's hospital.")[0].line
        if item.phrase is not None and item.phrase.words
    ]
    assert (phrase.text, phrase.kin) == ("hospital", "")
    assert phrase.owner is not None
    assert phrase.owner.text == "children"
