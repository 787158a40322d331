"""Whether one would trust another: features by hand, what never raises trust, reasons, and the prior of strangers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError
from kg.trust.inference import HIGHEST_PRIOR, Inferred, infer, inferred, model, prior, read, written
from kg.trust.rating_features import DAY, HOUR, MONTH, NAMES, WEEK, features, sides
from kg.trust.ratings import Near, Rater, Rating, Ratings

NOW = 1_000 * DAY
PEOPLE = "abcdefgh"
GOOD, BAD = 1.0, -1.0
some_ratings = st.lists(
    st.builds(
        Rating,
        st.sampled_from(PEOPLE),
        st.sampled_from(PEOPLE),
        st.sampled_from([-1.0, -0.1, 0.1, 1.0]),
        st.floats(0, 900).map(lambda days: NOW - days * DAY),
    ).filter(lambda one: one.truster != one.trustee and (one.truster, one.trustee) != ("a", "b")),
    max_size=30,
)


def named(near: Near, now: float = NOW) -> dict[str, float]:
    return dict(zip(NAMES, features(near, now).tolist(), strict=True))


def log_odds(good: float, bad: float) -> float:
    """Above the usual nine of ten, which weigh as much as two ratings."""
    return math.log((1.8 + good) / (0.2 + bad)) - math.log(9)


def test_nothing_known_is_nought_everywhere() -> None:
    assert not features(Near(), NOW).any()


def test_features_by_hand() -> None:
    near = Near(
        received=(Rating("x", "b", BAD, NOW - DAY), Rating("y", "b", GOOD, NOW - MONTH)),
        given=(Rating("a", "x", GOOD, NOW - HOUR), Rating("a", "z", BAD, NOW - DAY)),
        returned=Rating("b", "a", BAD, NOW - WEEK),
        since=NOW - MONTH,
        raters={
            "x": Rater(praised=3, praises=9, agrees=0, differs=1),
            "y": Rater(praised=1, praises=3, agrees=1, differs=2),
        },
        crowd={"x": (2, 1), "z": (4, 0)},
    )
    told = named(near)
    assert told["received.month"] == pytest.approx(log_odds(0.5, 2 ** (-1 / 30)))
    assert told["received.day"] == pytest.approx(log_odds(2**-30, 0.5))
    assert told["received.last"] == -1
    assert told["given.month"] == pytest.approx(log_odds(2 ** (-1 / 720), 2 ** (-1 / 30)))
    assert told["given.day"] == pytest.approx(log_odds(2 ** (-1 / 24), 0.5))
    assert told["given.hour"] == pytest.approx(log_odds(0.5, 2**-24))
    # Against the others in what is said of z, not of x.
    assert told["given.contrary"] == pytest.approx(-1 / 4)
    assert told["returned.lately"] == pytest.approx(-0.5)
    assert told["returned.distrust"] == -1
    assert told["newcomer"] == pytest.approx(-0.5)
    # x, whom three praise, has not blamed anybody in nine words; y is praised by one, and praised three.
    blame = 4.8 / 5 * 3 / 6 * -math.log(0.3 / 12)
    praise = 2.8 / 3 * 1 / 4 * -math.log(1 - 0.3 / 6)
    assert told["received.standing"] == pytest.approx(log_odds(praise, blame))
    # x is trusted by a's own word, whatever they disagree on; y rates others the other way more often than not.
    assert sides(near) == ([(-1.0, 1.0)], [(1.0, pytest.approx(1 / 4))])
    assert told["friends"] == pytest.approx(log_odds(0, 1))
    # Foes are expected to speak badly; their praise tells against.
    assert told["foes"] == pytest.approx(-(math.log((0.2 + 0.25) / 1.8) + math.log(9)))


def test_what_ships_is_a_sum_of_parts_none_of_which_is_turned_round() -> None:
    shipped = model()
    assert tuple(shipped.weights) == NAMES
    assert min(shipped.weights.values()) >= 0
    assert float(shipped.log_odds(np.zeros(len(NAMES)))) == shipped.base
    assert read(written(shipped)) == shipped


def test_weights_of_other_features_or_turned_round_are_refused() -> None:
    stored = written(model())
    with pytest.raises(KgError, match="other features"):
        read({**stored, "weights": {"height": 1.0}})
    with pytest.raises(KgError, match="below 0"):
        read({**stored, "weights": {**model().weights, "friends": -0.1}})


def test_where_nothing_is_known_it_is_the_base_rate() -> None:
    told = infer(Ratings(), "a", "b", NOW)
    assert told == Inferred(1 / (1 + math.exp(-model().base)), 0.0, ("nothing is known",))


def test_the_own_word_stands_before_all_else() -> None:
    others = [Rating(who, "b", GOOD, NOW) for who in "cdef"]
    told = infer(Ratings([*others, Rating("a", "b", -0.3, NOW - 900 * DAY)]), "a", "b", NOW)
    assert told == Inferred(0.0, 1.0, ("you rate them badly yourself",))
    assert told.score == -1


@given(some_ratings, st.sampled_from("cdefgh"), st.floats(0, 30))
def test_a_bad_word_by_whom_one_trusts_never_raises_trust(ratings: list[Rating], rater: str, days: float) -> None:
    before = Ratings([*ratings, Rating("a", rater, GOOD, NOW - DAY)])
    near = before.near("a", "b")
    newest = max([NOW - days * DAY, *(one.at for one in near.received)])
    after = Ratings([*ratings, Rating("a", rater, GOOD, NOW - DAY), Rating(rater, "b", BAD, newest)])
    assert infer(after, "a", "b", NOW).probability <= infer(before, "a", "b", NOW).probability + 1e-12


@given(some_ratings, st.sampled_from("cdefgh"))
def test_of_two_words_the_bad_one_never_leaves_more_trust(ratings: list[Rating], rater: str) -> None:
    trusted = [*ratings, Rating("a", rater, GOOD, NOW - DAY)]
    good, bad = (Ratings([*trusted, Rating(rater, "b", word, NOW)]) for word in (GOOD, BAD))
    assert infer(bad, "a", "b", NOW).probability < infer(good, "a", "b", NOW).probability


@given(some_ratings)
def test_who_they_are_does_not_matter(ratings: list[Rating]) -> None:
    def other(name: str) -> str:
        return f"person-{PEOPLE[::-1].index(name)}"

    renamed = [Rating(other(one.truster), other(one.trustee), one.rating, one.at) for one in ratings]
    first, second = infer(Ratings(ratings), "a", "b", NOW), infer(Ratings(renamed), other("a"), other("b"), NOW)
    assert second.probability == pytest.approx(first.probability, abs=1e-9)
    assert 0 <= first.probability <= 1
    assert 0 <= first.confidence < 1


@given(some_ratings)
def test_what_does_not_touch_the_two_does_not_matter(ratings: list[Rating]) -> None:
    far = [Rating("far", "away", GOOD, NOW), Rating("away", "far", BAD, NOW)]
    assert infer(Ratings([*ratings, *far]), "a", "b", NOW) == infer(Ratings(ratings), "a", "b", NOW)


def test_reasons_tell_who_says_what() -> None:
    ratings = [
        *(Rating("a", who, GOOD, NOW - 90 * DAY) for who in "cde"),
        Rating("a", "f", BAD, NOW - 90 * DAY),
        *(Rating(who, "b", GOOD, NOW - 40 * DAY) for who in "cd"),
        Rating("e", "b", BAD, NOW - 39 * DAY),
        Rating("f", "b", GOOD, NOW - 41 * DAY),
        Rating("b", "a", GOOD, NOW - DAY),
    ]
    told = infer(Ratings(ratings), "a", "b", NOW)
    assert told.reasons == (
        "3 of 4 people who rated them did so well, and the newest rating is a bad one",
        "they rate you well",
        "1 person you distrust rates them well",
        "they are new here, since 41 days",
        "2 people you trust rate them well, 1 badly",
    )
    assert told.confidence == pytest.approx(5 / 7)


def test_reasons_where_only_oneself_is_known() -> None:
    ratings = Ratings([Rating("a", who, BAD, NOW - HOUR) for who in "cde"])
    assert infer(ratings, "a", "b", NOW).reasons == ("nothing is known of them", "you rate 0 of 3 others well")


def test_people_of_ones_own_mind_are_told_from_those_of_another() -> None:
    ratings = [
        *(Rating(who, whom, GOOD, NOW - 50 * DAY) for who in "ac" for whom in "gh"),
        *(Rating("d", whom, BAD, NOW - 50 * DAY) for whom in "gh"),
        Rating("c", "b", BAD, NOW),
        Rating("d", "b", GOOD, NOW),
    ]
    told = infer(Ratings(ratings), "a", "b", NOW).reasons
    assert "1 person of your mind rates them badly" in told
    assert "1 person of another mind than yours rates them well" in told


@pytest.mark.parametrize(
    ("probability", "confidence", "score"),
    [(1.0, 1.0, 0.349), (0.5, 1.0, 0.0), (0.2, 0.9, 0.0), (0.95, 0.0, 0.0), (0.95, 0.5, 0.157), (0.9, 1 / 3, 0.093)],
)
def test_the_prior_of_a_stranger(probability: float, confidence: float, score: float) -> None:
    assert prior(Inferred(probability, confidence, ())) == score


@given(some_ratings)
def test_nobody_is_familiar_by_hearsay(ratings: list[Rating]) -> None:
    told = inferred(Ratings(ratings).near("a", "b"), NOW)
    assert 0 <= prior(told) <= HIGHEST_PRIOR < 0.35
    assert prior(told) == 0 or told.probability > 0.5


def test_many_good_words_of_trusted_people_come_near_the_cap_and_one_stays_a_stranger() -> None:
    def vouched(count: int) -> float:
        friends = [f"f{place}" for place in range(count)]
        kind = [Rating("a", one, GOOD, NOW - 200 * DAY) for one in friends]
        return prior(infer(Ratings([*kind, *(Rating(one, "b", GOOD, NOW) for one in friends)]), "a", "b", NOW))

    assert 0 < vouched(1) < 0.15 < vouched(3) < vouched(40) <= HIGHEST_PRIOR
