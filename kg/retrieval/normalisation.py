"""Scale-free forms of a signal, so that a value means the same in any conversation. Pure functions of one search's values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def log_rank(values: Floats) -> Floats:
    """log2 of the rank from 1, the highest first; equal values share the better rank: 0 is the best, 1 the second."""
    order = np.argsort(-values, kind="stable")
    ordered = values[order]
    places = np.arange(values.size)
    fresh = np.concatenate([[True], ordered[1:] != ordered[:-1]]) if values.size else np.zeros(0, bool)
    ranks = np.empty(values.size)
    ranks[order] = np.maximum.accumulate(np.where(fresh, places, 0)) + 1
    return np.log2(ranks)


def relative(values: Floats) -> Floats:
    """Shares of the largest; all 0 where none is above 0."""
    top = values.max(initial=0.0)
    return values / top if top > 0 else np.zeros(values.shape)


def standard(values: Floats) -> Floats:
    """Standard deviations above the mean; all 0 where all are equal."""
    deviation = values.std() if values.size else 0.0
    return (values - values.mean()) / deviation if deviation > 1e-9 else np.zeros(values.shape)


def above_median(values: Floats) -> Floats:
    """What a value has above the median of all, at least 0."""
    return np.maximum(values - np.median(values), 0.0) if values.size else values


def group_max(values: Floats, groups: Ints, count: int, empty: float = 0.0) -> Floats:
    """The maximum in each group, along the first axis; `empty` is the least."""
    found = np.full((count, *values.shape[1:]), empty)
    np.maximum.at(found, groups, values)
    return found


def shared(values: Floats, groups: Ints, places: Floats) -> Floats:
    """Places with equal values of a group sharing the best of theirs."""
    keys = np.stack([groups.astype(np.float64), values], axis=1)
    _, same = np.unique(keys, axis=0, return_inverse=True)
    same = same.reshape(-1)
    best = np.full(same.max(initial=-1) + 1, np.inf)
    np.minimum.at(best, same, places)
    return best[same]
