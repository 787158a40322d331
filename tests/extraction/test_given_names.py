"""Given names: those of women, those of men, and none that both have."""

from __future__ import annotations

import pytest

from kg.extraction.given_names import NAMES_OF_MEN, NAMES_OF_WOMEN, gender_of_name


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Maria", "f"),
        ("maria berg", "f"),
        ("Thomas Berg", "m"),
        ("Zoltan's", "m"),
        ("Alex", ""),
        ("Robin Maria", ""),
        ("Small Weather", ""),
        ("", ""),
        (" ", ""),
    ],
)
def test_a_given_name_has_a_gender(name: str, gender: str) -> None:
    assert gender_of_name(name) == gender


def test_no_name_is_of_both() -> None:
    assert not NAMES_OF_WOMEN & NAMES_OF_MEN


def test_names_are_lower_case_words() -> None:
    assert all(name.isalpha() and name == name.lower() for name in NAMES_OF_WOMEN | NAMES_OF_MEN)
