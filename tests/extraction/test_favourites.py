"""Favourites, in either order, and with "has got to be"."""

from __future__ import annotations

import pytest

from kg.extraction.favourites import add_favourite_kinds
from kg.protocols import ExtractedStatement
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


def test_a_person_has_one_favourite_of_a_kind() -> None:
    stated = [
        ExtractedStatement("Sam", predicate, value, True, None, None, 0, 9, 0.8)
        for predicate, value in (("favourite", "Film: Stalker"), ("likes", "film: Stalker"))
    ]
    assert [each.aspect for each in add_favourite_kinds(stated)] == ["favourite film", ""]
