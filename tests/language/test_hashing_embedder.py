"""The embedder without a model: hashed words, equal in every process."""

from __future__ import annotations

import numpy as np

from kg.language import late_interaction
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import LateEmbedder


def test_hashed_texts_with_common_words_are_more_similar() -> None:
    ann, same, other = HashingEmbedder(256).embed(["Ann likes tea", "tea is what ANN likes", "Bob sold his old car"])

    assert ann @ same > 0.6
    assert ann @ other < 0.3


def test_hashed_vectors_are_reproducible_and_of_unit_length() -> None:
    model = HashingEmbedder()

    vectors = model.embed(["Ann likes tea", "", "?!", "lone \ud800"])

    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.flatnonzero(vectors[1]).tolist() == [0]
    assert vectors.dtype == np.float32
    assert np.flatnonzero(vectors[0])[:5].tolist() == [1, 2, 3, 5, 6]
    assert model.embed([]).shape == (0, 64)
    assert model.pieces("Ann's tea.") == [(0, 3), (3, 4), (4, 5), (6, 9), (9, 10)]


def test_the_name_tells_the_dimension() -> None:
    small, large = HashingEmbedder(8), HashingEmbedder(128)
    assert (small.name, large.name) == ("hashing-8", "hashing-128")
    assert small.embed(["tea"]).shape == (1, 8)


def test_token_states_are_equal_for_equal_words_only() -> None:
    model: LateEmbedder = HashingEmbedder()
    vectors, [block, empty] = model.embed_late(["Tea and rye", "the"])
    np.testing.assert_array_equal(vectors, model.embed(["Tea and rye", "the"]))
    assert block[0] == empty[0] == model.late_version
    question = model.encode_question("rye, TEA or ale?")
    assert question.tokens.shape == (3, late_interaction.STATE_WIDTH)
    np.testing.assert_allclose(np.linalg.norm(question.tokens, axis=1), 1, atol=1e-6)
    np.testing.assert_array_equal(question.vector, model.embed(["rye, TEA or ale?"])[0])
    assert ["rye, TEA or ale?"[start:end] for start, end in question.spans] == ["rye", "TEA", "ale"]
    again = model.encode_question("tea").tokens[0]
    assert question.tokens[1] @ again > 0.99
    assert abs(question.tokens[0] @ again) < 0.6


def test_a_question_without_words_has_no_tokens() -> None:
    question = HashingEmbedder().encode_question("?")
    assert (question.tokens.shape, question.log_weights.shape, question.spans) == ((0, 64), (0,), ())
