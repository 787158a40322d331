"""Lexical relevance: rarity among the candidates, not in the whole database."""

from __future__ import annotations

import math

import pytest

from kg.retrieval.lexical import bm25, stem_word


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
