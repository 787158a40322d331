"""A message as it is parsed: what is left out of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.message_cleaning import clean_message


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my fault, forgot the import", "forgot the import"),
        ("Test red. My bad, the meeting is at 3", "Test red. the meeting is at 3"),
        ("like i said, i moved to Graz", "i moved to Graz"),
        ("As mentioned before, the demo is on Friday", "the demo is on Friday"),
        ("I DONT eat meat", "I dont eat meat"),
        ("The queue is `jobs_high`", "The queue is jobs_high"),
        # No set phrases.
        ("it was my fault, sorry", "it was my fault, sorry"),
        ("my mistake cost 90 euros", "my mistake cost 90 euros"),
        ("he did as I said, thanks", "he did as I said, thanks"),
    ],
)
def test_set_phrases_and_marks_are_left_out(text: str, kept: str) -> None:
    assert " ".join(clean_message(text).split()) == kept


@given(st.text(max_size=80))
def test_the_length_is_preserved(text: str) -> None:
    assert len(clean_message(text)) == len(text)
