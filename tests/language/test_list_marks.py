"""List marks: counted marks within a line become full stops."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.list_marks import replace_list_marks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1) I moved 2) I quit", "1) I moved .  I quit"),
        ("todo: (1) call Ann (2) pay", "todo: .   call Ann .   pay"),
        ("plans: a) quit b) move c) sleep", "plans: .  quit .  move .  sleep"),
        ("1. I moved\n2. I quit", "1. I moved\n2. I quit"),
        ("I owe 5) and 2) more", "I owe 5) and 2) more"),
        ("the flat in block 2) costs", "the flat in block 2) costs"),
        ("version 1. Then 3. of it", "version 1. Then 3. of it"),
        ("1) 20 2) 30", "1) 20 2) 30"),
        ("I moved", "I moved"),
    ],
)
def test_marks_that_count_are_replaced(text: str, expected: str) -> None:
    assert replace_list_marks(text) == expected


@given(st.text(alphabet="12ab() .)\nI", max_size=30) | st.text(max_size=40))
def test_the_length_and_all_other_characters_stay(text: str) -> None:
    replaced = replace_list_marks(text)
    assert len(replaced) == len(text)
    assert all(new in {old, " ", "."} for old, new in zip(text, replaced, strict=True))
