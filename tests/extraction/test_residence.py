"""Where a person lives or a thing is: home is Ghent, in Dubai since 2012, the office is in Riga."""

from __future__ import annotations

import pytest

from tests.extraction.messages import triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We're in Limerick since 2019.", {("Sam", "lives_in", "Limerick")}),
        ("And now home is Oslo.", {("Sam", "lives_in", "Oslo")}),
        ("Nina isn't in Lyon any more.", {("Nina", "lives_in", "Lyon")}),
        ("The office is in Riga.", {("office", "located_in", "Riga")}),
        ("I'm in Ghent for the weekend.", set()),
    ],
)
def test_a_residence_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected
