from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.passages import count_symbols, split_passages

WORDS = [
    "Ann",
    "met",
    "antidisestablishmentarianism",
    "e.g.",
    "Dr.",
    "it's",
    "漢字。",
    "한국어",
    "x" * 130,
    "…",
    "naïve",
    "12.5",
    "[SEP]",
]
GLUE = [
    " ",
    "  ",
    ". ",
    "! ",
    "\n",
    "\n\n",
    "\n- ",
    "\n```\n",
    "",
    "-",
    "\x1c",
    "\x0b",
    "\u200b",
    "\u00a0",
    "\x85",
    "\t",
]
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(GLUE)), max_size=120).map(
        lambda pairs: "".join(word + glue for word, glue in pairs)
    ),
)
STORY = " ".join(f"This is sentence number {n}, and it ends here." for n in range(100))


def holds(text, embedder, limit, overlap):
    passages = split_passages(text, embedder, max_pieces=limit, overlap=overlap)
    covered = set()
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
        assert len(embedder.pieces(passage.text)) <= limit
        covered.update(range(passage.start, passage.end))
    assert not [place for place, sign in enumerate(text) if place not in covered and not sign.isspace()]
    assert [each.start for each in passages] == sorted({each.start for each in passages})
    assert [each.end for each in passages] == sorted({each.end for each in passages})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, limit=st.integers(16, 60), overlap=st.integers(0, 80))
def test_any_text_is_covered_by_passages_that_fit(minilm, text, limit, overlap):
    holds(text, minilm, limit, overlap)


@settings(deadline=None)
@given(text=TEXTS, limit=st.integers(16, 60), overlap=st.integers(0, 80))
def test_passages_fit_another_embedder(text, limit, overlap):
    holds(text, HashingEmbedder(), limit, overlap)


@pytest.mark.parametrize("text", ["", " \n ", "Short.", "한국어 " * 8])
def test_a_text_that_fits_is_one_passage(minilm, text):
    (only,) = split_passages(text, minilm, max_pieces=224, overlap=32)
    assert (only.start, only.end, only.text) == (0, len(text), text)


def test_passages_begin_and_end_with_sentences_and_overlap_by_whole_ones(minilm):
    passages = split_passages(STORY, minilm, max_pieces=100, overlap=24)

    for before, after in pairwise(passages):
        assert before.text.endswith(".")
        assert after.text.startswith("This")
        shared = STORY[after.start : before.end]
        assert shared.count("This") == 2
        assert len(minilm.pieces(shared)) <= 24


def test_without_overlap_nothing_is_repeated(minilm):
    passages = split_passages(STORY, minilm, max_pieces=100, overlap=0)

    assert " ".join(each.text for each in passages) == STORY


def test_a_long_sentence_is_split_between_words(minilm):
    text = "word and another " * 100

    passages = split_passages(text, minilm, max_pieces=50, overlap=10)

    assert " ".join(each.text for each in passages) == text.strip()


def test_a_long_word_is_split_between_pieces(minilm):
    text = '{"key":[1,2,3]},' * 100

    passages = split_passages(text, minilm, max_pieces=50, overlap=10)

    assert "".join(each.text for each in passages) == text
    assert len(passages) <= len(minilm.pieces(text)) / 50 * 1.5


def test_a_smaller_window_is_the_limit(minilm):
    passages = split_passages(STORY, minilm, max_pieces=10_000, overlap=0)
    assert max(len(minilm.pieces(each.text)) for each in passages) <= 254


@pytest.mark.slow
@pytest.mark.timeout(20)
def test_a_million_characters_are_split_quickly(minilm):
    text = (STORY + "\n") * (1_000_000 // len(STORY))
    assert len(split_passages(text, minilm, max_pieces=224, overlap=32)) > 1000


@pytest.mark.parametrize(("limit", "overlap"), [(15, 0), (0, 0), (16, -1)])
def test_invalid_limits_are_rejected(limit, overlap):
    with pytest.raises(InvalidInput):
        split_passages("x", HashingEmbedder(), max_pieces=limit, overlap=overlap)


def test_a_passage_has_at_most_1000_words_and_signs():
    """A word of over 100 characters is one piece, however many emoji it is of."""

    class OnePiece(HashingEmbedder):
        def pieces(self, text):
            return [(0, len(text))]

    text = "👩‍👧" * 1_000
    passages = split_passages(text, OnePiece(), max_pieces=224, overlap=32)
    assert "".join(passage.text for passage in passages) == text
    assert all(text[passage.start : passage.end] == passage.text for passage in passages)
    assert [count_symbols(passage.text) for passage in passages] == [1_000, 1_000, 1_000]
    assert [each.text for each in split_passages("", OnePiece(), max_pieces=224, overlap=32)] == [""]
