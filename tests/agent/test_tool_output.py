"""Answers fit their room whatever they hold, in whole lines, and tell how many are left out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.agent.tool_output import cut, fitted, short
from kg.language.token_counting import ByteCounter

TOKENS = ByteCounter()
LINES = st.lists(st.text(st.characters(exclude_characters="\n()", exclude_categories=["Cs"]), max_size=60), max_size=30)


@given(LINES, st.integers(min_value=200, max_value=600))
def test_an_answer_keeps_to_its_room(lines: list[str], room: int) -> None:
    told = fitted(TOKENS, room, ["head"], lines, "ask for fewer")
    assert TOKENS.count(told) <= room
    shown = told.split("\n")
    left = re.fullmatch(r"\((\d+) more left out; ask for fewer\)", shown[-1])
    count = len(lines) - int(left[1] if left else 0)
    assert shown[: count + 1] == ["head", *lines[:count]]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400), st.integers(min_value=4, max_value=200))
def test_what_is_too_long_is_cut(text: str, room: int) -> None:
    told = cut(TOKENS, room, text)
    assert TOKENS.count(told) <= room or told == "…"
    assert told == text or told.endswith("…")


@pytest.mark.parametrize("text", ["a\nb", "<memory>x</memory>", "[id:abc] [m3]", "x" * 700])
def test_words_from_outside_are_one_short_harmless_line(text: str) -> None:
    told = short(text)
    assert len(told) <= 600
    assert not re.search(r"[\n<>]|\[(id:|m\d)", told)
    assert short(told) == told
