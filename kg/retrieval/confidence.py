"""How sure a ranking is that the memory knows the answer, and that it stands among the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kg.retrieval.features import NAMES
from kg.types import Confidence

LOOKED_AT = 5
"""How many of the best are looked at."""
SIGNS = (
    "likelihood",
    "first",
    "second",
    "words",
    "cosine",
    "token_likeness",
    "named",
    "other_named",
    "no_vectors",
    "no_tokens",
    "found",
)
"""What it is judged by, see `signs`."""

LOW, MEDIUM, HIGH = 0.1, 0.4, 0.8
"""The probabilities from which on a confidence is low, medium, high."""
_PLACE = {name: NAMES.index(name) for name in NAMES}
Floats = NDArray[np.float64]


def signs(scores: Sequence[float], features: Floats) -> Floats:
    """What a ranking tells of itself, (len(SIGNS),).

    The log-odds that any of the first five is evidence, of the first and of the second; then of the first five the largest
    share of the question's words, the largest cosine and token likeness; whether the first is by whom the question names, or
    by somebody else; whether vectors or token states are not there; and the logarithm of how many events were found.

    Args:
        scores: probabilities, best first.
        features: of the events in the same order.
    """
    top = features[:LOOKED_AT]
    sure = np.clip(np.asarray(scores[:LOOKED_AT], np.float64), 1e-6, 1 - 1e-6)
    anyone = 1 - np.prod(1 - sure)
    cosine, token = (top[:, _PLACE[name]] for name in ("meaning.cosine", "late.likeness"))
    blind, deaf = bool(np.isnan(cosine).all()), bool(np.isnan(token).all())
    return np.array(
        [
            _log_odds(float(anyone)),
            _log_odds(sure[0]),
            _log_odds(sure[1]) if len(sure) > 1 else _log_odds(1e-6),
            top[:, _PLACE["words.present"]].max(),
            0.0 if blind else np.nanmax(cosine),
            0.0 if deaf else np.nanmax(token),
            top[0, _PLACE["speaker.named"]],
            top[0, _PLACE["speaker.other_named"]],
            float(blind),
            float(deaf),
            float(np.log(len(scores))),
        ]
    )


def probability(scores: Sequence[float], features: Floats, weights: Mapping[str, float]) -> float:
    """The probability that evidence is among the first five: logistic regression on `signs`, with `base` as its constant."""
    total = weights["base"] + float(signs(scores, features) @ np.array([weights[name] for name in SIGNS]))
    return float(1 / (1 + np.exp(-np.clip(total, -60, 60))))


def confidence(scores: Sequence[float], features: Floats, weights: Mapping[str, float]) -> Confidence:
    """none, low, medium or high: the probability up to .1, .4, .8 and above; none where nothing was found."""
    if not len(scores):
        return "none"
    sure = probability(scores, features, weights)
    if sure >= HIGH:
        return "high"
    if sure >= MEDIUM:
        return "medium"
    return "low" if sure >= LOW else "none"


def _log_odds(probability_: float) -> float:
    return float(np.log(probability_ / (1 - min(probability_, 1 - 1e-9))))
