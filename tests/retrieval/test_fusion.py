"""Reciprocal rank fusion: golden numbers."""

from __future__ import annotations

import numpy as np
import pytest

from kg.retrieval.fusion import fuse_rankings, reciprocal_rank


def test_reciprocal_rank_follows_the_paper() -> None:
    assert reciprocal_rank(1) == pytest.approx(0.016393, abs=1e-6)
    assert reciprocal_rank(2) == pytest.approx(1 / 62)
    assert reciprocal_rank(1, k=10) == pytest.approx(1 / 11)


def test_first_in_both_and_first_in_one() -> None:
    meaning, words = np.array([1.0, 2.0, np.inf]), np.array([1.0, np.inf, 2.0])
    both = fuse_rankings([meaning, words])
    assert both[0] == pytest.approx(0.032787, abs=1e-6)
    assert fuse_rankings([words])[0] == pytest.approx(0.016393, abs=1e-6)
    assert both[1] == both[2] == pytest.approx(1 / 62)


def test_equal_ranks_give_equal_shares() -> None:
    assert fuse_rankings([np.array([1.0, 1.0, 3.0])], k=10).tolist() == [1 / 11, 1 / 11, 1 / 13]
