from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from kg.errors import InvalidInput
from kg.language.embedders import create_embedder
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.minilm import MiniLM
from kg.settings import Settings


def test_the_setting_selects_the_embedder():
    assert isinstance(create_embedder(Settings()), MiniLM)
    assert create_embedder(Settings(embedder="hashing")).name == "hashing-64"


@pytest.mark.parametrize("name", ["", "torch", "torch:", "MiniLM", "gpt"])
def test_an_unknown_name_is_rejected(name):
    with pytest.raises(InvalidInput, match="minilm, torch:NAME or hashing"):
        create_embedder(Settings.model_construct(embedder=name))


def test_creating_an_embedder_loads_no_model_library():
    code = (
        "import sys; from kg.settings import Settings; from kg.language.embedders import create_embedder;"
        "create_embedder(Settings()); create_embedder(Settings(embedder='hashing'));"
        "print([name for name in ('onnxruntime', 'tokenizers', 'torch', 'onnx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_hashed_texts_with_common_words_are_more_similar():
    ann, same, other = HashingEmbedder(256).embed(["Ann likes tea", "tea is what ANN likes", "Bob sold his old car"])

    assert ann @ same > 0.6
    assert ann @ other < 0.3


def test_hashed_vectors_are_reproducible_and_of_unit_length():
    model = HashingEmbedder()

    vectors = model.embed(["Ann likes tea", "", "?!", "lone \ud800"])

    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.flatnonzero(vectors[1]).tolist() == [0]
    assert vectors.dtype == np.float32
    assert np.flatnonzero(vectors[0])[:5].tolist() == [1, 2, 3, 5, 6]
    assert model.embed([]).shape == (0, 64)
    assert model.pieces("Ann's tea.") == [(0, 3), (3, 4), (4, 5), (6, 9), (9, 10)]
