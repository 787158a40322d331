"""What a neighbourhood tells of how a truster would rate a trustee: numbers that are 0 where nothing is known.

Each is made so that more of it speaks for trust, and none knows who somebody is or how large the network is. Good and bad are
weighed as log-odds against what is usual, one rating in ten being distrust, so that one bad word tells more than one good one.
What is long ago counts less: ratings come in bursts, and a quarrel of today says more of the next rating than one of last year.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kg.trust.ratings import Near, Rater, Rating

NAMES = (
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
"""The features, see `features`."""

HOUR, DAY, WEEK, MONTH = 3_600.0, 86_400.0, 7 * 86_400.0, 30 * 86_400.0
"""Half-lives, in seconds."""
_USUAL = 0.1
# How many ratings the usual share weighs against those that are there.
_HELD = 2.0
_FAMILIAR = 3.0
Floats = NDArray[np.float64]


def features(near: Near, now: float) -> Floats:
    """The features of two people, (len(NAMES),).

    received.month and .day: the log-odds of good words about the trustee, with half-lives of a month and a day; .last: 1 or −1,
    as the newest is; .standing: log-odds with each word weighed by its rater's standing and by how seldom that rater says such
    a thing (the part of fairness in Kumar et al., 2016, that can be seen from nearby).
    given.month, .day and .hour: the log-odds of the truster's good words about others; .contrary: minus the share of these in
    which they are against most others.
    returned.lately: 1 or −1, as the trustee rates the truster, with a half-life of a week; .distrust: −1 where that is distrust,
    however long ago.
    friends: the log-odds of good words by whom the truster trusts, and who rates others as the truster does; foes: of what those
    say whom the truster distrusts, and who rate others the other way, turned round.
    newcomer: −1 for who just came, with a half-life of a month, and 0 for who has been here long or is not yet here.

    Args:
        near: the neighbourhood.
        now: in seconds since the epoch.
    """
    friends, foes = sides(near)
    returned = near.returned
    return np.array(
        [
            _lately(near.received, now, MONTH),
            _lately(near.received, now, DAY),
            _sign(near.received[0]) if near.received else 0.0,
            _log_odds((_sign(one), _weight(one, near.raters[one.truster])) for one in near.received),
            _lately(near.given, now, MONTH),
            _lately(near.given, now, DAY),
            _lately(near.given, now, HOUR),
            _contrary(near),
            _sign(returned) * _fading(returned, now, WEEK) if returned else 0.0,
            -1.0 if returned and returned.rating < 0 else 0.0,
            _log_odds(friends),
            -_log_odds(foes, usual=1 - _USUAL),
            -(2.0 ** (-max(0.0, now - near.since) / MONTH)) if near.since is not None else 0.0,
        ]
    )


def sides(near: Near) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """What friends and foes of the truster say of the trustee: 1 or −1 each, and how much of a friend or foe that one is.

    Whom the truster rates is wholly one or the other; anybody else by how often both rate third ones alike.
    """
    direct = {one.trustee: _sign(one) for one in near.given}
    friends, foes = [], []
    for one in near.received:
        rater = near.raters[one.truster]
        close = direct.get(one.truster, (rater.agrees - rater.differs) / (rater.agrees + rater.differs + 1))
        if close > 0:
            friends.append((_sign(one), close))
        elif close < 0:
            foes.append((_sign(one), -close))
    return friends, foes


def _sign(rating: Rating) -> float:
    return 1.0 if rating.rating > 0 else -1.0


def _fading(rating: Rating, now: float, half_life: float) -> float:
    return float(2.0 ** (-max(0.0, now - rating.at) / half_life))


def _lately(ratings: Iterable[Rating], now: float, half_life: float) -> float:
    return _log_odds((_sign(one), _fading(one, now, half_life)) for one in ratings)


def _log_odds(words: Iterable[tuple[float, float]], usual: float = _USUAL) -> float:
    """The logarithm of good over bad, above what is usual; each word is a sign and a weight."""
    good, bad = _HELD * (1 - usual), _HELD * usual
    for sign, weight in words:
        if sign > 0:
            good += weight
        else:
            bad += weight
    return math.log(good / bad) - math.log((1 - usual) / usual)


def _weight(rating: Rating, rater: Rater) -> float:
    known = rater.praised + rater.blamed
    praised = (rater.praised + _HELD * (1 - _USUAL)) / (known + _HELD)
    said = rater.praises + rater.blames
    blames = (rater.blames + _FAMILIAR * _USUAL) / (said + _FAMILIAR)
    surprise = -math.log(blames if rating.rating < 0 else 1 - blames)
    return praised * known / (known + _FAMILIAR) * surprise


def _contrary(near: Near) -> float:
    judged = [(_sign(one), *near.crowd[one.trustee]) for one in near.given]
    judged = [(sign, good, bad) for sign, good, bad in judged if good + bad]
    against = sum((sign > 0) != (good > bad) for sign, good, bad in judged)
    return -against / (len(judged) + _HELD)
