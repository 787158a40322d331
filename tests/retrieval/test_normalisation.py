"""Scale-free forms: the same for any units, and golden numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kg.retrieval.normalisation import (
    above_median,
    group_max,
    log_rank,
    share_of_largest,
    share_tied_ranks,
    standard_score,
)

values = arrays(np.float64, st.integers(1, 30), elements=st.integers(-50, 50).map(float))


def test_golden() -> None:
    given_ = np.array([3.0, 1.0, 3.0, 2.0])
    assert log_rank(given_).tolist() == [0.0, 2.0, 0.0, pytest.approx(np.log2(3))]
    assert share_of_largest(given_).tolist() == [1.0, pytest.approx(1 / 3), 1.0, pytest.approx(2 / 3)]
    assert standard_score(given_).tolist() == pytest.approx([0.9045, -1.5076, 0.9045, -0.3015], abs=1e-4)
    assert above_median(given_).tolist() == [0.5, 0.0, 0.5, 0.0]
    assert group_max(given_, np.array([0, 0, 2, 2]), 3).tolist() == [3.0, 0.0, 3.0]


def test_nothing_and_equal_values() -> None:
    assert log_rank(np.zeros(0)).size == 0
    assert log_rank(np.full(3, 5.0)).tolist() == [0.0, 0.0, 0.0]
    assert share_of_largest(np.zeros(2)).tolist() == [0.0, 0.0]
    assert share_of_largest(np.array([-1.0, 0.0])).tolist() == [0.0, 0.0]
    assert standard_score(np.full(3, 5.0)).tolist() == [0.0, 0.0, 0.0]


@given(values, st.integers(1, 9).map(float), st.integers(-20, 20).map(float))
def test_units_do_not_matter(given_: np.ndarray, factor: float, shift: float) -> None:
    assert log_rank(given_ * factor + shift).tolist() == log_rank(given_).tolist()
    assert np.allclose(standard_score(given_ * factor + shift), standard_score(given_), atol=1e-6)
    assert np.allclose(share_of_largest(given_ * factor), share_of_largest(given_))


def test_equal_values_of_a_group_share_the_highest_rank() -> None:
    got = share_tied_ranks(np.array([5.0, 5.0, 5.0, 1.0]), np.array([0, 0, 1, 1]), np.array([1.0, 2.0, 1.0, 2.0]))
    assert got.tolist() == [1.0, 1.0, 1.0, 2.0]
    assert share_tied_ranks(np.zeros(0), np.zeros(0, np.int64), np.zeros(0)).size == 0
