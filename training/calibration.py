"""Logistic regression, for Platt scaling of the ranker and for the confidence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_MAX_STEPS = 100


def fit_logistic_regression(values: Floats, labels: Floats, penalty: float = 1.0) -> tuple[Floats, float]:
    """Fit a logistic regression by Newton's method with an L2 penalty; return weights and constant.

    Args:
        values: (samples, features), of any scale.
        labels: (samples,), 0 or 1.
        penalty: L2 penalty on the standardised weights.
    """
    mean, deviation = values.mean(axis=0), values.std(axis=0)
    deviation = np.where(deviation > 1e-9, deviation, 1.0)
    matrix = np.column_stack([(values - mean) / deviation, np.ones(len(values))])
    penalties = np.full(matrix.shape[1], penalty)
    penalties[-1] = 1e-6
    weights = np.zeros(matrix.shape[1])
    for _ in range(_MAX_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
        gradient = matrix.T @ (probabilities - labels) + penalties * weights
        hessian = (matrix * (probabilities * (1 - probabilities))[:, None]).T @ matrix + np.diag(penalties)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    unscaled = weights[:-1] / deviation
    return unscaled, float(weights[-1] - mean @ unscaled)
