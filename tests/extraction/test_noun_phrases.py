"""Noun phrases from tagged words: article, owner, number, name, kin word; and the lemmas of verbs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.parsed_phrases import Phrase
from tests.extraction.messages import read_phrases

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


def read_first(text: str) -> Phrase:
    found = read_phrases(text).read_phrase(0)
    assert found is not None
    return found[0]


@pytest.mark.parametrize(
    ("text", "det", "words", "name", "kin"),
    [
        ("a mobile app", "a", "mobile app", "", ""),
        ("My older sister Nina", "my", "older sister Nina", "Nina", "sister"),
        ("the acting director", "the", "acting director", "", ""),
        ("Dr. Tom", "", "Tom", "Tom", ""),
        ("Maria's boss", "'s", "boss", "", "boss"),
        ("no emojis", "no", "emojis", "", ""),
    ],
)
def test_a_phrase_has_its_parts(text: str, det: str, words: str, name: str, kin: str) -> None:
    phrase = read_first(text)
    assert (phrase.start, phrase.end) == (0, len(text))
    assert (phrase.det, phrase.text, phrase.name, phrase.kin) == (det, words, name, kin)


def test_owners_are_nested_and_numbers_and_plurals_are_kept() -> None:
    dog = read_first("Tom's brother's dog")
    assert dog.owner is not None
    assert dog.owner.owner is not None
    assert (dog.kin, dog.owner.kin, dog.owner.owner.name) == ("dog", "brother", "Tom")
    dogs = read_first("her two small dogs")
    assert dogs.owner is not None
    assert (dogs.owner.pronoun, dogs.number, dogs.kin, dogs.is_plural) == ("her", "two", "dog", True)


def test_pronouns_are_phrases_and_verbs_and_dates_are_not() -> None:
    assert read_first("They left.").pronoun == "they"
    reader = read_phrases("We luv trains since May 2020")
    assert [reader.verb_lemma(at) for at in range(3)] == ["", "love", ""]
    assert reader.read_phrase(1) is None
    assert all(reader.read_phrase(at) is None for at in range(3, 6))


WORDS = "my Tom 's dog the 2 , and nice nurse of Google her she I that"


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=10))
def test_phrases_lie_within_the_text_and_end_after_their_start(words: list[str]) -> None:
    reader = read_phrases(" ".join(words))
    for at in range(len(reader.tokens)):
        found = reader.read_phrase(at)
        if found is not None:
            phrase, behind = found
            assert at < behind <= len(reader.tokens)
            assert 0 <= phrase.start < phrase.end <= len(reader.text)
            assert phrase.words or phrase.pronoun
