"""Scale-free forms of a signal that are comparable across conversations. Pure functions of one search's values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def log_rank(values: Floats) -> Floats:
    """Return log2 of the rank from 1, the highest value first; ties share the highest rank. The best has 0, the second 1."""
    # The rank is the number of values that are higher, and one.
    ranks: Floats = np.searchsorted(np.sort(-values), -values, side="left").astype(np.float64) + 1
    return np.log2(ranks)


def share_of_largest(values: Floats) -> Floats:
    """Return shares of the largest value; all 0 where none is above 0."""
    top = values.max(initial=0.0)
    return values / top if top > 0 else np.zeros(values.shape)


def standard_score(values: Floats) -> Floats:
    """Return standard scores; all 0 where all values are equal."""
    if not values.size:
        return values
    # `std` and `mean` take three times as long for a few hundred values.
    difference = values - np.add.reduce(values) / values.size
    deviation = np.sqrt(np.add.reduce(difference * difference) / values.size)
    return difference / deviation if deviation > 1e-9 else np.zeros(values.shape)


def above_median(values: Floats) -> Floats:
    """Return the part of each value above the median, at least 0."""
    return np.maximum(values - np.median(values), 0.0) if values.size else values


def group_max(values: Floats, groups: Ints, count: int, empty: float = 0.0) -> Floats:
    """Return the maximum in each group, along the first axis; `empty` is the minimum."""
    found = np.full((count, *values.shape[1:]), empty)
    np.maximum.at(found, groups, values)
    return found


def share_tied_ranks(values: Floats, groups: Ints, ranks: Floats) -> Floats:
    """Return ranks in which equal values of a group share the best rank."""
    order = np.lexsort((values, groups))
    grouped, ordered = groups[order], values[order]
    is_new = np.ones(order.size, bool)
    is_new[1:] = (grouped[1:] != grouped[:-1]) | (ordered[1:] != ordered[:-1])
    best = np.empty(order.size)
    if order.size:
        starts = np.flatnonzero(is_new)
        best[order] = np.minimum.reduceat(ranks[order], starts)[np.cumsum(is_new) - 1]
    return best
