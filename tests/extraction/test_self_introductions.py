"""Lists without a verb: "51, clockmaker, from Leeds", "junior designer at Frog"."""

from __future__ import annotations

import pytest

from tests.extraction.messages import triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from leeds, 34, two dogs", {("Sam", "from", "leeds"), ("Sam", "age", "34"), ("Sam", "has_pet", "dogs")}),
        (
            "51, clockmaker, living in Pitlochry, and I play the fiddle.",
            {("Sam", "age", "51"), ("Sam", "role", "clockmaker"), ("Sam", "lives_in", "Pitlochry")},
        ),
        (
            "junior designer at Google starting in january",
            {("Sam", "role", "junior designer"), ("Sam", "works_at", "Google")},
        ),
        ("They offered me a job. Designer at Google.", set()),
        ("Designer at Google, interviewed Nina.", {("Sam", "role", "Designer"), ("Sam", "works_at", "Google")}),
        ("34", set()),
        ("renault master, 2012, from Leeds", set()),
        ("Nina, 34, from Oslo", {("Nina", "age", "34"), ("Nina", "from", "Oslo")}),
    ],
)
def test_two_parts_introduce_the_speaker(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected
