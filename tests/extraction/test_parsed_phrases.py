"""Phrases: their text, head, and their words without evaluative adjectives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.parsed_phrases import Phrase, cut_list, strip_evaluative


def test_the_text_is_as_typed_and_the_head_in_lower_case() -> None:
    phrase = Phrase(0, 10, det="my", words=("New", "Accountant"))
    assert (phrase.text, phrase.head) == ("New Accountant", "accountant")
    assert (Phrase(0, 1, pronoun="i").text, Phrase(0, 1, pronoun="i").head) == ("", "")


@pytest.mark.parametrize(
    ("words", "stripped"),
    [
        ("new accountant", "accountant"),
        ("Great OLD mobile app", "mobile app"),
        ("mobile new app", "mobile new app"),
        ("best", "best"),
        ("", ""),
    ],
)
def test_leading_evaluative_adjectives_are_left_out(words: str, stripped: str) -> None:
    assert strip_evaluative(Phrase(0, 9, words=tuple(words.split()))) == stripped


@given(st.lists(st.sampled_from(["new", "Best", "old", "cat", "app"]), min_size=1, max_size=6))
def test_the_last_word_is_never_left_out(words: list[str]) -> None:
    phrase = Phrase(0, 9, words=tuple(words))
    assert phrase.text.endswith(strip_evaluative(phrase))
    assert strip_evaluative(phrase).split()[-1] == words[-1]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Rome, Oslo and Bonn", ["Rome", "Oslo", "Bonn"]),
        ("Rome now, Oslo later", ["Rome"]),
        ("Rome, so Oslo", ["Rome"]),
        ("dust, scary stuff", ["dust"]),
        ("dust, the stuff", ["dust", "stuff"]),
    ],
)
def test_a_list_ends_where_another_clause_begins(text: str, kept: list[str]) -> None:
    words = ["Rome", "Oslo", "Bonn", "dust", "stuff"]
    found = sorted((text.find(word), word) for word in words if word in text)
    phrases = [
        Phrase(at, at + len(word), det="the" if text[:at].endswith("the ") else "", words=(word,)) for at, word in found
    ]
    assert [phrase.text for phrase in cut_list(phrases, text, [])] == kept
