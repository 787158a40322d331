"""Reciprocal rank fusion: rankings of the same memories made into one, without any weights to learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rank = TypeVar("Rank", float, Floats)


def reciprocal_rank(rank: Rank, k: int = 60) -> Rank:
    """1 / (k + rank), rank from 1 (Cormack, Clarke and Büttcher, SIGIR 2009): 1/61 = .016393 for a first place."""
    return 1.0 / (k + rank)


def fuse(ranks: Sequence[Floats], k: int = 60) -> Floats:
    """Σ 1 / (k + rank) over the rankings in which an item occurs.

    Args:
        ranks: of each ranking the items' ranks from 1; inf for an item that it lacks.
        k: the constant of the formula.
    """
    total: Floats = np.sum([reciprocal_rank(each, k) for each in ranks], axis=0)
    return total
