"""Features of a rating neighborhood that predict how a truster would rate a trustee; each is 0 where nothing is known.

A higher value of any feature speaks for trust, and none depends on who the persons are or how large the network is. Positive and
negative ratings enter as log-odds relative to the usual share (one rating in ten is distrust), so that one negative rating weighs
more than one positive one. Old ratings count less: ratings come in bursts, and a dispute of today says more about the next rating
than one of last year.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kg.trust.ratings import RaterStatistics, Rating, RatingNeighborhood

FEATURE_NAMES = (
    "received.month",
    "received.day",
    "received.last",
    "received.standing",
    "given.month",
    "given.day",
    "given.hour",
    "given.contrary",
    "returned.lately",
    "returned.distrust",
    "friends",
    "foes",
    "newcomer",
)
"""The features, see `compute_features`."""

HOUR_S, DAY_S, WEEK_S, MONTH_S = 3_600.0, 86_400.0, 7 * 86_400.0, 30 * 86_400.0
"""Half-lives, in seconds."""
_USUAL_DISTRUST = 0.1
# The number of ratings that the usual share weighs as much as.
_PRIOR_RATINGS = 2.0
_RATER_PRIOR = 3.0
Floats = NDArray[np.float64]


def compute_features(near: RatingNeighborhood, now: float) -> Floats:
    """Return the features of a truster and a trustee, (len(FEATURE_NAMES),).

    received.month and .day: log-odds of positive ratings of the trustee, with half-lives of a month and a day; .last: 1 or −1,
    the sign of the newest; .standing: log-odds with each rating weighted by the reputation of its rater and by how rare a rating
    of that sign is for them (the part of fairness in Kumar et al., 2016, that is visible in the neighborhood).
    given.month, .day and .hour: log-odds of the truster's positive ratings of others; .contrary: minus the share of these that
    disagree with most other ratings.
    returned.lately: 1 or −1, the sign of the trustee's rating of the truster, with a half-life of a week; .distrust: −1 where
    that is distrust, at any age.
    friends: log-odds of positive ratings by those whom the truster trusts or who rate others as the truster does; foes: the same
    with inverted sign for those whom the truster distrusts or who rate others the opposite way.
    newcomer: −1 for a new person, with a half-life of a month; 0 for long-known and for unknown persons.

    Args:
        near: the neighborhood.
        now: in seconds since the epoch.
    """
    friends, foes = split_friends_and_foes(near)
    returned = near.returned
    return np.array(
        [
            _recent_log_odds(near.received, now, MONTH_S),
            _recent_log_odds(near.received, now, DAY_S),
            _sign(near.received[0]) if near.received else 0.0,
            _log_odds((_sign(rating), _weight(rating, near.raters[rating.truster])) for rating in near.received),
            _recent_log_odds(near.given, now, MONTH_S),
            _recent_log_odds(near.given, now, DAY_S),
            _recent_log_odds(near.given, now, HOUR_S),
            _contrary(near),
            _sign(returned) * _age_factor(returned, now, WEEK_S) if returned else 0.0,
            -1.0 if returned and returned.rating < 0 else 0.0,
            _log_odds(friends),
            -_log_odds(foes, usual=1 - _USUAL_DISTRUST),
            -(2.0 ** (-max(0.0, now - near.since) / MONTH_S)) if near.since is not None else 0.0,
        ]
    )


def split_friends_and_foes(near: RatingNeighborhood) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return how friends and foes of the truster rate the trustee: pairs of sign (1 or −1) and closeness (0 to 1).

    A person whom the truster rates is fully a friend or a foe; any other is one by how often both rate third persons alike.
    """
    direct = {rating.trustee: _sign(rating) for rating in near.given}
    friends, foes = [], []
    for rating in near.received:
        rater = near.raters[rating.truster]
        closeness = direct.get(rating.truster, (rater.agrees - rater.differs) / (rater.agrees + rater.differs + 1))
        if closeness > 0:
            friends.append((_sign(rating), closeness))
        elif closeness < 0:
            foes.append((_sign(rating), -closeness))
    return friends, foes


def _sign(rating: Rating) -> float:
    return 1.0 if rating.rating > 0 else -1.0


def _age_factor(rating: Rating, now: float, half_life: float) -> float:
    return float(2.0 ** (-max(0.0, now - rating.at) / half_life))


def _recent_log_odds(ratings: Iterable[Rating], now: float, half_life: float) -> float:
    return _log_odds((_sign(rating), _age_factor(rating, now, half_life)) for rating in ratings)


def _log_odds(votes: Iterable[tuple[float, float]], usual: float = _USUAL_DISTRUST) -> float:
    """Return log(positive / negative) relative to the usual share; each vote is a sign and a weight."""
    good, bad = _PRIOR_RATINGS * (1 - usual), _PRIOR_RATINGS * usual
    for sign, weight in votes:
        if sign > 0:
            good += weight
        else:
            bad += weight
    return math.log(good / bad) - math.log((1 - usual) / usual)


def _weight(rating: Rating, rater: RaterStatistics) -> float:
    known = rater.praised + rater.blamed
    praised = (rater.praised + _PRIOR_RATINGS * (1 - _USUAL_DISTRUST)) / (known + _PRIOR_RATINGS)
    given = rater.praises + rater.blames
    blames = (rater.blames + _RATER_PRIOR * _USUAL_DISTRUST) / (given + _RATER_PRIOR)
    surprise = -math.log(blames if rating.rating < 0 else 1 - blames)
    return praised * known / (known + _RATER_PRIOR) * surprise


def _contrary(near: RatingNeighborhood) -> float:
    compared = [(_sign(rating), *near.other_ratings[rating.trustee]) for rating in near.given]
    compared = [(sign, good, bad) for sign, good, bad in compared if good + bad]
    against = sum((sign > 0) != (good > bad) for sign, good, bad in compared)
    return -against / (len(compared) + _PRIOR_RATINGS)
