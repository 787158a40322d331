"""What stands around a line of conversation: its neighbours in the session, as pure functions.

An answer often lacks the words of its question, which stand in the line before it; and a short line means little alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Place = tuple[str, int] | None
"""A session and a place in it."""

DISTANCES = (-1, 1, -2, 2)
_SHARES = (0.5, 0.5, 0.25, 0.25)
_FADED = (0.95, 0.95, 0.9, 0.9)


def beside(places: Sequence[Place]) -> Ints:
    """For each line the rows of those 1 before, 1 after, 2 before and 2 after it: (lines, 4), -1 where there is none."""
    at = {place: row for row, place in enumerate(places) if place is not None}
    return np.array(
        [
            [-1] * 4 if place is None else [at.get((place[0], place[1] + step), -1) for step in DISTANCES]
            for place in places
        ],
        np.int64,
    ).reshape(len(places), 4)


def neighbour(values: Floats, rows: Ints, missing: float) -> Floats:
    """The values of one column of `beside`; `missing` where there is no such neighbour."""
    there = (rows >= 0).reshape(-1, *([1] * (values.ndim - 1)))
    return np.where(there, values[rows], missing)


def weighted_sum(values: Floats, near: Ints) -> Floats:
    """A line's value with a half of each next one's and a quarter of each second next one's."""
    total = values.copy()
    for column, share in enumerate(_SHARES):
        total += share * neighbour(values, near[:, column], 0.0)
    return total


def window_max(values: Floats, near: Ints, columns: Sequence[int], *, faded: bool) -> Floats:
    """The maximum of a line and some of its neighbours, word by word: a window fits where its lines together do.

    Args:
        values: (lines, words).
        near: from `beside`.
        columns: which of its columns.
        faded: whether a neighbour counts .95, a second next one .9 of its value.
    """
    best = values
    for column in columns:
        theirs = neighbour(values, near[:, column], 0.0)
        best = np.maximum(best, theirs * _FADED[column] if faded else theirs)
    return best
