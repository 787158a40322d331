from __future__ import annotations

import subprocess
import sys

import pytest

from kg.errors import InvalidInput
from kg.language.embedders import create_embedder
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
