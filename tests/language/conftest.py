"""What the tests of language share: one loaded MiniLM, from the weights in the user's cache."""

from __future__ import annotations

import pytest

from kg.language.minilm import MiniLM
from kg.settings import Settings


@pytest.fixture(scope="session")
def minilm():
    model = MiniLM(Settings(embed_threads=1))
    model.load()
    return model
