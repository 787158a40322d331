"""Relevance and strength of memories: the score for a question, the strength after forgetting, and what to prune."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

FORGETTING_PER_HOUR = 0.1
"""Default rate of forgetting per hour of an unused memory; a setting."""
WEAK_STRENGTH = 0.2
"""Memories below this strength may be pruned."""
LOW_IMPORTANCE = 4
"""Memories below this importance may be pruned."""
MAX_PRUNED = 20
"""Maximum number of memories pruned at once."""
_MEANING, _RECENCY, _IMPORTANCE = 0.5, 0.25, 0.25
_FRESH_DAYS = 30.0
_MOST_IMPORTANT = 10
_MIN_STRENGTH = 0.1
# Each use divides the rate of forgetting by this factor times the number of uses.
_USE_FACTOR = 5


def recency_score(days: float) -> float:
    """Return 1 for a memory used just now, decreasing linearly to 0 in thirty days.

    Args:
        days: days since the last use, or since creation where unused.
    """
    return min(1.0, max(0.0, 1.0 - days / _FRESH_DAYS))


def memory_score(cosine: float, days: float, importance: float) -> float:
    """Return value well a memory matches a question: .5 × meaning + .25 × recency + .25 × importance.

    The form follows Park et al., Generative Agents (2023), with the weights of behaviour.md §10.

    Args:
        cosine: cosine of the two texts; negative values count as 0.
        days: days since the last use, or since creation where unused.
        importance: 1 to 10.
    """
    meaning = min(1.0, max(0.0, cosine))
    return _MEANING * meaning + _RECENCY * recency_score(days) + _IMPORTANCE * importance / _MOST_IMPORTANT


def memory_strength(hours: float, accesses: int, *, per_hour: float = FORGETTING_PER_HOUR) -> float:
    """Return the strength of a memory, from 1 down to .1, by Ebbinghaus' forgetting curve; each use slows the decay.

    Args:
        hours: hours since the last use, or since creation where unused.
        accesses: number of uses.
        per_hour: rate of forgetting.
    """
    return max(_MIN_STRENGTH, math.exp(-per_hour * max(0.0, hours) / max(_USE_FACTOR * accesses, 1)))


def select_weakest(
    candidates: Iterable[tuple[T, float, int, float]], *, per_hour: float = FORGETTING_PER_HOUR
) -> list[T]:
    """Return the memories to prune, weakest first, at most twenty: strength below .2 and importance below 4.

    Args:
        candidates: memories with their hours, accesses and importance, see `memory_strength`; ties keep their order.
        per_hour: rate of forgetting.
    """
    rated = [
        (memory_strength(hours, accesses, per_hour=per_hour), importance, one)
        for one, hours, accesses, importance in candidates
    ]
    weak = [(value, one) for value, importance, one in rated if value < WEAK_STRENGTH and importance < LOW_IMPORTANCE]
    return [one for _, one in sorted(weak, key=lambda each: each[0])][:MAX_PRUNED]
