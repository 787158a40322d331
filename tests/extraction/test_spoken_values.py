"""Days, times and numbers as people write them in chat."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.spoken_values import find_spoken_values, means_same

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("booked for wed at 7.15", [("date", "wed"), ("time", "7.15")]),
        ("choir starts at 7 on thurs", [("time", "7"), ("date", "thurs")]),
        ("dinner is at half 7 on Saturday", [("time", "half 7"), ("date", "Saturday")]),
        ("The gig is on Saturday the 21st, doors 8pm", [("date", "Saturday the 21st"), ("time", "8pm")]),
        ("from 20 to 22 May 2026", [("number", "20"), ("date", "22 May 2026")]),
        ("the rent is €900 for 3 rooms", [("number", "€900"), ("number", "3")]),
        ("gate code 4471", [("number", "4471")]),
        ("quarter to six", [("time", "quarter to six")]),
        ("nothing here", []),
    ],
)
def test_values_are_found_with_their_kinds(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(each.kind, each.text) for each in find_spoken_values(text)] == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Thursday afternoon", "thu", True),
        ("the 5th", "5th", True),
        ("at 4", "4 pm", True),
        ("the 11th", "Wednesday 11 March", True),
        ("Thursday", "Friday", False),
        ("40", "45", False),
        ("half past two", "2:30pm", True),
        ("half 7", "7.30", True),
        ("quarter to six", "5:45", True),
        ("half past two", "3:30", False),
    ],
)
def test_values_are_compared_by_what_they_mean(one: str, other: str, expected: bool) -> None:
    values = [find_spoken_values(text)[0] for text in (one, other)]
    assert means_same(*values, AT) is expected


@given(st.text(max_size=60))
def test_offsets_are_those_of_the_text(text: str) -> None:
    found = find_spoken_values(text)
    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
