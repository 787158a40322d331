"""Lexical relevance: rarity among the candidates, not in the whole database."""

from __future__ import annotations

import math

import pytest

from kg.retrieval.lexical import JoinedTexts, bm25, normalise_text, normalise_texts, stem_word


@pytest.mark.parametrize(
    ("word", "expected"),
    [("moved", "mov"), ("moving", "mov"), ("cities", "cit"), ("city", "cit"), ("bus", "bus"), ("oslo", "oslo")],
)
def test_stems_keep_three_letters(word: str, expected: str) -> None:
    assert stem_word(word) == expected


def test_a_common_word_weighs_less_than_a_rare_one() -> None:
    texts = ["ann ann ann", "ann bakes bread", "ann sings", "ann reads"]
    scores = bm25(["ann", "bread"], texts)
    assert max(range(4), key=scores.__getitem__) == 1
    assert all(score > 0 for score in scores)


def test_golden() -> None:
    # One text of two has the word once; both are of mean length: ln(1 + 1.5/1.5) * 2.2 / (1 + 1.2).
    assert bm25(["oslo"], ["in oslo", "at home"]) == [pytest.approx(math.log(2)), 0.0]


def test_words_match_at_their_beginning_only() -> None:
    assert bm25(["art"], ["a party", "an artist"])[0] == 0.0
    assert bm25(["art"], ["a party", "an artist"])[1] > 0


def test_nothing_gives_nothing() -> None:
    assert bm25([], ["a"]) == [0.0]
    assert bm25(["a"], []) == []


def test_texts_are_normalised_together_as_one_by_one() -> None:
    texts = ["Ann's CAT, said “so”.", "", "no—dash ‘quote’", "İstanbul", "a\x1eb", "x\x00y"]
    for some in (texts, texts[:4], texts[:1], [""], []):
        assert normalise_texts(some) == [normalise_text(text) for text in some]


def test_phrases_are_counted_in_each_text() -> None:
    texts = JoinedTexts([" a cat and a cat", "", " no dog", " a a a a"])
    assert texts.count(" a cat").tolist() == [2.0, 0.0, 0.0, 0.0]
    # Occurrences do not overlap.
    assert texts.count(" a a").tolist() == [0.0, 0.0, 0.0, 2.0]
    assert texts.count(" bird").tolist() == [0.0] * 4
    assert JoinedTexts([]).count(" a").size == 0
