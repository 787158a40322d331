"""Confidence: its signals and levels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kg.retrieval.confidence import CONFIDENCE_SIGNALS, answer_probability, confidence_signals, rate_confidence
from kg.retrieval.features import FEATURE_NAMES

NO_WEIGHTS = dict.fromkeys(CONFIDENCE_SIGNALS, 0.0)


def features(**values: list[float]) -> np.ndarray:
    table = np.zeros((len(next(iter(values.values()))), len(FEATURE_NAMES)))
    for name, column in values.items():
        table[:, FEATURE_NAMES.index(name.replace("__", "."))] = column
    return table


def test_confidence_signals() -> None:
    got = dict(
        zip(
            CONFIDENCE_SIGNALS,
            confidence_signals(
                [0.5, 0.5, 0.0, 0.0, 0.0, 0.9],
                features(
                    words__present=[0.1, 0.7, 0.0, 0.0, 0.0, 1.0],
                    meaning__cosine=[0.2, np.nan, 0.4, 0.0, 0.0, 0.9],
                    late__likeness=[np.nan] * 6,
                    speaker__named=[1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                ),
            ),
            strict=True,
        )
    )
    assert got["likelihood"] == pytest.approx(math.log(0.75 / 0.25), abs=1e-4)
    assert got["first"] == got["second"] == pytest.approx(0.0)
    assert (got["words"], got["cosine"], got["token_likeness"]) == (0.7, 0.4, 0.0)
    assert (got["named"], got["other_named"], got["no_vectors"], got["no_tokens"]) == (1.0, 0.0, 0.0, 1.0)


def test_a_single_hit_has_no_second() -> None:
    assert confidence_signals([0.5], features(words__present=[0.0]))[CONFIDENCE_SIGNALS.index("second")] < -10


@pytest.mark.parametrize(
    ("sure", "expected"),
    [(0.81, "high"), (0.79, "medium"), (0.66, "medium"), (0.64, "low"), (0.31, "low"), (0.29, "none")],
)
def test_confidence_levels(sure: float, expected: str) -> None:
    weights = NO_WEIGHTS | {"base": math.log(sure / (1 - sure))}
    table = features(words__present=[0.0])
    assert answer_probability([0.5], table, weights) == pytest.approx(sure)
    assert rate_confidence(sure) == expected
