"""Trust inference: features by hand, monotonicity, reasons, and the prior of strangers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError
from kg.trust.inference import (
    MAX_PRIOR,
    InferredTrust,
    default_model,
    endorsement_prior,
    infer_from_neighborhood,
    infer_trust,
    parse_model,
    serialize_model,
)
from kg.trust.rating_features import (
    DAY_S,
    FEATURE_NAMES,
    HOUR_S,
)
from kg.trust.ratings import Rating, Ratings

NOW = 1_000 * DAY_S
PEOPLE = "abcdefgh"
GOOD, BAD = 1.0, -1.0
some_ratings = st.lists(
    st.builds(
        Rating,
        st.sampled_from(PEOPLE),
        st.sampled_from(PEOPLE),
        st.sampled_from([-1.0, -0.1, 0.1, 1.0]),
        st.floats(0, 900).map(lambda days: NOW - days * DAY_S),
    ).filter(lambda one: one.truster != one.trustee and (one.truster, one.trustee) != ("a", "b")),
    max_size=30,
)


def test_the_shipped_weights_are_non_negative() -> None:
    shipped = default_model()
    assert tuple(shipped.weights) == FEATURE_NAMES
    assert min(shipped.weights.values()) >= 0
    assert float(shipped.log_odds(np.zeros(len(FEATURE_NAMES)))) == shipped.base
    assert parse_model(serialize_model(shipped)) == shipped


def test_other_features_and_negative_weights_are_refused() -> None:
    stored = serialize_model(default_model())
    with pytest.raises(KgError, match="other features"):
        parse_model({**stored, "weights": {"height": 1.0}})
    with pytest.raises(KgError, match="below 0"):
        parse_model({**stored, "weights": {**default_model().weights, "friends": -0.1}})


def test_an_empty_neighborhood_gives_the_base_rate() -> None:
    result = infer_trust(Ratings(), "a", "b", NOW)
    assert result == InferredTrust(1 / (1 + math.exp(-default_model().base)), 0.0, ("nothing is known",))


def test_the_truster_s_own_rating_decides() -> None:
    others = [Rating(who, "b", GOOD, NOW) for who in "cdef"]
    result = infer_trust(Ratings([*others, Rating("a", "b", -0.3, NOW - 900 * DAY_S)]), "a", "b", NOW)
    assert result == InferredTrust(0.0, 1.0, ("you rate them badly yourself",))
    assert result.score == -1


@given(some_ratings, st.sampled_from("cdefgh"), st.floats(0, 30))
def test_a_negative_rating_by_a_trusted_person_never_raises_trust(
    ratings: list[Rating], rater: str, days: float
) -> None:
    before = Ratings([*ratings, Rating("a", rater, GOOD, NOW - DAY_S)])
    near = before.neighborhood("a", "b")
    newest = max([NOW - days * DAY_S, *(one.at for one in near.received)])
    after = Ratings([*ratings, Rating("a", rater, GOOD, NOW - DAY_S), Rating(rater, "b", BAD, newest)])
    assert infer_trust(after, "a", "b", NOW).probability <= infer_trust(before, "a", "b", NOW).probability + 1e-12


@given(some_ratings, st.sampled_from("cdefgh"))
def test_a_negative_rating_gives_less_trust_than_a_positive_one(ratings: list[Rating], rater: str) -> None:
    trusted = [*ratings, Rating("a", rater, GOOD, NOW - DAY_S)]
    good, bad = (Ratings([*trusted, Rating(rater, "b", word, NOW)]) for word in (GOOD, BAD))
    assert infer_trust(bad, "a", "b", NOW).probability < infer_trust(good, "a", "b", NOW).probability


@given(some_ratings)
def test_names_do_not_affect_the_inference(ratings: list[Rating]) -> None:
    def other(name: str) -> str:
        return f"person-{PEOPLE[::-1].index(name)}"

    renamed = [Rating(other(one.truster), other(one.trustee), one.rating, one.at) for one in ratings]
    first, second = (
        infer_trust(Ratings(ratings), "a", "b", NOW),
        infer_trust(Ratings(renamed), other("a"), other("b"), NOW),
    )
    assert second.probability == pytest.approx(first.probability, abs=1e-9)
    assert 0 <= first.probability <= 1
    assert 0 <= first.confidence < 1


@given(some_ratings)
def test_unrelated_ratings_do_not_affect_the_inference(ratings: list[Rating]) -> None:
    far = [Rating("far", "away", GOOD, NOW), Rating("away", "far", BAD, NOW)]
    assert infer_trust(Ratings([*ratings, *far]), "a", "b", NOW) == infer_trust(Ratings(ratings), "a", "b", NOW)


def test_reasons_name_the_strongest_signals() -> None:
    ratings = [
        *(Rating("a", who, GOOD, NOW - 90 * DAY_S) for who in "cde"),
        Rating("a", "f", BAD, NOW - 90 * DAY_S),
        *(Rating(who, "b", GOOD, NOW - 40 * DAY_S) for who in "cd"),
        Rating("e", "b", BAD, NOW - 39 * DAY_S),
        Rating("f", "b", GOOD, NOW - 41 * DAY_S),
        Rating("b", "a", GOOD, NOW - DAY_S),
    ]
    result = infer_trust(Ratings(ratings), "a", "b", NOW)
    assert result.reasons == (
        "they rate you well",
        "2 people you trust rate them well, 1 badly",
        "3 of 4 people who rated them did so well, and the newest rating is a bad one",
        "1 person you distrust rates them well",
        "they are new: first seen 41 days ago",
    )
    assert result.confidence == pytest.approx(5 / 7)


def test_reasons_when_only_the_truster_is_known() -> None:
    ratings = Ratings([Rating("a", who, BAD, NOW - HOUR_S) for who in "cde"])
    assert infer_trust(ratings, "a", "b", NOW).reasons == ("nothing is known of them", "you rate 0 of 3 others well")


def test_raters_who_agree_and_who_differ_are_separate_reasons() -> None:
    ratings = [
        *(Rating(who, whom, GOOD, NOW - 50 * DAY_S) for who in "ac" for whom in "gh"),
        *(Rating("d", whom, BAD, NOW - 50 * DAY_S) for whom in "gh"),
        Rating("c", "b", BAD, NOW),
        Rating("d", "b", GOOD, NOW),
    ]
    result = infer_trust(Ratings(ratings), "a", "b", NOW).reasons
    assert "1 person with ratings like yours rates them badly" in result
    assert "1 person with ratings unlike yours rates them well" in result


@pytest.mark.parametrize(
    ("probability", "confidence", "score"),
    [(1.0, 1.0, 0.349), (0.5, 1.0, 0.0), (0.2, 0.9, 0.0), (0.95, 0.0, 0.0), (0.95, 0.5, 0.157), (0.9, 1 / 3, 0.093)],
)
def test_the_prior_of_a_stranger(probability: float, confidence: float, score: float) -> None:
    assert endorsement_prior(InferredTrust(probability, confidence, ())) == score


@given(some_ratings)
def test_endorsements_never_reach_familiar(ratings: list[Rating]) -> None:
    result = infer_from_neighborhood(Ratings(ratings).neighborhood("a", "b"), NOW)
    assert 0 <= endorsement_prior(result) <= MAX_PRIOR < 0.35
    assert endorsement_prior(result) == 0 or result.probability > 0.5


def test_many_endorsements_approach_the_cap_and_one_leaves_a_stranger() -> None:
    def prior_of(count: int) -> float:
        friends = [f"f{place}" for place in range(count)]
        kind = [Rating("a", one, GOOD, NOW - 200 * DAY_S) for one in friends]
        return endorsement_prior(
            infer_trust(Ratings([*kind, *(Rating(one, "b", GOOD, NOW) for one in friends)]), "a", "b", NOW)
        )

    assert 0 < prior_of(1) < 0.15 < prior_of(3) < prior_of(40) <= MAX_PRIOR
