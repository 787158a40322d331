"""Trust inference: the probability that one person would trust another, from ratings between persons, with reasons.

A logistic regression over `kg.trust.rating_features` whose weights are all non-negative, so that more evidence against a person
never raises the trust in them. `python -m training ratings` trains it.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kg.errors import KgError
from kg.trust.rating_features import DAY_S, FEATURE_NAMES, Floats, compute_features
from kg.trust.ratings import Rating, RatingNeighborhood, Ratings

MODEL_FILE = Path(__file__).with_name("inference.json")
MAX_PRIOR = 0.349
"""The highest score that a stranger can start with: just below familiar, which endorsements alone never reach."""
_CONFIDENCE_WEIGHT = 2.0
# A contribution to the log-odds that is smaller than this is not reported as a reason.
_MIN_REASON_LOG_ODDS = 0.1
_MAX_REASONS = 5


@dataclass(frozen=True)
class TrustModel:
    """The weights of the inference.

    Attributes:
        version: version of the weights.
        weights: weight of each of `FEATURE_NAMES`, none negative.
        base: log-odds of trust if nothing is known.
    """

    version: int
    weights: Mapping[str, float]
    base: float

    def log_odds(self, values: Floats) -> Floats:
        """Return the log-odds of trust for features, (…, len(FEATURE_NAMES))."""
        total: Floats = values @ np.array([self.weights[name] for name in FEATURE_NAMES]) + self.base
        return total


@dataclass(frozen=True)
class InferredTrust:
    """The probability that one person would trust another.

    Attributes:
        probability: of trust, 0 to 1.
        confidence: 0 to 1, from the number n of ratings by or of the trustee: n / (n + 2); 1 for the truster's own rating.
        reasons: sentences addressed to the truster, the strongest first.
    """

    probability: float
    confidence: float
    reasons: tuple[str, ...]

    @property
    def score(self) -> float:
        """The probability scaled to −1 (distrust) to 1 (trust)."""
        return 2 * self.probability - 1


@functools.lru_cache(maxsize=1)
def default_model() -> TrustModel:
    """Return the weights that ship with kg."""
    return parse_model(json.loads(MODEL_FILE.read_text(encoding="utf-8")))


def parse_model(stored: Mapping[str, Any]) -> TrustModel:
    """Read a model that `serialize_model` wrote.

    Raises:
        KgError: it was trained on other features than this version computes, or a weight is negative.
    """
    weights: Mapping[str, float] = stored["weights"]
    if tuple(weights) != FEATURE_NAMES:
        raise KgError(
            f"{MODEL_FILE.name} was trained on other features than this version computes; run `python -m training ratings`"
        )
    if any(weight < 0 for weight in weights.values()):
        raise KgError(
            f"{MODEL_FILE.name} has weights below 0; all must be at least 0; run `python -m training ratings`"
        )
    return TrustModel(int(stored["version"]), weights, float(stored["base"]))


def serialize_model(model: TrustModel) -> dict[str, object]:
    """Return a model in the form of its file."""
    return {"version": model.version, "base": model.base, "weights": dict(model.weights)}


def infer_trust(ratings: Ratings, truster: str, trustee: str, now: float) -> InferredTrust:
    """Infer whether a truster would trust a trustee from ratings in memory.

    Args:
        ratings: the current ratings.
        truster: who would trust.
        trustee: who would be trusted.
        now: in seconds since the epoch.
    """
    return infer_from_neighborhood(ratings.neighborhood(truster, trustee), now)


def infer_from_neighborhood(near: RatingNeighborhood, now: float) -> InferredTrust:
    """Infer whether the truster of a neighborhood would trust its trustee.

    The truster's own rating of the trustee decides if there is one. If nothing is known, the result is the base rate.

    Args:
        near: the neighborhood.
        now: in seconds since the epoch.
    """
    if near.own is not None:
        good = near.own.rating > 0
        return InferredTrust(1.0 if good else 0.0, 1.0, (f"you rate them {'well' if good else 'badly'} yourself",))
    values = compute_features(near, now)
    model = default_model()
    probability = 1 / (1 + math.exp(-float(model.log_odds(values))))
    count = len(near.received) + (near.returned is not None)
    parts = {name: model.weights[name] * float(value) for name, value in zip(FEATURE_NAMES, values, strict=True)}
    return InferredTrust(probability, count / (count + _CONFIDENCE_WEIGHT), _reasons(near, now, parts))


def endorsement_prior(endorsement: InferredTrust) -> float:
    """Return the trust score that an endorsed stranger starts with, with 3 decimals.

    It is 0 if distrust is likelier or there is no endorsement, rises with every positive rating, and stays below familiar.

    Args:
        endorsement: trust inferred only from ratings by persons who are at least familiar.
    """
    return round(MAX_PRIOR * max(0.0, endorsement.score) * endorsement.confidence, 3)


def _reasons(near: RatingNeighborhood, now: float, parts: Mapping[str, float]) -> tuple[str, ...]:
    received = sum(part for name, part in parts.items() if name.startswith("received."))
    given = sum(part for name, part in parts.items() if name.startswith("given."))
    candidates = [
        *((parts["friends"], text) for text in _friend_reasons(near)),
        *((parts["foes"], text) for text in _foe_reasons(near)),
        *((received, text) for text in _received_reasons(near)),
        (parts["returned.lately"] + parts["returned.distrust"], _returned_reason(near)),
        (parts["newcomer"], _newcomer_reason(near, now)),
        (given, _given_reason(near)),
    ]
    strongest = sorted(
        ((abs(part), text) for part, text in candidates if text and abs(part) >= _MIN_REASON_LOG_ODDS),
        key=lambda one: -one[0],
    )
    reasons = tuple(text for _, text in strongest[:_MAX_REASONS])
    if near.received or near.returned:
        return reasons
    return ("nothing is known of them", *reasons) if reasons else ("nothing is known",)


def _friend_reasons(near: RatingNeighborhood) -> list[str]:
    trusted = {rating.trustee for rating in near.given if rating.rating > 0}
    rated = {rating.trustee for rating in near.given}
    alike = {name for name, rater in near.raters.items() if rater.agrees > rater.differs} - rated
    return [
        *_group_reasons(near, trusted, "you trust"),
        *_group_reasons(near, alike, "with ratings like yours"),
    ]


def _foe_reasons(near: RatingNeighborhood) -> list[str]:
    distrusted = {rating.trustee for rating in near.given if rating.rating < 0}
    rated = {rating.trustee for rating in near.given}
    unlike = {name for name, rater in near.raters.items() if rater.agrees < rater.differs} - rated
    return [
        *_group_reasons(near, distrusted, "you distrust"),
        *_group_reasons(near, unlike, "with ratings unlike yours"),
    ]


def _group_reasons(near: RatingNeighborhood, people: set[str], description: str) -> list[str]:
    theirs = [rating for rating in near.received if rating.truster in people]
    good = _count_positive(theirs)
    bad = len(theirs) - good
    first, how = (good, "well") if good else (bad, "badly")
    if not first:
        return []
    more = f", {bad} badly" if good and bad else ""
    return [f"{_people(first)} {description} {'rates' if first == 1 else 'rate'} them {how}{more}"]


def _received_reasons(near: RatingNeighborhood) -> list[str]:
    if not near.received:
        return []
    newest = "" if near.received[0].rating > 0 else ", and the newest rating is a bad one"
    return [f"{_count_positive(near.received)} of {_people(len(near.received))} who rated them did so well{newest}"]


def _returned_reason(near: RatingNeighborhood) -> str:
    return f"they rate you {'well' if near.returned.rating > 0 else 'badly'}" if near.returned else ""


def _newcomer_reason(near: RatingNeighborhood, now: float) -> str:
    if near.since is None:
        return ""
    days = max(0, int((now - near.since) / DAY_S))
    return f"they are new: first seen {'today' if days == 0 else '1 day ago' if days == 1 else f'{days} days ago'}"


def _given_reason(near: RatingNeighborhood) -> str:
    return f"you rate {_count_positive(near.given)} of {len(near.given)} others well" if near.given else ""


def _count_positive(ratings: Sequence[Rating]) -> int:
    return sum(rating.rating > 0 for rating in ratings)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
