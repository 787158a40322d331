"""Confidence: how likely the first messages of a ranking hold evidence, and the levels of confidence.

A ranking alone does not separate an answer from something close to it; `kg.retrieval.agreement` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kg.probabilities import log_odds, to_probability
from kg.retrieval.features import FEATURE_NAMES
from kg.types import Confidence

RATED_RESULTS = 5
"""Number of leading results that are rated."""
CONFIDENCE_SIGNALS = (
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
"""The inputs of the logistic regression, see `confidence_signals`."""

LOW, MEDIUM, HIGH = 0.3, 0.65, 0.8
"""Lower bounds of probability for low, medium and high confidence."""
MOST_WITH_UNKNOWN_NAMES = 0.5
"""The highest probability for a question whose names occur in nothing that was found (`kg.retrieval.unknown_names`)."""
_COLUMN = {name: FEATURE_NAMES.index(name) for name in FEATURE_NAMES}
Floats = NDArray[np.float64]


def confidence_signals(scores: Sequence[float], features: Floats) -> Floats:
    """Compute the confidence signals of a ranking, (len(CONFIDENCE_SIGNALS),).

    The log-odds that any of the first five is evidence, of the first and of the second; of the first five the largest share of
    the question's words, the largest cosine and token similarity; whether the first is by the speaker that the question names,
    or by another; whether vectors or token states are missing; and the logarithm of the number of events.

    Args:
        scores: probabilities, best first.
        features: features of the events, in the same order.
    """
    top = features[:RATED_RESULTS]
    probabilities = np.clip(np.asarray(scores[:RATED_RESULTS], np.float64), 1e-6, 1 - 1e-6)
    any_evidence = 1 - np.prod(1 - probabilities)
    cosine, token = (top[:, _COLUMN[name]] for name in ("meaning.cosine", "late.likeness"))
    lacks_vectors, lacks_states = bool(np.isnan(cosine).all()), bool(np.isnan(token).all())
    return np.array(
        [
            log_odds(float(any_evidence)),
            log_odds(probabilities[0]),
            log_odds(probabilities[1]) if len(probabilities) > 1 else log_odds(1e-6),
            top[:, _COLUMN["words.present"]].max(),
            0.0 if lacks_vectors else np.nanmax(cosine),
            0.0 if lacks_states else np.nanmax(token),
            top[0, _COLUMN["speaker.named"]],
            top[0, _COLUMN["speaker.other_named"]],
            float(lacks_vectors),
            float(lacks_states),
            float(np.log(len(scores))),
        ]
    )


def answer_probability(scores: Sequence[float], features: Floats, weights: Mapping[str, float]) -> float:
    """Return the probability that evidence is among the first five: logistic regression with the constant `base`."""
    total = weights["base"] + float(
        confidence_signals(scores, features) @ np.array([weights[name] for name in CONFIDENCE_SIGNALS])
    )
    return to_probability(total)


def rate_confidence(probability: float) -> Confidence:
    """Return none, low, medium or high for a probability, with thresholds .3, .65 and .8."""
    if probability >= HIGH:
        return "high"
    if probability >= MEDIUM:
        return "medium"
    return "low" if probability >= LOW else "none"
