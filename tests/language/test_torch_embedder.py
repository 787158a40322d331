from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from kg.errors import ModelUnavailable
from kg.language import minilm_weights
from kg.language.torch_embedder import TorchEmbedder
from kg.settings import Settings

HERE = importlib.util.find_spec("sentence_transformers") is not None
TEXTS = [
    "",
    "Hello world",
    "Ann met Bob in Paris.",
    "naïve café 漢字 😀",
    "\ud800 lone",
    "word " * 500,
    "null\x00byte",
]


@pytest.mark.extras
@pytest.mark.skipif(not HERE, reason="sentence-transformers is not installed (pip install 'kg-agent-memory[torch]')")
# Its libraries raise deprecation warnings about each other.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
class TestWithSentenceTransformers:
    @pytest.fixture(scope="class")
    def torch(self):
        return TorchEmbedder(str(minilm_weights.fetch_weights(Settings())), batch=4)

    def test_equals_minilm(self, torch, minilm):
        assert (torch.embed(TEXTS) * minilm.embed(TEXTS)).sum(axis=1).min() > 0.99999

    def test_gives_unit_vectors_of_its_dimension(self, torch):
        vectors = torch.embed(TEXTS)

        assert (torch.dimension, torch.window, vectors.dtype) == (384, 256, np.float32)
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
        assert torch.embed([]).shape == (0, 384)

    @pytest.mark.parametrize("text", TEXTS)
    def test_has_the_same_pieces(self, torch, minilm, text):
        assert torch.pieces(text) == minilm.pieces(text)

    def test_a_missing_model_is_named_in_the_error(self, tmp_path):
        with pytest.raises(ModelUnavailable, match="nothing-here"):
            TorchEmbedder(str(tmp_path / "nothing-here")).embed(["x"])


@pytest.mark.skipif(HERE, reason="sentence-transformers is installed")
def test_without_the_extra_the_error_gives_the_install_command():
    with pytest.raises(ModelUnavailable, match=r"pip install 'kg-agent-memory\[torch\]'"):
        TorchEmbedder("any")
