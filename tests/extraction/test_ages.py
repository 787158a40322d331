"""Ages in digits or words become digits; other numbers and words are no ages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.ages import parse_age


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("7", "7"),
        ("seven", "7"),
        ("Nineteen", "19"),
        ("thirty", "30"),
        ("twenty-one", "21"),
        ("Forty two years old", "42"),
        ("34-year-old", "34"),
        ("34yo", "34"),
        (" 101 yrs ", "101"),
    ],
)
def test_an_age_is_returned_in_digits(text: str, age: str) -> None:
    assert parse_age(text) == age


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "120",
        "9" * 4_400,
        "-3",
        "7.5",
        "a",
        "an year",
        "a couple",
        "couple",
        "old",
        "lawyer",
        "²",
        "①",
        "ninety nineteen twenty",
        "two two",
        "thirty twelve",
    ],
)
def test_other_text_is_no_age(text: str) -> None:
    assert parse_age(text) is None


@given(st.integers(0, 10_000))
def test_ages_are_from_1_to_119(number: int) -> None:
    assert parse_age(str(number)) == (str(number) if 1 <= number <= 119 else None)
