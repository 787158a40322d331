"""What a memory is worth now: how well it answers, how strong it still is, and which are the weakest. Pure arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

PER_HOUR = 0.1
"""How fast a memory fades that nobody asks for; a setting."""
WEAK = 0.2
"""What is weaker may be let go of."""
UNIMPORTANT = 4
"""What is of less importance may be let go of."""
AT_ONCE = 20
"""How many are let go of at once."""
_MEANING, _RECENCY, _IMPORTANCE = 0.5, 0.25, 0.25
_FRESH_DAYS = 30.0
_MOST_IMPORTANT = 10
_FLOOR = 0.1
# A memory that was asked for once fades that many times more slowly; twice, twice as slowly again.
_HELD = 5


def recency(days: float) -> float:
    """1 for what was of use just now, falling evenly to 0 in thirty days.

    Args:
        days: since it was last of use, else since it was made.
    """
    return min(1.0, max(0.0, 1.0 - days / _FRESH_DAYS))


def memory_score(cosine: float, days: float, importance: float) -> float:
    """How well a memory answers a question: .5 its meaning, .25 its recency, .25 its importance.

    The form is that of Park et al., Generative Agents (2023), with these weights: behaviour.md §10.

    Args:
        cosine: of the two texts; what is below 0 counts as 0.
        days: since it was last of use, else since it was made.
        importance: 1 to 10.
    """
    meaning = min(1.0, max(0.0, cosine))
    return _MEANING * meaning + _RECENCY * recency(days) + _IMPORTANCE * importance / _MOST_IMPORTANT


def strength(hours: float, accesses: int, *, per_hour: float = PER_HOUR) -> float:
    """How strong a memory still is, from 1 down to .1: it fades as Ebbinghaus' curve does, and each use makes it last.

    Args:
        hours: since it was last of use, else since it was made.
        accesses: how often it was of use.
        per_hour: how fast it fades.
    """
    return max(_FLOOR, math.exp(-per_hour * max(0.0, hours) / max(_HELD * accesses, 1)))


def weakest(found: Iterable[tuple[T, float, int, float]], *, per_hour: float = PER_HOUR) -> list[T]:
    """Those that may be let go of, weakest first, at most twenty: strength below .2 and importance below 4.

    Args:
        found: things, each with its hours, accesses and importance, see `strength`; of equal strength the first comes first.
        per_hour: how fast they fade.
    """
    strong = [
        (strength(hours, accesses, per_hour=per_hour), importance, one) for one, hours, accesses, importance in found
    ]
    weak = [(how, one) for how, importance, one in strong if how < WEAK and importance < UNIMPORTANT]
    return [one for _, one in sorted(weak, key=lambda each: each[0])][:AT_ONCE]
