from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from kg.errors import InvalidInput
from kg.language.embedders import embedder
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.minilm import MiniLM
from kg.settings import Settings


def test_the_settings_choose_the_embedder():
    assert isinstance(embedder(Settings()), MiniLM)
    assert embedder(Settings(embedder="hashing")).name == "hashing-64"


@pytest.mark.parametrize("name", ["", "torch", "torch:", "MiniLM", "gpt"])
def test_another_name_is_refused(name):
    with pytest.raises(InvalidInput, match="minilm, torch:NAME or hashing"):
        embedder(Settings.model_construct(embedder=name))


def test_choosing_loads_no_model_library():
    code = (
        "import sys; from kg.settings import Settings; from kg.language.embedders import embedder;"
        "embedder(Settings()); embedder(Settings(embedder='hashing'));"
        "print([name for name in ('onnxruntime', 'tokenizers', 'torch', 'onnx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_hashing_puts_texts_that_share_words_nearer():
    ann, same, other = HashingEmbedder(256).embed(["Ann likes tea", "tea is what ANN likes", "Bob sold his old car"])

    assert ann @ same > 0.6
    assert ann @ other < 0.3


def test_hashing_is_the_same_everywhere_and_of_unit_length():
    model = HashingEmbedder()

    vectors = model.embed(["Ann likes tea", "", "?!", "lone \ud800"])

    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.flatnonzero(vectors[1]).tolist() == [0]
    assert vectors.dtype == np.float32
    assert np.flatnonzero(vectors[0])[:5].tolist() == [1, 2, 3, 5, 6]
    assert model.embed([]).shape == (0, 64)
    assert model.pieces("Ann's tea.") == [(0, 3), (3, 4), (4, 5), (6, 9), (9, 10)]
