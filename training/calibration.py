"""Logistic regression, for Platt scaling of the ranker, for the confidence, and for trust inference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable

Floats = NDArray[np.float64]


def fit_logistic_regression(
    values: Floats, labels: Floats, penalty: float = 1.0, weights: Floats | None = None
) -> tuple[Floats, float]:
    """Fit a logistic regression with an L2 penalty; return weights and constant.

    Args:
        values: (samples, features), of any scale.
        labels: (samples,), 0 or 1.
        penalty: L2 penalty on the weights of standardised features.
        weights: (samples,), how much each counts; None: all alike.

    Raises:
        ModelUnavailable: the extra `train` is not installed.
    """
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
        from sklearn.preprocessing import StandardScaler  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    scaler = StandardScaler().fit(values)
    model = LogisticRegression(C=1 / penalty, solver="newton-cholesky", tol=1e-8)
    model.fit(scaler.transform(values), labels, sample_weight=weights)
    slopes = model.coef_[0] / scaler.scale_
    return slopes, float(model.intercept_[0] - scaler.mean_ @ slopes)
