"""Favourites, in either order, and with "has got to be"."""

from __future__ import annotations

import pytest

from tests.extraction.messages import triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My favourite film is Stalker.", {("Sam", "favourite", "film: Stalker")}),
        ("Stalker is my favourite film.", {("Sam", "favourite", "film: Stalker")}),
        ("my favorite album has got to be Kind of Blue", {("Sam", "favourite", "album: Kind of Blue")}),
        ("My favourite album could be anything.", set()),
    ],
)
def test_a_favourite_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected
