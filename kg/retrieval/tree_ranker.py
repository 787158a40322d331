"""The learnt ranking: a sum of small trees over scale-free features, read from a versioned file that `python -m training ranking` writes."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.errors import KgError
from kg.retrieval.features import GROUPS, NAMES, group_of

FILE = Path(__file__).with_name("ranker.json")
DEPTH = 3
_INNER = 2**DEPTH - 1
_BLOCK = 64
UNKNOWN = -1000.0
"""What an unknown value (nan) counts as: below all others, so that a tree can tell it from them."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ranker:
    """Trees of depth 3, complete: the children of node i are 2i + 1 and 2i + 2, and 7 to 14 are leaves.

    Attributes:
        version: of the weights.
        feature: (trees, 7), the feature that a node looks at.
        threshold: (trees, 7), up to which it goes left.
        value: (trees, 15), the mean of what lies below each node; a leaf's is what the tree gives.
        slope: with `size` and `offset`, turns a sum into the log-odds that an event is evidence (Platt, 1999).
        size: weight of the logarithm of how many events there are: one of three is likelier to be it than one of 300.
        offset: see slope.
        confidence: weights of `kg.retrieval.confidence`.
    """

    version: int
    feature: Ints
    threshold: Floats
    value: Floats
    slope: float
    size: float
    offset: float
    confidence: Mapping[str, float]

    def scores(self, features: Floats, found: int) -> Floats:
        """The log-odds that an event is evidence.

        Args:
            features: of some of the events, (events, len(NAMES)); nan is allowed.
            found: how many events there are in all.
        """
        return self.slope * self._leaves(features) + self._base(found)

    def _base(self, events: int) -> float:
        return self.size * float(np.log(max(events, 1))) + self.offset

    def explain(self, features: Floats, found: int) -> dict[str, Floats]:
        """What each group of features added to an event's log-odds; with `base` they sum up to `scores`.

        Along its way through a tree an event's value changes at every node; each change is put down to the feature that the
        node looks at (Saabas, 2014).

        Args:
            features: of some of the events.
            found: how many events there are in all.
        """
        known = np.where(np.isnan(features), UNKNOWN, features)
        groups = np.array([GROUPS.index(group_of(name)) for name in NAMES], np.int64)
        parts = np.zeros((len(GROUPS), known.shape[0]))
        events, trees = np.arange(known.shape[0])[:, None], np.arange(self.feature.shape[0])[None, :]
        node = np.zeros((known.shape[0], self.feature.shape[0]), np.int64)
        for _ in range(DEPTH):
            looked_at = self.feature[trees, node]
            after = 2 * node + 1 + (known[events, looked_at] > self.threshold[trees, node])
            change = self.value[trees, after] - self.value[trees, node]
            np.add.at(parts, (groups[looked_at], np.broadcast_to(events, node.shape)), change)
            node = after
        told = {group: self.slope * part for group, part in zip(GROUPS, parts, strict=True)}
        told["base"] = np.full(known.shape[0], self.slope * self.value[:, 0].sum() + self._base(found))
        return told

    def _leaves(self, features: Floats) -> Floats:
        known = np.where(np.isnan(features), UNKNOWN, features)
        feature, threshold, value = self.feature.ravel(), self.threshold.ravel(), self.value.ravel()
        trees = np.arange(self.feature.shape[0])
        inner, leaves = trees * _INNER, trees * self.value.shape[1]
        total = np.empty(known.shape[0])
        # In blocks whose intermediate results stay in the processor's cache; `take` on flat arrays costs a third of
        # indexing by two.
        for start in range(0, known.shape[0], _BLOCK):
            block = known[start : start + _BLOCK]
            flat, rows = block.ravel(), (np.arange(block.shape[0]) * block.shape[1])[:, None]
            node = 1 + (block[:, self.feature[:, 0]] > self.threshold[:, 0])
            for _ in range(DEPTH - 1):
                at = node + inner
                node = 2 * node + 1 + (flat.take(rows + feature.take(at)) > threshold.take(at))
            total[start : start + _BLOCK] = value.take(node + leaves).sum(axis=1)
        return total


def logistic(log_odds: Floats) -> Floats:
    """1 / (1 + e^-x)."""
    probability: Floats = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -60.0, 60.0)))
    return probability


@functools.lru_cache(maxsize=1)
def ranker() -> Ranker:
    """The ranker that ships with kg."""
    return read(json.loads(FILE.read_text(encoding="utf-8")))


def read(stored: dict[str, object]) -> Ranker:
    """A ranker from what `write` made.

    Raises:
        KgError: it was trained on other features than this version computes.
    """
    names: Sequence[str] = stored["features"]  # type: ignore[assignment]
    if tuple(names) != NAMES:
        raise KgError(f"{FILE.name} was trained on other features than these; run `python -m training ranking`")
    trees = np.array(stored["trees"], np.float64)
    return Ranker(
        version=int(stored["version"]),  # type: ignore[call-overload]
        feature=trees[:, :_INNER].astype(np.int64),
        threshold=trees[:, _INNER : 2 * _INNER],
        value=trees[:, 2 * _INNER :],
        slope=float(stored["slope"]),  # type: ignore[arg-type]
        size=float(stored["size"]),  # type: ignore[arg-type]
        offset=float(stored["offset"]),  # type: ignore[arg-type]
        confidence=dict(stored["confidence"]),  # type: ignore[call-overload]
    )


def write(ranker: Ranker) -> dict[str, object]:
    """A ranker as plain lists: a line a tree of 7 features, 7 thresholds and 15 values."""
    trees = np.concatenate([ranker.feature, ranker.threshold, ranker.value], axis=1)
    return {
        "version": ranker.version,
        "features": list(NAMES),
        "slope": ranker.slope,
        "size": ranker.size,
        "offset": ranker.offset,
        "confidence": dict(ranker.confidence),
        "trees": [[int(x) for x in row[:_INNER]] + [float(f"{x:.6g}") for x in row[_INNER:]] for row in trees],
    }
