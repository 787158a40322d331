"""Fixtures: one MiniLM for all tests, with the weights in the user cache."""

from __future__ import annotations

import pytest

from kg.language.minilm import MiniLM
from kg.settings import Settings


@pytest.fixture(scope="session")
def minilm():
    model = MiniLM(Settings(embed_threads=1))
    model.load()
    return model
