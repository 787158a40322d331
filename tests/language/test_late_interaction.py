"""Late interaction: selecting, storing and comparing token states."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.late_interaction import (
    STATE_WIDTH,
    best_matches,
    find_skipped_pieces,
    load_projection,
    normalise_rows,
    pack_states,
    select_tokens,
    unpack_states,
)
from kg.language.minilm import MiniLM
from kg.protocols import LateEmbedder


def test_stop_words_and_punctuation_are_left_out() -> None:
    skipped = find_skipped_pieces({"the": 0, "oslo": 1, "##s": 2, "!": 3, "t": 4, "##ing": 5, "7": 6})
    assert skipped.tolist() == [True, False, False, True, True, False, False]
    assert select_tokens(np.array([0, 1, 3]), skipped).tolist() == [False, True, False]
    assert select_tokens(np.array([0, 3]), skipped).tolist() == [True, True]


@given(st.lists(st.integers(0, 5), max_size=6))
def test_packed_states_round_trip(counts: list[int]) -> None:
    random = np.random.default_rng(0)
    texts = [random.integers(-127, 128, (count, STATE_WIDTH), np.int8) for count in counts]
    rows, sizes = unpack_states([pack_states(3, text) for text in texts], 3)
    assert sizes.tolist() == counts
    assert np.array_equal(rows, np.concatenate([*texts, np.zeros((0, STATE_WIDTH), np.int8)]))


@pytest.mark.parametrize("block", [None, b"", bytes([2]) + bytes(STATE_WIDTH), bytes([3]) + bytes(STATE_WIDTH - 1)])
def test_missing_and_foreign_blocks_have_no_states(block: bytes | None) -> None:
    rows, sizes = unpack_states([block, bytes([3]) + bytes(STATE_WIDTH)], 3)
    assert sizes.tolist() == [0, 1]
    assert rows.shape == (1, STATE_WIDTH)


def test_each_token_has_its_best_match() -> None:
    axes = np.eye(STATE_WIDTH, dtype=np.float32)
    rows = (axes[[0, 1, 1]] * 127).astype(np.int8)
    best = best_matches(rows, np.array([2, 0, 1]), axes[:2])
    assert best.tolist() == [[1.0, 1.0], [0.0, 0.0], [0.0, 1.0]]
    assert best_matches(np.zeros((0, STATE_WIDTH), np.int8), np.array([0]), axes[:2]).tolist() == [[0.0, 0.0]]


@given(st.integers(1, 4), st.integers(1, 3))
def test_best_matches_equal_a_plain_loop(texts: int, tokens: int) -> None:
    random = np.random.default_rng(texts * 10 + tokens)
    counts = random.integers(0, 6, texts)
    rows = random.integers(-127, 128, (int(counts.sum()), STATE_WIDTH), np.int8)
    question = normalise_rows(random.normal(size=(tokens, STATE_WIDTH)).astype(np.float32))
    best, start = best_matches(rows, counts, question), 0
    for text, count in enumerate(counts):
        block = rows[start : start + count].astype(np.float32) / 127
        for token in range(tokens):
            expected = max((float(np.clip(block[i] @ question[token], 0, 1)) for i in range(count)), default=0.0)
            assert best[text, token] == pytest.approx(expected, abs=1e-5)
        start += count


def test_equal_words_have_similar_states(minilm: MiniLM) -> None:
    assert isinstance(minilm, LateEmbedder)
    assert minilm.late_version == load_projection().version
    vectors, blocks = minilm.embed_late(["Ann moved to Oslo.", "It rains a lot in the valley.", "!"])
    assert np.allclose(vectors, minilm.embed(["Ann moved to Oslo.", "It rains a lot in the valley.", "!"]), atol=1e-5)
    question = minilm.encode_question("Who moved to Oslo?")
    rows, counts = unpack_states(blocks, minilm.late_version)
    assert counts.tolist() == [3, 3, 1]
    assert len(question.spans) == question.tokens.shape[0] == question.log_weights.size == 2
    best = best_matches(rows, counts, question.tokens)
    assert best[0].min() > 0.6 > best[1].max()
    assert np.allclose(question.vector, minilm.embed(["Who moved to Oslo?"])[0], atol=1e-5)
