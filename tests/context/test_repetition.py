"""Which messages say no more than their facts."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.context import is_covered

AT = dt.datetime(2026, 10, 2, 11, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I work as a baker", ["Ann works as a baker."]),
        ("Biscuit needs a tablet on the 10th", ["Ann is to remember that Biscuit needs a tablet on 10 October 2026."]),
        ("I must pay Anita her 120 by Wednesday", ["Ann is to pay Anita her 120 by 7 October 2026."]),
        ("I ran 5 km and Tim baked", ["Ann ran 5 km.", "Tim baked."]),
    ],
)  # fmt: skip
def test_a_message_is_covered_by_facts_with_all_of_its_words(text: str, facts: list[str]) -> None:
    assert is_covered(text, facts, AT)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Declan got offered a permanent job, he's to decide by the 9th", ["Declan got offered a permanent job."]),
        ("Kai can only do it at 8.30", ["Kai can only do it."]),
        ("the rent went up, 950 from May", ["The rent went up."]),
        ("I work as a baker", []),
    ],
)
def test_a_message_that_says_more_is_not_covered(text: str, facts: list[str]) -> None:
    assert not is_covered(text, facts, AT)
