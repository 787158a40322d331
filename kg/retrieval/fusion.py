"""Reciprocal rank fusion: combine rankings without learnt weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rank = TypeVar("Rank", float, Floats)


def reciprocal_rank(rank: Rank, k: int = 60) -> Rank:
    """Return 1 / (k + rank), rank from 1 (Cormack, Clarke and Büttcher, SIGIR 2009): 1/61 = .016393 for the first rank."""
    return 1.0 / (k + rank)


def fuse_rankings(ranks: Sequence[Floats], k: int = 60) -> Floats:
    """Return Σ 1 / (k + rank) over the rankings that contain an item.

    Args:
        ranks: for each ranking the items' ranks from 1; inf for an item that it does not contain.
        k: the constant of the formula.
    """
    total: Floats = np.sum([reciprocal_rank(each, k) for each in ranks], axis=0)
    return total
