"""Current ratings and the neighborhood of two persons."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.trust.ratings import MAX_GIVEN, MAX_RECEIVED, RaterStatistics, Rating, RatingNeighborhood, Ratings

PEOPLE = "abcdef"
some_ratings = st.lists(
    st.builds(
        Rating,
        st.sampled_from(PEOPLE),
        st.sampled_from(PEOPLE),
        st.sampled_from([-1.0, -0.2, 0.1, 1.0]),
        st.integers(0, 9).map(float),
    ).filter(lambda one: one.truster != one.trustee),
    max_size=25,
)


def build_ratings(*texts: str) -> list[Rating]:
    """Build ratings one second apart: `a+b` is a positive rating of b by a, `a-b` a negative one."""
    return [Rating(one[0], one[2], 1.0 if one[1] == "+" else -1.0, float(place)) for place, one in enumerate(texts)]


def test_a_neighborhood_counted_by_hand() -> None:
    near = Ratings(build_ratings("a+x", "a-y", "x+b", "y-b", "x-y", "y+x", "z+x", "b+a", "z+b", "x+z")).neighborhood(
        "a", "b"
    )
    assert [(one.truster, one.rating) for one in near.received] == [("z", 1.0), ("y", -1.0), ("x", 1.0)]
    assert [(one.trustee, one.rating) for one in near.given] == [("y", -1.0), ("x", 1.0)]
    assert near.own is None
    assert near.returned == Rating("b", "a", 1.0, 7.0)
    assert near.since == 2.0
    # x is rated by a, y and z; in addition to b it rates y badly and z well, and a rates y badly too.
    assert near.raters["x"] == RaterStatistics(praised=3, blamed=0, praises=1, blames=1, agrees=1, differs=0)
    assert near.raters["y"] == RaterStatistics(praised=0, blamed=2, praises=1, blames=0, agrees=1, differs=0)
    assert near.raters["z"] == RaterStatistics(praised=1, blamed=0, praises=1, blames=0, agrees=1, differs=0)
    # Others than a: y and z rate x well, x rates y badly.
    assert near.other_ratings == {"x": (2, 0), "y": (0, 1)}


def test_the_truster_s_own_rating_is_separate() -> None:
    near = Ratings(build_ratings("a-b", "x+b")).neighborhood("a", "b")
    assert near.own == Rating("a", "b", -1.0, 0.0)
    assert [one.truster for one in near.received] == ["x"]
    assert near.given == ()


def test_without_ratings_the_neighborhood_is_empty() -> None:
    assert Ratings().neighborhood("a", "b") == RatingNeighborhood()


def test_a_newer_rating_replaces_the_older_whichever_comes_first() -> None:
    old, new = Rating("a", "b", 1.0, 1.0), Rating("a", "b", -1.0, 2.0)
    for order in ([old, new], [new, old], [old, new, new]):
        near = Ratings(order).neighborhood("x", "b")
        assert near.received == (new,)
        assert near.raters["a"] == RaterStatistics()


@given(some_ratings)
def test_adding_one_by_one_equals_adding_all_at_once(ratings: list[Rating]) -> None:
    # At equal times the later addition wins, so the order is free only for different times.
    ratings = [replace(one, at=float(place)) for place, one in enumerate(ratings)]
    once, shuffled = Ratings(ratings), random.Random(0).sample(ratings, len(ratings))
    bit_by_bit = Ratings()
    for one in shuffled:
        bit_by_bit.add(one)
    for truster in PEOPLE:
        assert bit_by_bit.neighborhood(truster, "b") == once.neighborhood(truster, "b")


def test_only_the_newest_ratings_are_used() -> None:
    received = [Rating(f"r{place}", "b", 1.0, float(place)) for place in range(MAX_RECEIVED + 5)]
    gives = [Rating("a", f"w{place}", 1.0, float(place)) for place in range(MAX_GIVEN + 5)]
    near = Ratings([*received, *gives]).neighborhood("a", "b")
    assert len(near.received) == len(near.raters) == MAX_RECEIVED
    assert len(near.given) == len(near.other_ratings) == MAX_GIVEN
    assert near.received[0].truster == f"r{MAX_RECEIVED + 4}"
    assert near.given[-1].trustee == "w5"
