"""kg bench ratings: the sign of the next rating between people, predicted from all that was said before."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import InvalidInput
from kg.trust.inference import inferred
from kg.trust.ratings import Near, Rating, Ratings

Tell = Callable[[str], None]
Floats = NDArray[np.float64]

_REFRESHED = 50
_ROUNDS = 30


def run(file: Path, tell: Tell) -> dict[str, Any]:
    """Measure the shipped inference on the later half of a file of ratings.

    Ratings are taken in the order of time; each is predicted from those that are strictly before it, and then taken in.

    Args:
        file: lines truster, trustee, rating, seconds since the epoch; a first line of names may stand above them.
        tell: called with a line a step.

    Returns:
        {"edges", "predicted", "positive_share", "strangers" (share of the predicted whose trustee nobody had rated),
        "roc_auc", "average_precision_distrust", "roc_auc_strangers": {"ours", "fairness_goodness", "reciprocity"}}.

    Raises:
        InvalidInput: there is no such file, it is of another form, or its later half is all of one sign.
    """
    ratings = load(file)
    half = len(ratings) // 2
    bad = np.array([one.rating < 0 for one in ratings[half:]], bool)
    if bad.all() or not bad.any():
        raise InvalidInput("file", str(file), "its later half must hold trust and distrust")
    told, strange = _ours(ratings, half)
    scores = {"ours": told}
    tell("ours predicted")
    scores["fairness_goodness"] = -FairnessGoodness(ratings).predicted(half)
    tell("fairness and goodness predicted")
    scores["reciprocity"] = _reciprocity(ratings, half)
    return {
        "edges": len(ratings),
        "predicted": len(bad),
        "positive_share": round(float(np.mean([one.rating > 0 for one in ratings])), 4),
        "strangers": round(float(strange.mean()), 4),
        "roc_auc": {name: round(roc_auc(bad, score), 4) for name, score in scores.items()},
        "average_precision_distrust": {name: round(average_precision(bad, score), 4) for name, score in scores.items()},
        "roc_auc_strangers": {name: _of(bad, score, strange) for name, score in scores.items()},
    }


def load(file: Path) -> list[Rating]:
    """The ratings of a file, oldest first, brought to −1 … 1 by the largest of them; nobody rates themselves, nor by 0.

    Raises:
        InvalidInput: there is no such file, or it is of another form.
    """
    if not file.is_file():
        raise InvalidInput("file", str(file), "there is no such file")
    with file.open(encoding="utf-8", newline="") as opened:
        lines = [line for line in csv.reader(opened) if line]
    if lines and not _number(lines[0][-1]):
        lines = lines[1:]
    if not lines or any(len(line) != 4 or not _number(line[2]) or not _number(line[3]) for line in lines):
        raise InvalidInput("file", str(file), "lines of truster, trustee, rating and time are wanted")
    largest = max(abs(float(line[2])) for line in lines) or 1.0
    ratings = [Rating(a, b, float(rating) / largest, float(at)) for a, b, rating, at in lines]
    return sorted((one for one in ratings if one.rating and one.truster != one.trustee), key=lambda one: one.at)


def moments(ratings: Sequence[Rating]) -> Iterator[range]:
    """The places of the ratings of each moment: none of them is before another."""
    for _, same in itertools.groupby(range(len(ratings)), key=lambda place: ratings[place].at):
        places = list(same)
        yield range(places[0], places[-1] + 1)


def stream(ratings: Sequence[Rating], start: int = 0) -> Iterator[tuple[Rating, Near]]:
    """Each rating from `start` on with the neighbourhood of its two people just before it."""
    before = Ratings()
    for places in moments(ratings):
        for place in places:
            if place >= start:
                yield ratings[place], before.near(ratings[place].truster, ratings[place].trustee)
        for place in places:
            before.add(ratings[place])


def roc_auc(wanted: NDArray[np.bool_], scores: Floats) -> float:
    """The probability that one that is wanted has a higher score than one that is not; half for equal ones (Mann and Whitney)."""
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    yes = int(wanted.sum())
    above = float(ranks[wanted].sum()) - yes * (yes + 1) / 2
    return above / (yes * (len(wanted) - yes))


def average_precision(wanted: NDArray[np.bool_], scores: Floats) -> float:
    """The mean of the precision at each threshold, weighed by what it adds to the recall; equal scores are one threshold."""
    _, place = np.unique(-scores, return_inverse=True)
    found = np.cumsum(np.bincount(place, wanted))
    precision = found / np.cumsum(np.bincount(place))
    return float((precision * np.diff(found, prepend=0.0)).sum() / found[-1])


class FairnessGoodness:
    """Fairness and goodness (Kumar et al., 2016, "Edge weight prediction in weighted signed networks"), kept up with the stream.

    A rater is fair whose ratings are near the goodness of whom they rate; good is who is rated well by the fair. Both are
    worked out anew every 50 ratings, and in between the goodness of whom somebody would rate, so that no rating is missed.
    """

    def __init__(self, ratings: Sequence[Rating]) -> None:
        names: dict[str, int] = {}
        self._moments = list(moments(ratings))
        self._truster = np.array([names.setdefault(one.truster, len(names)) for one in ratings], np.int64)
        self._trustee = np.array([names.setdefault(one.trustee, len(names)) for one in ratings], np.int64)
        self._rating = np.array([one.rating for one in ratings], np.float64)
        self._people = len(names)

    def predicted(self, start: int) -> Floats:
        """The rating that fairness times goodness gives, of each from `start` on; who is unknown is fair and good."""
        told = np.ones(len(self._rating) - start)
        fairness, goodness = np.ones(self._people), np.ones(self._people)
        received: list[list[int]] = [[] for _ in range(self._people)]
        settled = -_REFRESHED
        for places in self._moments:
            if places.stop > start and places.start - settled >= _REFRESHED:
                fairness, goodness = self._settled(places.start, fairness, goodness)
                settled = places.start
            for place in places[max(0, start - places.start) :]:
                known = received[self._trustee[place]]
                good = (fairness[self._truster[known]] * self._rating[known]).mean() if known else 1.0
                told[place - start] = fairness[self._truster[place]] * good
            for place in places:
                received[self._trustee[place]].append(place)
        return told

    def _settled(self, until: int, fairness: Floats, goodness: Floats) -> tuple[Floats, Floats]:
        truster, trustee, rating = self._truster[:until], self._trustee[:until], self._rating[:until]
        given = np.bincount(truster, minlength=self._people)
        received = np.bincount(trustee, minlength=self._people)
        for _ in range(_ROUNDS):
            sums = np.bincount(trustee, fairness[truster] * rating, self._people)
            goodness = np.where(received > 0, sums / np.maximum(received, 1), 1.0)
            gaps = np.bincount(truster, np.abs(rating - goodness[trustee]), self._people)
            before, fairness = fairness, np.where(given > 0, 1 - gaps / (2 * np.maximum(given, 1)), 1.0)
            if np.abs(before - fairness).max() < 1e-4:
                break
        return fairness, goodness


def _ours(ratings: list[Rating], half: int) -> tuple[Floats, NDArray[np.bool_]]:
    """What `infer` says against trust, and whose trustee nobody had rated."""
    told = [(1 - inferred(near, one.at).probability, not near.received) for one, near in stream(ratings, half)]
    return np.array([distrust for distrust, _ in told]), np.array([strange for _, strange in told], bool)


def _reciprocity(ratings: Sequence[Rating], half: int) -> Floats:
    """What the other said of this one, or else the mean of what was said of the other; 0 where nothing was said."""
    said: dict[tuple[str, str], float] = {}
    received: dict[str, list[float]] = {}
    told = []
    for places in moments(ratings):
        for one in ratings[places.start : places.stop]:
            known = received.get(one.trustee, [])
            told.append(said.get((one.trustee, one.truster), sum(known) / len(known) if known else 0.0))
        for one in ratings[places.start : places.stop]:
            received.setdefault(one.trustee, []).append(one.rating)
            said[one.truster, one.trustee] = one.rating
    return -np.array(told[half:])


def _of(wanted: NDArray[np.bool_], scores: Floats, some: NDArray[np.bool_]) -> float | None:
    part = wanted[some]
    return round(roc_auc(part, scores[some]), 4) if part.any() and not part.all() else None


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
