"""Probabilities and log-odds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.probabilities import log_odds, to_probability


@given(st.floats(1e-9, 1 - 1e-9))
def test_log_odds_give_the_probability_back(probability: float) -> None:
    assert to_probability(log_odds(probability)) == pytest.approx(probability, abs=1e-12)


def test_golden_log_odds() -> None:
    assert log_odds(0.5) == 0
    assert log_odds(0.9) == pytest.approx(2.1972246)
    assert to_probability(-1_000) == pytest.approx(0, abs=1e-20), "no overflow"
