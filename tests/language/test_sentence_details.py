"""Which details tell sentences with common words apart."""

from __future__ import annotations

import pytest

from kg.language import says_something_else


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The plumber comes on Tuesday at nine.", "The plumber comes on Thursday at nine."),
        ("the plumber comes on tuesday at nine", "the plumber comes on tuesday at ten"),
        ("The flight is on 3 May from gate 12.", "The flight is on 3 May from gate 13."),
        ("The surgery is in Braga.", "The surgery is in Faro."),
        ("The surgery is in Braga.", "the surgery is in faro."),
        ("The surgery is on the 3rd of March.", "The surgery is on the 3rd of April."),
        ("Ann sold the red car.", "Bob sold the red car."),
        ("The door is open.", "The door isn't open."),
        ("Dinner is today.", "Dinner is tomorrow."),
        ("Ann said: “Bob is ill.”", "Eve (stranger) said: “Tim is ill.”"),
    ],
)
def test_details_that_differ(one: str, other: str) -> None:
    assert says_something_else(one, other)
    assert says_something_else(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The house was sold today.", "So the house was sold today!"),
        ("Sold the house.", "We have sold the house, I think."),
        ("Ann's car is red.", "The car of Ann is red."),
        ("Ann said: “The car is red.”", "Eve (stranger) said on 3 May 2025: “The car is red.”"),
        ("Ann has a son Tim.", "Ann said: “I have a son, Tim.”"),
        ("", "The car is red."),
    ],
)
def test_details_that_are_the_same(one: str, other: str) -> None:
    assert not says_something_else(one, other)
    assert not says_something_else(other, one)
