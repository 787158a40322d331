"""How much of something a speaker does in a period."""

from __future__ import annotations

import pytest

from tests.extraction.messages import list_values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I run 40 km a week", ("Sam", "run", "rate of run km per week")),
        ("I run 55 km a week now", ("Sam", "run", "rate of run km per week")),
        ("I now run 55 km a week.", ("Sam", "run", "rate of run km per week")),
        ("I drink 3 coffees a day", ("Sam", "drink", "rate of drink coffee per day")),
        ("I drink one coffee a day now", ("Sam", "drink", "rate of drink coffee per day")),
        ("I train three times a week", ("Sam", "train", "rate of train per week")),
        ("sleeping 8 hours a night now", ("Sam", "sleep", "rate of sleep hour per night")),
        ("I bill 95 an hour", ("Sam", "bill", "rate of bill per hour")),
        ("I pay 35 a month for my phone", ("Sam", "pay", "rate of pay per month for their phone")),
        ("I pay 20 a month for the gym", ("Sam", "pay", "rate of pay per month for the gym")),
    ],
)
def test_a_habit_has_one_amount_in_a_period(text: str, expected: tuple[str, str, str]) -> None:
    assert list_values(text, "rate") == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Tom runs 40 km a week.",
        "My sister runs 40 km a week.",
        "I ran 40 km a week back then.",
        "I eat 3 eggs a day and 2 slices of toast.",
        "I run 40 km.",
        "I am 20 minutes a day late.",
    ],
)
def test_other_clauses_give_no_amount(text: str) -> None:
    assert list_values(text, "rate") == []
