"""How sure a ranking is that the memory knows the answer at all."""

from __future__ import annotations

from collections.abc import Sequence

from kg.recall.fusion import Ranked
from kg.records import Confidence

# Of all-MiniLM-L6-v2, on the dev sets (docs/benchmarks.md, "Confidence"): nine in ten questions about other
# conversations lie below .5; of those whose evidence is among the first five, nine in ten above .56, half above .72.
_LOW, _MEDIUM, _HIGH = 0.20, 0.52, 0.70
_COVERED = 0.3
LOOKED_AT = 5
"""How many of the best are looked at."""


def confidence(ranked: Sequence[Ranked], words: Sequence[str]) -> Confidence:
    """none, low, medium or high, from the best five: their cosine, and how many of the question's words one of them has.

    Where there are no vectors, words alone decide, and never give more than medium.
    """
    top = ranked[:LOOKED_AT]
    if not top:
        return "none"
    covered = max(_coverage(one.best.text, words) for one in top)
    cosines = [one.meaning for one in top if one.meaning is not None]
    if not cosines:
        return "medium" if covered >= 0.5 else "low"
    sure = max(cosines) + _COVERED * covered
    if sure >= _HIGH:
        return "high"
    if sure >= _MEDIUM:
        return "medium"
    return "low" if sure >= _LOW else "none"


def _coverage(text: str, words: Sequence[str]) -> float:
    """The share of the words that the text has, by their first five letters (a cheap stem)."""
    if not words:
        return 0.0
    folded = text.casefold()
    return sum(word[:5] in folded for word in words) / len(words)
