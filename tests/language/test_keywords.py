from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.keywords import STOP_WORDS, escape_lucene, extract_keywords


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("What did Ann's sister say about the trip?", ["ann", "sister", "say", "trip"]),
        ("I don't know, it’s O'Brien’s", ["know", "o'brien"]),
        ("ill and well", ["ill", "well"]),
        ("3.14 of 1,000 on 2024-05-01, v2", ["3.14", "1,000", "2024", "05", "01", "v2"]),
        ("NAÏVE Cafe\u0301 Straße", ["naïve", "café", "strasse"]),
        ("हिन्दी 漢字 Привет", ["हिन्दी", "漢字", "привет"]),
        ("snake_case foo.bar tea tea", ["snake", "case", "foo", "bar", "tea", "tea"]),
    ],
)
def test_keywords(text, expected):
    assert extract_keywords(text) == expected


@given(text=st.text())
def test_keywords_are_words(text):
    for word in extract_keywords(text):
        assert word
        assert not any(sign.isspace() for sign in word)
        assert word not in STOP_WORDS


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("tea", "tea"),
        ("o'brien", "o'brien"),
        ("a+b:(c)", r"a\+b\:\(c\)"),
        ("C:\\x/y", r"C\:\\x\/y"),
        ("AND", r"\AND"),
        ("&&", r"\&\&"),
    ],
)
def test_lucene_escape(word, expected):
    assert escape_lucene(word) == expected
