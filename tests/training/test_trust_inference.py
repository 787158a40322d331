"""Tests of the training of trust inference."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kg.trust.inference import parse_model
from kg.trust.rating_features import FEATURE_NAMES
from training.trust_inference import learn_weights, train_trust_inference


@pytest.mark.extras
def test_trained_weights_have_the_shipped_form(tmp_path: Path) -> None:
    out = tmp_path / "inference.json"
    result = train_trust_inference(out, lambda _: None, people=150, days=300)
    learnt = parse_model(json.loads(out.read_text(encoding="utf-8")))
    assert learnt.weights == result["weights"]
    assert list(learnt.weights) == list(FEATURE_NAMES)
    assert min(learnt.weights.values()) >= 0
    assert result["roc_auc"] > 0.7


@pytest.mark.extras
def test_a_feature_with_a_negative_weight_is_dropped() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(400, len(FEATURE_NAMES)))
    good = values[:, 0] - values[:, 1] + rng.normal(size=400) > 0
    learnt = learn_weights(values, good)
    assert learnt.weights[FEATURE_NAMES[0]] > 0.5
    assert learnt.weights[FEATURE_NAMES[1]] == 0
