"""Tests of the logistic regression."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from kg.errors import ModelUnavailable
from training.calibration import fit_logistic_regression


@pytest.mark.extras
def test_logistic_regression_recovers_the_weights() -> None:
    random = np.random.default_rng(0)
    values = random.normal(size=(20_000, 2)) * [1.0, 10.0] + [0.0, 5.0]
    labels = (random.random(20_000) < 1 / (1 + np.exp(-(2 * values[:, 0] - 0.1 * values[:, 1] + 1)))).astype(float)
    weights, base = fit_logistic_regression(values, labels)
    assert weights == pytest.approx([2.0, -0.1], rel=0.1)
    assert base == pytest.approx(1.0, abs=0.15)


@pytest.mark.extras
def test_a_larger_penalty_gives_smaller_weights() -> None:
    values = np.random.default_rng(1).normal(size=(200, 1))
    labels = (values[:, 0] > 0).astype(float)
    weights = [fit_logistic_regression(values, labels, penalty)[0][0] for penalty in (0.1, 1.0, 10.0)]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.skipif(importlib.util.find_spec("sklearn") is not None, reason="scikit-learn is installed")
def test_missing_scikit_learn_raises_with_install_advice() -> None:
    with pytest.raises(ModelUnavailable, match=r"kg\[train\]"):
        fit_logistic_regression(np.zeros((2, 1)), np.array([0.0, 1.0]))
