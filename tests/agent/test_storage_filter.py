"""Text is cleaned before it is stored: reasoning, tool calls, stack traces, paths and accounts are removed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.agent import clean_for_storage

DIRTY = {
    "<think>He seems tired.</think>Ann likes tea.": "Ann likes tea.",
    "<reflection>\nwas it right?\n</reflection>\nYes.": "Yes.",
    'Ok. <tool_call>{"name": "x"}</tool_call> Done.': "Ok.  Done.",
    "The notes are in /home/olga/notes/boat.md now": "The notes are in [path] now",
    r"Saved as C:\Users\Olga\boat.txt": "Saved as [path]",
    "Ask telegram:123456789 or <@!99887766> or 4917012345@s.whatsapp.net": "Ask [account] or [account] or [account]",
    'It broke:\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    x()\nValueError: bad\nSo I stopped.': (
        "It broke:\nValueError: bad\nSo I stopped."
    ),
    "Error\n    at f (/app/x.js:10:5)\n    at com.A.b(A.java:12)\nend": "Error\nend",
    "Either/or, 3/4, https://example.org/a/b and a < b > c stay.": "Either/or, 3/4, https://example.org/a/b and a < b > c stay.",
}


@pytest.mark.parametrize("text", DIRTY)
def test_text_is_cleaned_before_it_is_stored(text: str) -> None:
    assert clean_for_storage(text) == DIRTY[text]


THOUGHTS = ["<think>", "</think>", "<tool_call>", "a", " ", "\n", "<", ">", "/home/x/y", "telegram:1234567"]
PARTS = st.sampled_from([*THOUGHTS, "Traceback (most recent call last):\n", '  File "x", line 1'])


@given(st.lists(PARTS, max_size=25).map("".join) | st.text(max_size=80))
def test_cleaning_is_idempotent(text: str) -> None:
    assert clean_for_storage(clean_for_storage(text)) == clean_for_storage(text)
