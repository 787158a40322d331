"""Neighbours of an event in its session, as pure functions.

An answer often lacks the words of its question, which precede it in the conversation, and a short message means little alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SessionPosition = tuple[str, int] | None
"""A session and a sequence number in it."""

DISTANCES = (-1, 1, -2, 2)
_WEIGHTS = (0.5, 0.5, 0.25, 0.25)
_WINDOW_WEIGHTS = (0.95, 0.95, 0.9, 0.9)


def find_neighbour_rows(positions: Sequence[SessionPosition]) -> Ints:
    """Return for each event the rows of those 1 before, 1 after, 2 before and 2 after: (events, 4), -1 where there is none."""
    rows = np.array([row for row, position in enumerate(positions) if position is not None], np.int64)
    near = np.full((len(positions), len(DISTANCES)), -1, np.int64)
    if not rows.size:
        return near
    numbers: dict[str, int] = {}
    placed = [position for position in positions if position is not None]
    sessions = np.array([numbers.setdefault(session, len(numbers)) for session, _ in placed], np.int64)
    seqs = np.array([seq for _, seq in placed], np.int64)
    # Sessions lie so far apart on one line that no neighbour is in another.
    line = sessions * (seqs.max() - seqs.min() + 2 * max(DISTANCES) + 1) + seqs - seqs.min()
    order = np.argsort(line, kind="stable")
    ordered = line[order]
    wanted = line[:, None] + np.array(DISTANCES)
    found = np.searchsorted(ordered, wanted, side="right") - 1
    near[rows] = np.where((found >= 0) & (ordered[found] == wanted), rows[order[found]], -1)
    return near


def neighbour_values(values: Floats, rows: Ints, missing: float) -> Floats:
    """Return the values at one column of `find_neighbour_rows`; `missing` where there is no such neighbour."""
    there = (rows >= 0).reshape(-1, *([1] * (values.ndim - 1)))
    return np.where(there, values[rows], missing)


def weighted_sum(values: Floats, near: Ints) -> Floats:
    """Return each event's value plus half of its neighbours' and a quarter of its second neighbours' values."""
    total = values.copy()
    for column, share in enumerate(_WEIGHTS):
        total += share * neighbour_values(values, near[:, column], 0.0)
    return total


def window_max(values: Floats, near: Ints, columns: Sequence[int], *, faded: bool) -> Floats:
    """Return the maximum of an event and some of its neighbours for each word, so that a window matches as a whole.

    Args:
        values: (events, words).
        near: from `find_neighbour_rows`.
        columns: the columns of `near` to include.
        faded: whether a neighbour's value is multiplied by .95, a second neighbour's by .9.
    """
    best = values
    for column in columns:
        theirs = neighbour_values(values, near[:, column], 0.0)
        best = np.maximum(best, theirs * _WINDOW_WEIGHTS[column] if faded else theirs)
    return best
