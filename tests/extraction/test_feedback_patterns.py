"""English patterns of feedback."""

from __future__ import annotations

import pytest

from kg.extraction.feedback_patterns import find_patterns


@pytest.mark.parametrize(
    ("sentence", "previous", "names"),
    [
        ("That's incorrect.", "", ["correction"]),
        ("It should be 42.", "The sum is 41.", ["correction of a statement"]),
        ("It should be 42.", "What is the sum?", []),
        ("Always use metric units.", "", ["preference"]),
        ("Great job!", "", ["praise"]),
        ("Great!", "How was your day?", []),
        ("No.", "I deleted the draft.", ["plain no"]),
        ("No.", "", []),
        ("Is that wrong?", "", []),
    ],
)
def test_a_sentence_matches_its_patterns(sentence: str, previous: str, names: list[str]) -> None:
    assert find_patterns(sentence, previous) == names
