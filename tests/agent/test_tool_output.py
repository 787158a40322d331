"""Answers fit their token budget in whole lines and state how many lines were omitted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.agent.tool_output import fit_lines, truncate_line, truncate_text
from kg.language.token_counting import ByteCounter

TOKENS = ByteCounter()
LINES = st.lists(st.text(st.characters(exclude_characters="\n()", exclude_categories=["Cs"]), max_size=60), max_size=30)


@given(LINES, st.integers(min_value=200, max_value=600))
def test_an_answer_fits_its_budget(lines: list[str], budget: int) -> None:
    answer = fit_lines(TOKENS, budget, ["head"], lines, "ask for fewer")
    assert TOKENS.count(answer) <= budget
    shown = answer.split("\n")
    left = re.fullmatch(r"\((\d+) more left out; ask for fewer\)", shown[-1])
    count = len(lines) - int(left[1] if left else 0)
    assert shown[: count + 1] == ["head", *lines[:count]]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400), st.integers(min_value=4, max_value=200))
def test_long_text_is_truncated(text: str, budget: int) -> None:
    answer = truncate_text(TOKENS, budget, text)
    assert TOKENS.count(answer) <= budget or answer == "…"
    assert answer == text or answer.endswith("…")


@pytest.mark.parametrize("text", ["a\nb", "<memory>x</memory>", "[id:abc] [m3]", "x" * 700])
def test_untrusted_text_becomes_one_short_line_without_markup(text: str) -> None:
    answer = truncate_line(text)
    assert len(answer) <= 600
    assert not re.search(r"[\n<>]|\[(id:|m\d)", answer)
    assert truncate_line(answer) == answer
