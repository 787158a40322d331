"""The learnt ranking model: a sum of small decision trees over scale-free features. `python -m training ranking` trains it."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.errors import KgError
from kg.retrieval.features import FEATURE_GROUPS, FEATURE_NAMES, feature_group

RANKER_FILE = Path(__file__).with_name("ranker.json")
TREE_DEPTH = 3
_INNER_NODES = 2**TREE_DEPTH - 1
_BLOCK = 64
UNKNOWN_VALUE = -1000.0
"""Replacement for an unknown value (nan): below all others, so that a tree can separate it."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# The number of each feature's group.
_GROUP: Ints = np.array([FEATURE_GROUPS.index(feature_group(name)) for name in FEATURE_NAMES], np.int64)


@dataclass(frozen=True, eq=False)
class Ranker:
    """Trees of depth 3, complete: the children of node i are 2i + 1 and 2i + 2, and 7 to 14 are leaves.

    Attributes:
        version: version of the weights.
        feature: (trees, 7), the feature that each inner node tests.
        threshold: (trees, 7), the value up to which a node goes left.
        value: (trees, 15), the mean target below each node; a leaf's value is the tree's output.
        slope: with `size` and `offset`, converts a sum into the log-odds that an event is evidence (Platt, 1999).
        size: weight of the logarithm of the number of events: with fewer events, each is likelier to be evidence.
        offset: constant of the log-odds.
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

    def scores(self, features: Floats, event_count: int) -> Floats:
        """Return the log-odds that each event is evidence.

        Args:
            features: features of some of the events, (events, len(NAMES)); nan is allowed.
            event_count: total number of events.
        """
        return self.slope * self._leaves(features) + self._base(event_count)

    def _base(self, events: int) -> float:
        return self.size * float(np.log(max(events, 1))) + self.offset

    def explain(self, features: Floats, event_count: int) -> dict[str, Floats]:
        """Return the contribution of each feature group to the log-odds; together with `base` they sum to `scores`.

        On the path through a tree, the value changes at every node; each change is attributed to the feature that the node tests
        (Saabas, 2014).

        Args:
            features: features of some of the events.
            event_count: total number of events.
        """
        known = np.where(np.isnan(features), UNKNOWN_VALUE, features)
        parts = np.zeros(len(FEATURE_GROUPS) * known.shape[0])
        events, trees = np.arange(known.shape[0])[:, None], np.arange(self.feature.shape[0])[None, :]
        node = np.zeros((known.shape[0], self.feature.shape[0]), np.int64)
        for _ in range(TREE_DEPTH):
            tested = self.feature[trees, node]
            after = 2 * node + 1 + (known[events, tested] > self.threshold[trees, node])
            change = self.value[trees, after] - self.value[trees, node]
            parts += np.bincount((_GROUP[tested] * known.shape[0] + events).ravel(), change.ravel(), parts.size)
            node = after
        rows = parts.reshape(len(FEATURE_GROUPS), -1)
        contributions = {group: self.slope * part for group, part in zip(FEATURE_GROUPS, rows, strict=True)}
        contributions["base"] = np.full(known.shape[0], self.slope * self.value[:, 0].sum() + self._base(event_count))
        return contributions

    def _leaves(self, features: Floats) -> Floats:
        known = np.where(np.isnan(features), UNKNOWN_VALUE, features)
        feature, threshold, value = self.feature.ravel(), self.threshold.ravel(), self.value.ravel()
        trees = np.arange(self.feature.shape[0])
        inner, leaves = trees * _INNER_NODES, trees * self.value.shape[1]
        total = np.empty(known.shape[0])
        # In blocks whose intermediate results fit into the processor's cache; `take` on flat arrays takes a third of the time of
        # two-dimensional indexing.
        for start in range(0, known.shape[0], _BLOCK):
            block = known[start : start + _BLOCK]
            flat, rows = block.ravel(), (np.arange(block.shape[0]) * block.shape[1])[:, None]
            node = 1 + (block[:, self.feature[:, 0]] > self.threshold[:, 0])
            for _ in range(TREE_DEPTH - 1):
                at = node + inner
                node = 2 * node + 1 + (flat.take(rows + feature.take(at)) > threshold.take(at))
            total[start : start + _BLOCK] = value.take(node + leaves).sum(axis=1)
        return total


def logistic(log_odds: Floats) -> Floats:
    """Return 1 / (1 + e^-x)."""
    probability: Floats = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -60.0, 60.0)))
    return probability


@functools.lru_cache(maxsize=1)
def load_ranker() -> Ranker:
    """Return the ranker that ships with kg."""
    return parse_ranker(json.loads(RANKER_FILE.read_text(encoding="utf-8")))


def parse_ranker(stored: dict[str, object]) -> Ranker:
    """Return a ranker from the output of `serialize_ranker`.

    Raises:
        KgError: the file was trained on other features than this version computes.
    """
    names: Sequence[str] = stored["features"]  # type: ignore[assignment]
    if tuple(names) != FEATURE_NAMES:
        raise KgError(
            f"{RANKER_FILE.name} was trained on other features than this version computes; run `python -m training ranking`"
        )
    trees = np.array(stored["trees"], np.float64)
    return Ranker(
        version=int(stored["version"]),  # type: ignore[call-overload]
        feature=trees[:, :_INNER_NODES].astype(np.int64),
        threshold=trees[:, _INNER_NODES : 2 * _INNER_NODES],
        value=trees[:, 2 * _INNER_NODES :],
        slope=float(stored["slope"]),  # type: ignore[arg-type]
        size=float(stored["size"]),  # type: ignore[arg-type]
        offset=float(stored["offset"]),  # type: ignore[arg-type]
        confidence=dict(stored["confidence"]),  # type: ignore[call-overload]
    )


def serialize_ranker(ranker: Ranker) -> dict[str, object]:
    """Return a ranker as plain lists: one row per tree with 7 features, 7 thresholds and 15 values."""
    trees = np.concatenate([ranker.feature, ranker.threshold, ranker.value], axis=1)
    return {
        "version": ranker.version,
        "features": list(FEATURE_NAMES),
        "slope": ranker.slope,
        "size": ranker.size,
        "offset": ranker.offset,
        "confidence": dict(ranker.confidence),
        "trees": [
            [int(x) for x in row[:_INNER_NODES]] + [float(f"{x:.6g}") for x in row[_INNER_NODES:]] for row in trees
        ],
    }
