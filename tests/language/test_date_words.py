"""Dates in words: only as precise as they are."""

from __future__ import annotations

import pytest

from kg.language import format_partial_date


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2026", "2026"),
        ("2026-03", "March 2026"),
        ("2026-03-12", "12 March 2026"),
        ("2026-03-12T14:30:00+00:00", "12 March 2026, 14:30 UTC"),
        ("2026-03-12T00:30:00+02:00", "11 March 2026, 22:30 UTC"),
        ("2026-03-12T14:30", "12 March 2026, 14:30 UTC"),
    ],
)
def test_dates_are_written_in_words(value: str, words: str) -> None:
    assert format_partial_date(value) == words


@pytest.mark.parametrize("value", ["", "soon", "2026-13", "2026-02-30"])
def test_what_is_no_date_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"month|day|invalid"):
        format_partial_date(value)
