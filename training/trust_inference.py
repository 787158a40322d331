"""Training of trust inference between people from ratings in time order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import Reporter, average_precision, load_ratings, roc_auc, stream_ratings
from kg.errors import InvalidInput
from kg.trust import DAY_S, FEATURE_NAMES, Rating, TrustModel, compute_features, serialize_model
from training.calibration import fit_logistic_regression

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

VERSION = 1
_PENALTY = 3.0
_TRAINING_SHARE = 0.6


def train_trust_inference(file: Path, out: Path, report: Reporter) -> dict[str, Any]:
    """Train on the earlier half of a file and write the weights; `kg bench ratings` measures on the later half.

    Each rating is used twice: with its time, and with its time rounded down to the day, as in networks that publish only days.
    In the second case other ratings of the same day are not known yet. A trial model is first trained on 60 % of the half and
    measured on the rest.

    Args:
        file: a file in the form of `kg.bench.ratings.measure_rating_prediction`.
        out: the file (.json) that the weights are written to.
        report: called with a line for each step.

    Returns:
        {"learnt_from", "measured_on" (ratings), "roc_auc", "average_precision_distrust", "weights": {feature: weight}, "base"}.

    Raises:
        InvalidInput: the file is missing or malformed, or all ratings of a part have the same sign.
    """
    ratings = load_ratings(file)
    ratings = ratings[: len(ratings) // 2]
    training_count = int(len(ratings) * _TRAINING_SHARE)
    (values, is_positive), daily_samples = (
        _build_samples(ratings),
        _build_samples([replace(rating, at=rating.at // DAY_S * DAY_S) for rating in ratings]),
    )
    if any(part.all() or not part.any() for part in (is_positive[:training_count], is_positive[training_count:])):
        raise InvalidInput("file", str(file), "a file with both trust and distrust in each part of its earlier half")
    report(f"{len(ratings)} ratings read")
    trial_model = learn_weights(
        np.concatenate([values[:training_count], daily_samples[0][:training_count]]),
        np.concatenate([is_positive[:training_count], daily_samples[1][:training_count]]),
    )
    scores = -trial_model.log_odds(values[training_count:])
    model = learn_weights(np.concatenate([values, daily_samples[0]]), np.concatenate([is_positive, daily_samples[1]]))
    out.write_text(json.dumps(serialize_model(model), indent=2) + "\n", encoding="utf-8")
    return {
        "learnt_from": training_count,
        "measured_on": len(ratings) - training_count,
        "roc_auc": round(roc_auc(~is_positive[training_count:], scores), 4),
        "average_precision_distrust": round(average_precision(~is_positive[training_count:], scores), 4),
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
