"""Training of trust inference between people from simulated ratings in time order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import Reporter, average_precision, roc_auc, stream_ratings
from kg.trust import DAY_S, FEATURE_NAMES, Rating, TrustModel, compute_features, serialize_model
from training.calibration import fit_logistic_regression
from training.simulated_ratings import simulate_ratings

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

VERSION = 1
_PENALTY = 3.0
_COMMUNITIES = 3


def train_trust_inference(out: Path, report: Reporter, *, people: int = 1_500, days: int = 700) -> dict[str, Any]:
    """Train on simulated communities and write the weights; `kg bench ratings` measures them on real ratings.

    Each rating is used twice: with its time, and with its time rounded down to the day, as in networks that publish only days.
    In the second case other ratings of the same day are not known yet. One more community is held out to measure.

    Args:
        out: the file (.json) that the weights are written to.
        report: called with a line for each step.
        people: number of people of each community.
        days: duration of each community.

    Returns:
        {"learnt_from", "measured_on" (ratings), "roc_auc", "average_precision_distrust", "weights": {feature: weight}, "base"}.
    """
    samples = []
    for seed in range(_COMMUNITIES):
        ratings = simulate_ratings(people, days, seed)
        samples.append(_build_samples(ratings))
        samples.append(_build_samples([replace(rating, at=rating.at // DAY_S * DAY_S) for rating in ratings]))
        report(f"community {seed + 1}: {len(ratings)} ratings")
    values, is_positive = (np.concatenate(parts) for parts in zip(*samples, strict=True))
    model = learn_weights(values, is_positive)
    out.write_text(json.dumps(serialize_model(model), indent=2) + "\n", encoding="utf-8")
    held_out, is_positive = _build_samples(simulate_ratings(people, days, _COMMUNITIES))
    scores = -model.log_odds(held_out)
    return {
        "learnt_from": len(values) // 2,
        "measured_on": len(held_out),
        "roc_auc": round(roc_auc(~is_positive, scores), 4),
        "average_precision_distrust": round(average_precision(~is_positive, scores), 4),
        "weights": dict(model.weights),
        "base": model.base,
    }


def learn_weights(values: Floats, is_positive: Flags) -> TrustModel:
    """Learn non-negative weights: drop the feature with the lowest negative weight and fit again until none is negative.

    Args:
        values: features, (ratings, len(NAMES)).
        is_positive: whether each rating is positive, (ratings,).
    """
    kept_features = list(range(len(FEATURE_NAMES)))
    while True:
        weights, base = fit_logistic_regression(values[:, kept_features], is_positive.astype(np.float64), _PENALTY)
        if not kept_features or weights.min() >= 0:
            break
        kept_features.pop(int(weights.argmin()))
    weight_by_index = dict(zip(kept_features, weights, strict=True))
    weights_ = {name: float(f"{weight_by_index.get(index, 0.0):.4g}") for index, name in enumerate(FEATURE_NAMES)}
    return TrustModel(VERSION, weights_, float(f"{base:.4g}"))


def _build_samples(ratings: Sequence[Rating]) -> tuple[Floats, Flags]:
    pairs = [
        (compute_features(neighborhood, rating.at), rating.rating > 0)
        for rating, neighborhood in stream_ratings(ratings)
    ]
    return np.array([row for row, _ in pairs]).reshape(len(pairs), len(FEATURE_NAMES)), np.array(
        [is_positive for _, is_positive in pairs], bool
    )
