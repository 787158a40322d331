"""Learning what a score means: Platt's scaling of the ranker, and the logistic regression behind the confidence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 100


def logistic_regression(values: Floats, labels: Floats, penalty: float = 1.0) -> tuple[Floats, float]:
    """Weights and constant by Newton's method, with an L2 penalty on the weights.

    Args:
        values: (samples, features), of any scale.
        labels: (samples,), 0 or 1.
        penalty: in units of the standardised weights.
    """
    mean, deviation = values.mean(axis=0), values.std(axis=0)
    deviation = np.where(deviation > 1e-9, deviation, 1.0)
    matrix = np.column_stack([(values - mean) / deviation, np.ones(len(values))])
    held = np.full(matrix.shape[1], penalty)
    held[-1] = 1e-6
    weights = np.zeros(matrix.shape[1])
    for _ in range(_STEPS):
        sure = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
        slope = matrix.T @ (sure - labels) + held * weights
        bend = (matrix * (sure * (1 - sure))[:, None]).T @ matrix + np.diag(held)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    plain = weights[:-1] / deviation
    return plain, float(weights[-1] - mean @ plain)
