"""Doses of medicine."""

from __future__ import annotations

import pytest

from tests.extraction.messages import list_values


@pytest.mark.parametrize(
    "text",
    [
        "I take 5 mg ramipril",
        "I take 10 mg of ramipril now.",
        "ramipril goes up to 10 mg.",
        "my ramipril is 10 mg now",
        "ramipril is up to 7.5 now",
    ],
)
def test_a_dose_is_a_value_of_the_medicine(text: str) -> None:
    assert list_values(text, "dose") == [("Sam", "take", "dose of ramipril")]


@pytest.mark.parametrize(
    "text",
    [
        "I take the bus at 10.",
        "Tom's ramipril goes up to 10 mg.",
        "I took 5 mg ramipril.",
        "the limit is up to 7.5 now",
        "should I take 5 mg ramipril?",
    ],
)
def test_other_clauses_give_no_dose_of_the_speaker(text: str) -> None:
    assert list_values(text, "dose") == []


def test_the_dose_of_another_is_another_value() -> None:
    assert list_values("my dad takes 10 mg of ramipril", "dose") == [("Sam", "take", "dose of dad's ramipril")]
