"""Ratings that stand, and the neighbourhood of two people in them."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.trust.ratings import GIVEN, RECEIVED, Near, Rater, Rating, Ratings

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


def words(*told: str) -> list[Rating]:
    """`a+b` is a good word of a's about b, `a-b` a bad one; each a second after the one before."""
    return [Rating(one[0], one[2], 1.0 if one[1] == "+" else -1.0, float(place)) for place, one in enumerate(told)]


def test_the_neighbourhood_of_two_counted_by_hand() -> None:
    near = Ratings(words("a+x", "a-y", "x+b", "y-b", "x-y", "y+x", "z+x", "b+a", "z+b", "x+z")).near("a", "b")
    assert [(one.truster, one.rating) for one in near.received] == [("z", 1.0), ("y", -1.0), ("x", 1.0)]
    assert [(one.trustee, one.rating) for one in near.given] == [("y", -1.0), ("x", 1.0)]
    assert near.own is None
    assert near.returned == Rating("b", "a", 1.0, 7.0)
    assert near.since == 2.0
    # x is rated by a, y and z, rates y badly and z well beside b, and a rates y badly too.
    assert near.raters["x"] == Rater(praised=3, blamed=0, praises=1, blames=1, agrees=1, differs=0)
    assert near.raters["y"] == Rater(praised=0, blamed=2, praises=1, blames=0, agrees=1, differs=0)
    assert near.raters["z"] == Rater(praised=1, blamed=0, praises=1, blames=0, agrees=1, differs=0)
    # Of x besides a: y and z rate well; of y: x rates badly.
    assert near.crowd == {"x": (2, 0), "y": (0, 1)}


def test_the_own_word_is_apart_from_what_others_say() -> None:
    near = Ratings(words("a-b", "x+b")).near("a", "b")
    assert near.own == Rating("a", "b", -1.0, 0.0)
    assert [one.truster for one in near.received] == ["x"]
    assert near.given == ()


def test_nobody_is_known_where_nothing_was_said() -> None:
    assert Ratings().near("a", "b") == Near()


def test_a_newer_rating_replaces_the_older_whichever_comes_first() -> None:
    old, new = Rating("a", "b", 1.0, 1.0), Rating("a", "b", -1.0, 2.0)
    for order in ([old, new], [new, old], [old, new, new]):
        near = Ratings(order).near("x", "b")
        assert near.received == (new,)
        assert near.raters["a"] == Rater()


@given(some_ratings)
def test_what_is_added_one_by_one_is_what_is_given_at_once(ratings: list[Rating]) -> None:
    # Of two at the same moment the later stands, so that only those of different moments may be given in any order.
    ratings = [replace(one, at=float(place)) for place, one in enumerate(ratings)]
    once, shuffled = Ratings(ratings), random.Random(0).sample(ratings, len(ratings))
    bit_by_bit = Ratings()
    for one in shuffled:
        bit_by_bit.add(one)
    for truster in PEOPLE:
        assert bit_by_bit.near(truster, "b") == once.near(truster, "b")


def test_of_very_many_ratings_the_newest_are_looked_at() -> None:
    received = [Rating(f"r{place}", "b", 1.0, float(place)) for place in range(RECEIVED + 5)]
    gives = [Rating("a", f"w{place}", 1.0, float(place)) for place in range(GIVEN + 5)]
    near = Ratings([*received, *gives]).near("a", "b")
    assert len(near.received) == len(near.raters) == RECEIVED
    assert len(near.given) == len(near.crowd) == GIVEN
    assert near.received[0].truster == f"r{RECEIVED + 4}"
    assert near.given[-1].trustee == "w5"
