"""Learning the inference of trust between people from ratings in the order of time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench.ratings import Tell, average_precision, load, roc_auc, stream
from kg.errors import InvalidInput
from kg.trust.inference import Model, written
from kg.trust.rating_features import DAY, NAMES, features
from kg.trust.ratings import Rating
from training.calibration import logistic_regression

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

VERSION = 1
_PENALTY = 3.0
_LEARNT = 0.6


def run(file: Path, out: Path, tell: Tell) -> dict[str, Any]:
    """Learn from the earlier half of a file, so that `kg bench ratings` may measure on the later one; write the weights.

    Each rating is learnt from twice: with the times as they are, and with times that tell the day alone, as some networks have
    them, where whatever else was said that day is not known yet. Before that, what is learnt from the first 60 % of that half is
    measured on the rest of it.

    Args:
        file: as `kg.bench.ratings.run` has it.
        out: where the weights (.json) go.
        tell: called with a line a step.

    Returns:
        {"learnt_from", "measured_on" (ratings), "roc_auc", "average_precision_distrust", "weights": {feature: weight}, "base"}.

    Raises:
        InvalidInput: there is no such file, it is of another form, or a part of it is all of one sign.
    """
    ratings = load(file)
    ratings = ratings[: len(ratings) // 2]
    first = int(len(ratings) * _LEARNT)
    (values, good), daily = _told(ratings), _told([replace(one, at=one.at // DAY * DAY) for one in ratings])
    if any(part.all() or not part.any() for part in (good[:first], good[first:])):
        raise InvalidInput("file", str(file), "every part of its earlier half must hold trust and distrust")
    tell(f"{len(ratings)} ratings read")
    trial = learn(np.concatenate([values[:first], daily[0][:first]]), np.concatenate([good[:first], daily[1][:first]]))
    scores = -trial.log_odds(values[first:])
    model = learn(np.concatenate([values, daily[0]]), np.concatenate([good, daily[1]]))
    out.write_text(json.dumps(written(model), indent=2) + "\n", encoding="utf-8")
    return {
        "learnt_from": first,
        "measured_on": len(ratings) - first,
        "roc_auc": round(roc_auc(~good[first:], scores), 4),
        "average_precision_distrust": round(average_precision(~good[first:], scores), 4),
        "weights": dict(model.weights),
        "base": model.base,
    }


def learn(values: Floats, good: Flags) -> Model:
    """Weights that are none below 0: the lowest that is goes, and the others are learnt again.

    Args:
        values: (ratings, len(NAMES)).
        good: (ratings,), whether each is one of trust.
    """
    kept = list(range(len(NAMES)))
    while True:
        weights, base = logistic_regression(values[:, kept], good.astype(np.float64), _PENALTY)
        if not kept or weights.min() >= 0:
            break
        kept.pop(int(weights.argmin()))
    found = dict(zip(kept, weights, strict=True))
    told = {name: float(f"{found.get(place, 0.0):.4g}") for place, name in enumerate(NAMES)}
    return Model(VERSION, told, float(f"{base:.4g}"))


def _told(ratings: Sequence[Rating]) -> tuple[Floats, Flags]:
    pairs = [(features(near, one.at), one.rating > 0) for one, near in stream(ratings)]
    return np.array([row for row, _ in pairs]).reshape(len(pairs), len(NAMES)), np.array(
        [good for _, good in pairs], bool
    )
