"""Preferences: kinds of things are liked, not the particular one under discussion."""

from __future__ import annotations

import pytest

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.preferences import find_language, is_preference_object, read_preferences
from tests.extraction.messages import read_sentences, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I love going on road trips.", {("Sam", "likes", "going on road trips")}),
        ("I love the sea.", {("Sam", "likes", "sea")}),
        ("Nina says she hates her job.", {("Nina", "dislikes", "job")}),
    ],
)
def test_kinds_of_things_are_preferences(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text", ["I love that photo!", "Love the colours and texture.", "I like a film where nobody hurries."]
)
def test_a_particular_thing_is_no_preference(text: str) -> None:
    assert triples(text, addressee="Al") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I like jazz, cats and chess.", ["jazz", "cats", "chess"]),
        ("I like the sea and the photo.", ["sea"]),
        ("I like every concert.", []),
        ("I like things.", []),
        ("I like Maria's garden.", []),
        ("I like the Beatles.", ["Beatles"]),
    ],
)
def test_the_objects_of_a_list_are_tested_one_by_one(text: str, expected: list[str]) -> None:
    [reading] = read_sentences(text)
    assert read_preferences(reading, reading.code_after(reading.verbs[0])) == expected


def test_possessions_of_the_subject_are_generic() -> None:
    [reading] = read_sentences("Nina hates her job.")
    assert read_preferences(reading, "#2") == []
    assert read_preferences(reading, "#2", ["Nina"]) == ["job"]


def test_pronouns_pointed_at_things_and_vague_words_cannot_be_preferred() -> None:
    assert is_preference_object(Phrase(0, 4, words=("tabs",)))
    assert not is_preference_object(Phrase(0, 2, pronoun="it"))
    assert not is_preference_object(Phrase(0, 9, det="that", words=("tabs",)))
    assert not is_preference_object(Phrase(0, 5, words=("Stuff",)))


def test_the_language_of_a_phrase_is_found_as_typed() -> None:
    assert find_language(Phrase(0, 13, words=("fluent", "French"))) == "French"
    assert find_language(Phrase(0, 3, words=("tea",))) is None
