"""Tuning MiniLM with low-rank changes, on a few sentences; needs PyTorch (`make test-extras`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kg.language import MiniLM, load_minilm_tensors
from kg.protocols import TextPart
from kg.settings import Settings

pytestmark = pytest.mark.extras
TEXTS = [
    "always use grams",
    "use commas from now on",
    "never use tabs",
    "the bus was late",
    "a dog ran by",
    "it rained",
]


def test_what_is_learnt_is_what_kg_reads(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from training.low_rank_tuning import TuningSample, predict_classes, tune_network

    model = MiniLM(Settings())
    parts = [[TextPart(text, 20)] for text in TEXTS]
    pieces = model.join_parts(parts)
    samples = [TuningSample(each, int(place < 3), 1.0) for place, each in enumerate(pieces)]
    network = tune_network(samples, load_minilm_tensors(Settings()), classes=2, rank=2, epochs=30, rate=1e-3)
    learnt = predict_classes(network, pieces)
    assert learnt.argmax(axis=1).tolist() == [1, 1, 1, 0, 0, 0]
    np.savez(tmp_path / "changes.npz", allow_pickle=False, **network.export())
    tuned = model.tune(tmp_path / "changes.npz")
    assert tuned is not None
    np.testing.assert_allclose(tuned.classify(parts), learnt, atol=0.02)
