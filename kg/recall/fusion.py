"""Fusion: several rankings of the same memories made into one, as pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.language.words import keywords
from kg.recall.candidates import Candidate
from kg.recall.lexical import bm25

Place = tuple[str, int] | None
"""A session and a place in it."""

# Chosen on the dev sets, one configuration for short turns and long messages (docs/benchmarks.md, "Recall").
WEIGHTS = {"meaning": 0.7, "words_nearby": 2.0, "meaning_nearby": 1.0, "speaker_named": 0.8}
_LEAST = 0.001
_NEAR = ((-1, 0.5), (1, 0.5), (-2, 0.25), (2, 0.25))


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


def fuse(
    signals: Mapping[str, Mapping[str, float]], weights: Mapping[str, float], k: int = 60
) -> dict[str, dict[str, float]]:
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
        weight = weights[name]
        share, last = 0.0, None
        for rank, item in enumerate(sorted(values, key=values.__getitem__, reverse=True), start=1):
            if values[item] != last:
                share, last = weight * reciprocal_rank(rank, k), values[item]
            shares.setdefault(item, {})[name] = share
    return shares


def nearby(places: Mapping[str, Place], values: Mapping[str, float]) -> dict[str, float]:
    """Each item's value with those of its neighbours in the session: a half of the next ones, a quarter of the second next.

    An answer often lacks the words of its question, which stand in the line before it. Items whose sum is nought are
    left out.
    """
    at = {place: item for item, place in places.items() if place is not None}
    sums: dict[str, float] = {}
    # Those with a value give to their neighbours; most items have none, and need not be asked.
    for item, value in values.items():
        sums[item] = sums.get(item, 0.0) + value
        if place := places.get(item):
            session, seq = place
            for distance, share in _NEAR:
                neighbour = at.get((session, seq + distance))
                if neighbour is not None:
                    sums[neighbour] = sums.get(neighbour, 0.0) + share * value
    # Rounded, so that the order in which neighbours were added decides nothing.
    return {item: round(total, 9) for item, total in sums.items() if total > 0}


def rank(found: Sequence[Candidate], words: Sequence[str], *, k: int, limit: int | None = None) -> list[Ranked]:
    """Rank what was found, passages counted as their event; best first, equal scores newest first.

    Args:
        found: candidates of one search.
        words: the question's, as `kg.language.words.keywords` gives them.
        k: the constant of reciprocal rank fusion.
        limit: how many are wanted; None: all.
    """
    groups: dict[str, list[Candidate]] = {}
    meaning: dict[str, float] = {}
    fit: dict[str, float] = {}
    for one, score in zip(found, bm25(words, [one.text for one in found]), strict=True):
        event = one.event
        groups.setdefault(event, []).append(one)
        if one.meaning is not None:
            meaning[event] = max(one.meaning, meaning.get(event, -1.0))
        # The index knows forms of a word that a prefix does not: what it found counts, if as the least.
        if score > 0 or one.words is not None:
            fit[event] = max(score, fit.get(event, 0.0), _LEAST)
    places = {item: _place(group) for item, group in groups.items()}
    named = {name for name in {one.speaker_name for one in found} if _named(name, words)}
    # What vectors did not find counts as far as the farthest that they found.
    floor = min(meaning.values(), default=0.0)
    signals = {
        "meaning": meaning,
        "words_nearby": nearby(places, fit),
        "meaning_nearby": nearby(places, {item: cosine - floor for item, cosine in meaning.items()}),
        "speaker_named": {item: 1.0 for item, group in groups.items() if group[0].speaker_name in named},
    }
    fused = fuse(signals, WEIGHTS, k)
    scores = {item: sum(shares.values()) for item, shares in fused.items()}

    def order(item: str) -> tuple[float, float, str]:
        at = groups[item][0].at
        return -scores[item], -(at.timestamp() if at else 0.0), item

    best = sorted(fused, key=order)[:limit]
    return [Ranked(_shown(groups[item]), scores[item], meaning.get(item), fused[item]) for item in best]


def _named(speaker: str | None, words: Sequence[str]) -> bool:
    """Whether the question names who said it, by any word of the name."""
    return speaker is not None and any(word in words for word in keywords(speaker))


def _place(group: Sequence[Candidate]) -> Place:
    """Where in which session an event stands, if it does."""
    first = group[0]
    return None if first.session is None or first.seq is None else (first.session, first.seq)


def _shown(group: Sequence[Candidate]) -> Candidate:
    """What is shown of an event: the passage, or itself, that fits the question best."""
    return max(group, key=lambda one: (one.kind != "event" or len(group) == 1, one.meaning or -1.0, one.words or 0.0))
