"""Features of rating neighborhoods, by hand and by their bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.trust.rating_features import (
    DAY_S,
    FEATURE_NAMES,
    HOUR_S,
    MONTH_S,
    WEEK_S,
    compute_features,
    split_friends_and_foes,
)
from kg.trust.ratings import RaterStatistics, Rating, RatingNeighborhood, Ratings

NOW = 1_000 * DAY_S
GOOD, BAD = 1.0, -1.0


def named(near: RatingNeighborhood, now: float = NOW) -> dict[str, float]:
    return dict(zip(FEATURE_NAMES, compute_features(near, now).tolist(), strict=True))


def log_odds(good: float, bad: float) -> float:
    """Above the usual nine of ten, which weigh as much as two ratings."""
    return math.log((1.8 + good) / (0.2 + bad)) - math.log(9)


def test_features_of_an_empty_neighborhood_are_zero() -> None:
    assert not compute_features(RatingNeighborhood(), NOW).any()


def test_features_by_hand() -> None:
    near = RatingNeighborhood(
        received=(Rating("x", "b", BAD, NOW - DAY_S), Rating("y", "b", GOOD, NOW - MONTH_S)),
        given=(Rating("a", "x", GOOD, NOW - HOUR_S), Rating("a", "z", BAD, NOW - DAY_S)),
        returned=Rating("b", "a", BAD, NOW - WEEK_S),
        since=NOW - MONTH_S,
        raters={
            "x": RaterStatistics(praised=3, praises=9, agrees=0, differs=1),
            "y": RaterStatistics(praised=1, praises=3, agrees=1, differs=2),
        },
        other_ratings={"x": (2, 1), "z": (4, 0)},
    )
    result = named(near)
    assert result["received.month"] == pytest.approx(log_odds(0.5, 2 ** (-1 / 30)))
    assert result["received.day"] == pytest.approx(log_odds(2**-30, 0.5))
    assert result["received.last"] == -1
    assert result["given.month"] == pytest.approx(log_odds(2 ** (-1 / 720), 2 ** (-1 / 30)))
    assert result["given.day"] == pytest.approx(log_odds(2 ** (-1 / 24), 0.5))
    assert result["given.hour"] == pytest.approx(log_odds(0.5, 2**-24))
    # Disagrees with the others about z, not about x.
    assert result["given.contrary"] == pytest.approx(-1 / 4)
    assert result["returned.lately"] == pytest.approx(-0.5)
    assert result["returned.distrust"] == -1
    assert result["newcomer"] == pytest.approx(-0.5)
    # x is praised by three and has blamed no one in nine ratings; y is praised by one and praises three.
    blame = 4.8 / 5 * 3 / 6 * -math.log(0.3 / 12)
    praise = 2.8 / 3 * 1 / 4 * -math.log(1 - 0.3 / 6)
    assert result["received.standing"] == pytest.approx(log_odds(praise, blame))
    # x is trusted by a's own rating in spite of disagreements; y differs from a more often than not.
    assert split_friends_and_foes(near) == ([(-1.0, 1.0)], [(1.0, pytest.approx(1 / 4))])
    assert result["friends"] == pytest.approx(log_odds(0, 1))
    # Foes are expected to rate badly; their praise counts against the trustee.
    assert result["foes"] == pytest.approx(-(math.log((0.2 + 0.25) / 1.8) + math.log(9)))


@given(st.floats(0, 900), st.floats(0, 900))
def test_a_newer_rating_counts_more(first: float, second: float) -> None:
    newer, older = (
        named(
            RatingNeighborhood(received=(Rating("x", "b", GOOD, NOW - days * DAY_S),), raters={"x": RaterStatistics()})
        )
        for days in sorted((first, second))
    )
    assert newer["received.month"] >= older["received.month"] >= 0
    assert newer["received.last"] == older["received.last"] == 1


def test_ratings_dated_in_the_future_count_like_those_of_now() -> None:
    now, later = (RatingNeighborhood(returned=Rating("b", "a", BAD, at), since=at) for at in (NOW, NOW + MONTH_S))
    assert np.array_equal(compute_features(now, NOW), compute_features(later, NOW))
    assert named(now)["newcomer"] == -1


def test_persons_who_neither_agree_nor_differ_are_neither_friends_nor_foes() -> None:
    ratings = Ratings([Rating("x", "b", GOOD, NOW), Rating("a", "c", GOOD, NOW)])
    assert split_friends_and_foes(ratings.neighborhood("a", "b")) == ([], [])
