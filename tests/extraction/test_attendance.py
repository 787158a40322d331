"""Where a person works or studies: been at Acme for six years, in her second year at Leuven, my last day at Skoda."""

from __future__ import annotations

import pytest

from tests.extraction.messages import triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I've been at Graphisoft for six years.", {("Sam", "works_at", "Graphisoft")}),
        (
            "I'm in my second year at Strathmore University doing actuarial science.",
            {("Sam", "studies_at", "Strathmore University"), ("Sam", "studied", "actuarial science")},
        ),
        (
            "I'm in the nursing programme at Leeds University.",
            {("Sam", "studies_at", "Leeds University"), ("Sam", "studied", "nursing")},
        ),
        (
            "I'm in my second year of marine biology at Porto.",
            {("Sam", "studied", "marine biology"), ("Sam", "studies_at", "Porto")},
        ),
        ("I used to be at Google.", {("Sam", "works_at", "Google")}),
        ("My last day at Google was on Monday.", set()),
        ("Monday was my last day at Google.", {("Sam", "works_at", "Google")}),
        ("I'm at the station.", set()),
        ("I was at Glastonbury in 2019.", set()),
    ],
)
def test_attendance_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected
