"""Guesses and conditions are blanked with what depends on them; the clauses before them stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.guesses import blank_guesses


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("I graduated in 2016, so we probably sat in one canteen", "I graduated in 2016, so"),
        ("Tom is a nurse, I guess", ""),
        ("He works at Google, or maybe at Meta", ""),
        ("I might move, but I like Ghent", ", but I like Ghent"),
        ("Tom is a nurse, but I'm not sure", ""),
        ("He likes herons, he'll talk for hours if you let him", "He likes herons,"),
        ("I would move to Rome, if I could", ""),
        ("I live in Ghent if you need me", "I live in Ghent"),
        ("If you find one, tell Bo, she's our writer", "she's our writer"),
        ("Say a person sold her flat", ""),
        ("They told me to say the truth", "They told me to say the truth"),
        ("If something is missing, my email is a@b.example", "my email is a@b.example"),
        ("Call me at 0123456 if it burns", "Call me at 0123456"),
    ],
)
def test_what_precedes_a_guess_is_stated(sentence: str, kept: str) -> None:
    assert blank_guesses(sentence).strip() == kept


@given(st.text(alphabet="if you maybe, but so I'll;🌷 ", max_size=60))
def test_the_length_is_preserved_or_nothing_is_left(text: str) -> None:
    blanked = blank_guesses(text)
    assert blanked == "" or len(blanked) == len(text)
    assert all(kept in {" ", typed} for kept, typed in zip(blanked, text, strict=False))
