"""`kg bench ratings`: prediction of the sign of the next rating between people from all earlier ratings."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import InvalidInput
from kg.trust import Rating, RatingNeighborhood, Ratings, infer_from_neighborhood

Reporter = Callable[[str], None]
Floats = NDArray[np.float64]

_REFRESH_EVERY = 50
_MAX_ITERATIONS = 30


def measure_rating_prediction(file: Path, report: Reporter) -> dict[str, Any]:
    """Measure the shipped trust inference on the later half of a file of ratings.

    Each rating is predicted from the ratings that are strictly earlier.

    Args:
        file: CSV with truster, trustee, rating and seconds since the epoch; a header line is optional.
        report: called with a line for each step.

    Returns:
        {"edges", "predicted", "positive_share", "strangers" (share of predictions whose trustee had no rating),
        "roc_auc", "average_precision_distrust", "roc_auc_strangers": {"ours", "fairness_goodness", "reciprocity"}}.

    Raises:
        InvalidInput: the file is missing or malformed, or all ratings in its later half have the same sign.
    """
    ratings = load_ratings(file)
    half = len(ratings) // 2
    is_distrust = np.array([rating.rating < 0 for rating in ratings[half:]], bool)
    if is_distrust.all() or not is_distrust.any():
        raise InvalidInput("file", str(file), "a file whose later half has both trust and distrust")
    shipped, is_stranger = _predict_shipped(ratings, half)
    scores = {"ours": shipped}
    report("predicted by the shipped inference")
    scores["fairness_goodness"] = -FairnessGoodness(ratings).predict(half)
    report("predicted by fairness and goodness")
    scores["reciprocity"] = _predict_reciprocity(ratings, half)
    return {
        "edges": len(ratings),
        "predicted": len(is_distrust),
        "positive_share": round(float(np.mean([rating.rating > 0 for rating in ratings])), 4),
        "strangers": round(float(is_stranger.mean()), 4),
        "roc_auc": {name: round(roc_auc(is_distrust, score), 4) for name, score in scores.items()},
        "average_precision_distrust": {
            name: round(average_precision(is_distrust, score), 4) for name, score in scores.items()
        },
        "roc_auc_strangers": {
            name: _compute_part_auc(is_distrust, score, is_stranger) for name, score in scores.items()
        },
    }


def load_ratings(file: Path) -> list[Rating]:
    """Read the ratings of a file, oldest first, scaled to −1 … 1; ratings of oneself and ratings of 0 are skipped.

    Raises:
        InvalidInput: the file is missing or malformed.
    """
    if not file.is_file():
        raise InvalidInput("file", str(file), "the path of an existing file")
    with file.open(encoding="utf-8", newline="") as opened:
        rows = [row for row in csv.reader(opened) if row]
    if rows and not _is_number(rows[0][-1]):
        rows = rows[1:]
    if not rows or any(len(row) != 4 or not _is_number(row[2]) or not _is_number(row[3]) for row in rows):
        raise InvalidInput("file", str(file), "a file of lines truster, trustee, rating, time")
    largest = max(abs(float(row[2])) for row in rows) or 1.0
    ratings = [Rating(a, b, float(rating) / largest, float(at)) for a, b, rating, at in rows]
    return sorted(
        (rating for rating in ratings if rating.rating and rating.truster != rating.trustee),
        key=lambda rating: rating.at,
    )


def group_by_time(ratings: Sequence[Rating]) -> Iterator[range]:
    """Yield the index range of each group of ratings with the same time."""
    for _, group in itertools.groupby(range(len(ratings)), key=lambda index: ratings[index].at):
        indexes = list(group)
        yield range(indexes[0], indexes[-1] + 1)


def stream_ratings(ratings: Sequence[Rating], start: int = 0) -> Iterator[tuple[Rating, RatingNeighborhood]]:
    """Yield each rating from `start` on, with the neighbourhood of its two people before it."""
    graph = Ratings()
    for indexes in group_by_time(ratings):
        for index in indexes:
            if index >= start:
                yield ratings[index], graph.neighborhood(ratings[index].truster, ratings[index].trustee)
        for index in indexes:
            graph.add(ratings[index])


def roc_auc(labels: NDArray[np.bool_], scores: Floats) -> float:
    """Return the area under the ROC curve: P(positive scores above negative), ties count half (Mann and Whitney)."""
    _, group, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[group]
    positives = int(labels.sum())
    pairs_in_order = float(ranks[labels].sum()) - positives * (positives + 1) / 2
    return pairs_in_order / (positives * (len(labels) - positives))


def average_precision(labels: NDArray[np.bool_], scores: Floats) -> float:
    """Return the mean precision over thresholds, weighted by the gain in recall; equal scores share a threshold."""
    _, group = np.unique(-scores, return_inverse=True)
    true_positives = np.cumsum(np.bincount(group, labels))
    precision = true_positives / np.cumsum(np.bincount(group))
    return float((precision * np.diff(true_positives, prepend=0.0)).sum() / true_positives[-1])


class FairnessGoodness:
    """Fairness and goodness (Kumar et al., 2016, "Edge weight prediction in weighted signed networks") over a stream.

    A rater is fair if their ratings are close to the goodness of the rated; a person is good if fair raters rate them well.
    Both are recomputed every 50 ratings. In between, the goodness of the next trustee is updated from the latest ratings.
    """

    def __init__(self, ratings: Sequence[Rating]) -> None:
        names: dict[str, int] = {}
        self._groups = list(group_by_time(ratings))
        self._trusters = np.array([names.setdefault(rating.truster, len(names)) for rating in ratings], np.int64)
        self._trustees = np.array([names.setdefault(rating.trustee, len(names)) for rating in ratings], np.int64)
        self._ratings = np.array([rating.rating for rating in ratings], np.float64)
        self._person_count = len(names)

    def predict(self, start: int) -> Floats:
        """Predict each rating from `start` on as fairness times goodness; both are 1 for an unknown person."""
        predictions = np.ones(len(self._ratings) - start)
        fairness, goodness = np.ones(self._person_count), np.ones(self._person_count)
        received: list[list[int]] = [[] for _ in range(self._person_count)]
        refreshed_at = -_REFRESH_EVERY
        for indexes in self._groups:
            if indexes.stop > start and indexes.start - refreshed_at >= _REFRESH_EVERY:
                fairness, goodness = self._iterate(indexes.start, fairness, goodness)
                refreshed_at = indexes.start
            for index in indexes[max(0, start - indexes.start) :]:
                rated_by = received[self._trustees[index]]
                goodness_ = (fairness[self._trusters[rated_by]] * self._ratings[rated_by]).mean() if rated_by else 1.0
                predictions[index - start] = fairness[self._trusters[index]] * goodness_
            for index in indexes:
                received[self._trustees[index]].append(index)
        return predictions

    def _iterate(self, end: int, fairness: Floats, goodness: Floats) -> tuple[Floats, Floats]:
        truster, trustee, rating = self._trusters[:end], self._trustees[:end], self._ratings[:end]
        given = np.bincount(truster, minlength=self._person_count)
        received = np.bincount(trustee, minlength=self._person_count)
        for _ in range(_MAX_ITERATIONS):
            sums = np.bincount(trustee, fairness[truster] * rating, self._person_count)
            goodness = np.where(received > 0, sums / np.maximum(received, 1), 1.0)
            gaps = np.bincount(truster, np.abs(rating - goodness[trustee]), self._person_count)
            before, fairness = fairness, np.where(given > 0, 1 - gaps / (2 * np.maximum(given, 1)), 1.0)
            if np.abs(before - fairness).max() < 1e-4:
                break
        return fairness, goodness


def _predict_shipped(ratings: list[Rating], half: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the distrust probability of `inferred` for each rating, and whether its trustee had no rating."""
    pairs = [
        (1 - infer_from_neighborhood(near, rating.at).probability, not near.received)
        for rating, near in stream_ratings(ratings, half)
    ]
    return np.array([distrust for distrust, _ in pairs]), np.array([is_stranger for _, is_stranger in pairs], bool)


def _predict_reciprocity(ratings: Sequence[Rating], half: int) -> Floats:
    """Predict the reverse rating if it exists, else the mean rating of the trustee, else 0."""
    given: dict[tuple[str, str], float] = {}
    received: dict[str, list[float]] = {}
    predictions = []
    for indexes in group_by_time(ratings):
        for rating in ratings[indexes.start : indexes.stop]:
            received_ratings = received.get(rating.trustee, [])
            predictions.append(
                given.get(
                    (rating.trustee, rating.truster),
                    sum(received_ratings) / len(received_ratings) if received_ratings else 0.0,
                )
            )
        for rating in ratings[indexes.start : indexes.stop]:
            received.setdefault(rating.trustee, []).append(rating.rating)
            given[rating.truster, rating.trustee] = rating.rating
    return -np.array(predictions[half:])


def _compute_part_auc(labels: NDArray[np.bool_], scores: Floats, selection: NDArray[np.bool_]) -> float | None:
    selected = labels[selection]
    return round(roc_auc(selected, scores[selection]), 4) if selected.any() and not selected.all() else None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
