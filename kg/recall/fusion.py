"""Fusion: several rankings of the same memories made into one, as pure functions."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.recall.candidates import Candidate


@dataclass(frozen=True, slots=True)
class Ranked:
    """An event (or other memory) with its place in the ranking.

    Attributes:
        best: what is shown of it: the passage that fits best, or itself.
        score: the fused score.
        meaning: its best cosine, or None.
        why: signal → its share of the score; they sum up to it.
    """

    best: Candidate
    score: float
    meaning: float | None
    why: Mapping[str, float] = field(default_factory=dict)


def reciprocal_rank(rank: int, k: int = 60) -> float:
    """1 / (k + rank), rank from 1 (Cormack, Clarke and Büttcher, SIGIR 2009): 1/61 = .016393 for a first place."""
    return 1.0 / (k + rank)


def fuse(signals: Mapping[str, Mapping[str, float]], weights: Mapping[str, float], k: int = 60) -> dict[str, dict[str, float]]:
    """Reciprocal rank fusion: Σ weight / (k + rank) over the signals in which an item occurs.

    Args:
        signals: name → item → value; higher is better, equal values share the better rank.
        weights: name → weight.
        k: the constant of the formula.

    Returns:
        item → signal → its share; the shares of an item sum up to its score.
    """
    shares: dict[str, dict[str, float]] = {}
    for name, values in signals.items():
        rank = 0
        last = None
        for place, (item, value) in enumerate(sorted(values.items(), key=lambda pair: -pair[1]), start=1):
            if value != last:
                rank, last = place, value
            shares.setdefault(item, {})[name] = weights[name] * reciprocal_rank(rank, k)
    return shares


def rank(found: Sequence[Candidate], *, k: int = 60) -> list[Ranked]:
    """Rank events."""
    events: dict[str, list[Candidate]] = {}
    for one in found:
        events.setdefault(one.event, []).append(one)
    meaning = {e: max(c.meaning for c in cs if c.meaning is not None) for e, cs in events.items() if any(c.meaning is not None for c in cs)}
    words = {e: max(c.words for c in cs if c.words is not None) for e, cs in events.items() if any(c.words is not None for c in cs)}
    shares = fuse({"meaning": meaning, "words": words}, {"meaning": 1.0, "words": 1.0}, k)
    best = {e: max(cs, key=lambda c: (c.meaning or 0, c.words or 0)) for e, cs in events.items()}
    out = [Ranked(best[e], sum(s.values()), meaning.get(e), s) for e, s in shares.items()]
    return sorted(out, key=lambda r: -r.score)
