"""Probabilities and their log-odds."""

from __future__ import annotations

import numpy as np


def log_odds(probability: float) -> float:
    """Return the log-odds of a probability."""
    return float(np.log(probability / (1 - min(probability, 1 - 1e-9))))


def to_probability(odds: float) -> float:
    """Return the probability with these log-odds."""
    return float(1 / (1 + np.exp(-np.clip(odds, -60, 60))))
