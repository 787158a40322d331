"""Late interaction: what is kept of a text, how it is stored, and how it is compared."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.late_interaction import WIDTH, best_matches, kept, meaningless, pack, projection, unit, unpack
from kg.language.minilm import MiniLM
from kg.protocols import LateEmbedder


def test_stop_words_and_punctuation_are_left_out() -> None:
    skipped = meaningless({"the": 0, "oslo": 1, "##s": 2, "!": 3, "t": 4, "##ing": 5, "7": 6})
    assert skipped.tolist() == [True, False, False, True, True, False, False]
    assert kept(np.array([0, 1, 3]), skipped).tolist() == [False, True, False]
    assert kept(np.array([0, 3]), skipped).tolist() == [True, True]


@given(st.lists(st.integers(0, 5), max_size=6))
def test_what_is_packed_is_unpacked(counts: list[int]) -> None:
    random = np.random.default_rng(0)
    texts = [random.integers(-127, 128, (count, WIDTH), np.int8) for count in counts]
    rows, sizes = unpack([pack(3, text) for text in texts], 3)
    assert sizes.tolist() == counts
    assert np.array_equal(rows, np.concatenate([*texts, np.zeros((0, WIDTH), np.int8)]))


@pytest.mark.parametrize("block", [None, b"", bytes([2]) + bytes(WIDTH), bytes([3]) + bytes(WIDTH - 1)])
def test_missing_and_foreign_blocks_count_as_none(block: bytes | None) -> None:
    rows, sizes = unpack([block, bytes([3]) + bytes(WIDTH)], 3)
    assert sizes.tolist() == [0, 1]
    assert rows.shape == (1, WIDTH)


def test_each_token_takes_its_best_match() -> None:
    axes = np.eye(WIDTH, dtype=np.float32)
    rows = (axes[[0, 1, 1]] * 127).astype(np.int8)
    best = best_matches(rows, np.array([2, 0, 1]), axes[:2])
    assert best.tolist() == [[1.0, 1.0], [0.0, 0.0], [0.0, 1.0]]
    assert best_matches(np.zeros((0, WIDTH), np.int8), np.array([0]), axes[:2]).tolist() == [[0.0, 0.0]]


@given(st.integers(1, 4), st.integers(1, 3))
def test_as_the_plain_loop_has_it(texts: int, tokens: int) -> None:
    random = np.random.default_rng(texts * 10 + tokens)
    counts = random.integers(0, 6, texts)
    rows = random.integers(-127, 128, (int(counts.sum()), WIDTH), np.int8)
    asked = unit(random.normal(size=(tokens, WIDTH)).astype(np.float32))
    best, start = best_matches(rows, counts, asked), 0
    for text, count in enumerate(counts):
        block = rows[start : start + count].astype(np.float32) / 127
        for token in range(tokens):
            expected = max((float(np.clip(block[i] @ asked[token], 0, 1)) for i in range(count)), default=0.0)
            assert best[text, token] == pytest.approx(expected, abs=1e-5)
        start += count


def test_the_model_gives_states_that_find_the_same_word_again(minilm: MiniLM) -> None:
    assert isinstance(minilm, LateEmbedder)
    assert minilm.late_version == projection().version
    vectors, blocks = minilm.embed_late(["Ann moved to Oslo.", "It rains a lot in the valley.", "!"])
    assert np.allclose(vectors, minilm.embed(["Ann moved to Oslo.", "It rains a lot in the valley.", "!"]), atol=1e-5)
    asked = minilm.ask("Who moved to Oslo?")
    rows, counts = unpack(blocks, minilm.late_version)
    assert counts.tolist() == [3, 3, 1]
    assert len(asked.spans) == asked.tokens.shape[0] == asked.pull.size == 2
    best = best_matches(rows, counts, asked.tokens)
    assert best[0].min() > 0.6 > best[1].max()
    assert np.allclose(asked.vector, minilm.embed(["Who moved to Oslo?"])[0], atol=1e-5)
