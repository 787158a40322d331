"""How likely it is that one person would trust another, from what people say of each other; with reasons.

A logistic regression over `kg.trust.rating_features` whose weights are all positive, so that more of what speaks against somebody
never makes them likelier to be trusted. `python -m training ratings` learns it.
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
from kg.trust.rating_features import DAY, NAMES, Floats, features
from kg.trust.ratings import Near, Rating, Ratings

FILE = Path(__file__).with_name("inference.json")
HIGHEST_PRIOR = 0.349
"""The most that a stranger starts with: just below familiar, which nobody is by hearsay."""
_HELD = 2.0
# A part of the log-odds that is smaller than this is no reason.
_LEAST = 0.1
_REASONS = 5


@dataclass(frozen=True)
class Model:
    """The weights of an inference.

    Attributes:
        version: of the weights.
        weights: of each of `NAMES`, none below 0.
        base: log-odds of trust where nothing is known.
    """

    version: int
    weights: Mapping[str, float]
    base: float

    def log_odds(self, values: Floats) -> Floats:
        """The log-odds of trust for features, (…, len(NAMES))."""
        total: Floats = values @ np.array([self.weights[name] for name in NAMES]) + self.base
        return total


@dataclass(frozen=True)
class Inferred:
    """How likely it is that one person would trust another.

    Attributes:
        probability: of trust, 0 to 1.
        confidence: 0 to 1, by how many ratings tell of the one that is asked about: n / (n + 2); 1 where it is their own word.
        reasons: sentences, the weightiest first, addressed to the one who would trust.
    """

    probability: float
    confidence: float
    reasons: tuple[str, ...]

    @property
    def score(self) -> float:
        """The probability brought to −1 (distrust) to 1 (trust)."""
        return 2 * self.probability - 1


@functools.lru_cache(maxsize=1)
def model() -> Model:
    """The weights that ship with kg."""
    return read(json.loads(FILE.read_text(encoding="utf-8")))


def read(stored: Mapping[str, Any]) -> Model:
    """A model as `written` made it.

    Raises:
        KgError: it was learnt from other features than this version computes, or a weight is below 0.
    """
    weights: Mapping[str, float] = stored["weights"]
    if tuple(weights) != NAMES:
        raise KgError(f"{FILE.name} was learnt from other features than these; run `python -m training ratings`")
    if any(weight < 0 for weight in weights.values()):
        raise KgError(f"{FILE.name} has weights below 0, with which praise would tell against somebody")
    return Model(int(stored["version"]), weights, float(stored["base"]))


def written(model: Model) -> dict[str, object]:
    """A model in the form of its file."""
    return {"version": model.version, "base": model.base, "weights": dict(model.weights)}


def infer(ratings: Ratings, truster: str, trustee: str, now: float) -> Inferred:
    """Whether a truster would trust a trustee, from ratings that are here.

    Args:
        ratings: those that stand.
        truster: who would trust.
        trustee: whom.
        now: in seconds since the epoch.
    """
    return inferred(ratings.near(truster, trustee), now)


def inferred(near: Near, now: float) -> Inferred:
    """Whether the truster of a neighbourhood would trust its trustee.

    What the truster said of the trustee stands before all else. Where nothing is known it is the base rate.

    Args:
        near: the neighbourhood.
        now: in seconds since the epoch.
    """
    if near.own is not None:
        good = near.own.rating > 0
        return Inferred(1.0 if good else 0.0, 1.0, (f"you rate them {'well' if good else 'badly'} yourself",))
    values = features(near, now)
    shipped = model()
    probability = 1 / (1 + math.exp(-float(shipped.log_odds(values))))
    heard = len(near.received) + (near.returned is not None)
    parts = {name: shipped.weights[name] * float(value) for name, value in zip(NAMES, values, strict=True)}
    return Inferred(probability, heard / (heard + _HELD), _reasons(near, now, parts))


def prior(vouched: Inferred) -> float:
    """The trust score that a stranger starts with, since people whom the memory trusts vouch for them; 3 decimals.

    0 where distrust is likelier or nobody vouches; more with every good word, and never as much as makes familiar: hearsay opens
    a door and does not make a friend.

    Args:
        vouched: inferred from the words of people who are at least familiar, and of nobody else.
    """
    return round(HIGHEST_PRIOR * max(0.0, vouched.score) * vouched.confidence, 3)


def _reasons(near: Near, now: float, parts: Mapping[str, float]) -> tuple[str, ...]:
    received = sum(part for name, part in parts.items() if name.startswith("received."))
    given = sum(part for name, part in parts.items() if name.startswith("given."))
    told = [
        *((parts["friends"], text) for text in _friends(near)),
        *((parts["foes"], text) for text in _foes(near)),
        *((received, text) for text in _received(near)),
        (parts["returned.lately"] + parts["returned.distrust"], _returned(near)),
        (parts["newcomer"], _newcomer(near, now)),
        (given, _given(near)),
    ]
    weighty = sorted(
        ((abs(part), text) for part, text in told if text and abs(part) >= _LEAST), key=lambda one: -one[0]
    )
    reasons = tuple(text for _, text in weighty[:_REASONS])
    if near.received or near.returned:
        return reasons
    return ("nothing is known of them", *reasons) if reasons else ("nothing is known",)


def _friends(near: Near) -> list[str]:
    trusted = {one.trustee for one in near.given if one.rating > 0}
    known = {one.trustee for one in near.given}
    alike = {name for name, one in near.raters.items() if one.agrees > one.differs} - known
    return [*_said(near, trusted, "you trust"), *_said(near, alike, "of your mind")]


def _foes(near: Near) -> list[str]:
    distrusted = {one.trustee for one in near.given if one.rating < 0}
    known = {one.trustee for one in near.given}
    unlike = {name for name, one in near.raters.items() if one.agrees < one.differs} - known
    return [*_said(near, distrusted, "you distrust"), *_said(near, unlike, "of another mind than yours")]


def _said(near: Near, people: set[str], who: str) -> list[str]:
    theirs = [one for one in near.received if one.truster in people]
    well = _well(theirs)
    badly = len(theirs) - well
    first, how = (well, "well") if well else (badly, "badly")
    if not first:
        return []
    more = f", {badly} badly" if well and badly else ""
    return [f"{_people(first)} {who} {'rates' if first == 1 else 'rate'} them {how}{more}"]


def _received(near: Near) -> list[str]:
    if not near.received:
        return []
    newest = "" if near.received[0].rating > 0 else ", and the newest rating is a bad one"
    return [f"{_well(near.received)} of {_people(len(near.received))} who rated them did so well{newest}"]


def _returned(near: Near) -> str:
    return f"they rate you {'well' if near.returned.rating > 0 else 'badly'}" if near.returned else ""


def _newcomer(near: Near, now: float) -> str:
    if near.since is None:
        return ""
    days = max(0, int((now - near.since) / DAY))
    return f"they are new here, since {'today' if days == 0 else '1 day' if days == 1 else f'{days} days'}"


def _given(near: Near) -> str:
    return f"you rate {_well(near.given)} of {len(near.given)} others well" if near.given else ""


def _well(ratings: Sequence[Rating]) -> int:
    return sum(one.rating > 0 for one in ratings)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
