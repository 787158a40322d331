"""Letters of verb forms, and an 's that is a form of "be"."""

from __future__ import annotations

import pytest

from kg.extraction.verb_forms import find_joined_verbs, inflect_present, is_contracted_be, verb_form_tag
from kg.language import EnglishPipeline, bundled_pipeline

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My brother's moving to Ghent", True),
        ("My mum's called Ann", True),
        ("My brother's moving company", False),
        ("My brother's car", False),
    ],
)
def test_an_apostrophe_is_a_form_of_be_before_a_participle(text: str, expected: bool) -> None:
    [doc] = EnglishPipeline().parse([text], trees=False)
    tokens = list(doc)
    [at] = [token.i for token in tokens if token.text == "'s"]
    assert is_contracted_be(tokens, at) is expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "tags"),
    [("I am working", "PG"), ("I have worked", "PN"), ("I worked", "D"), ("I can work", "MB"), ("She works", "P")],
)
def test_verb_forms_have_letters(text: str, tags: str) -> None:
    [doc] = EnglishPipeline().parse([text], trees=False)
    assert "".join(verb_form_tag(token) for token in doc[1:]) == tags


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("live", "lives"),
        ("have", "has"),
        ("'ve", "has"),
        ("’ve", "has"),
        ("am", "is"),
        ("'m", "is"),
        ("are", "is"),
        ("'re", "is"),
        ("were", "was"),
        ("do", "does"),
        ("go", "goes"),
        ("study", "studies"),
        ("try", "tries"),
        ("play", "plays"),
        ("buy", "buys"),
        ("teach", "teaches"),
        ("wash", "washes"),
        ("fix", "fixes"),
        ("pass", "passes"),
        ("buzz", "buzzes"),
        ("Like", "likes"),
    ],
)
def test_the_present_is_inflected(verb: str, expected: str) -> None:
    assert inflect_present(verb) == expected


def test_joined_verbs_share_the_subject() -> None:
    (doc,) = bundled_pipeline().parse(["I wake at four and go through the list."])
    assert [token.text for token in find_joined_verbs(doc[1])] == ["go"]
    for text in (
        "I wake at four and she goes out.",
        "I finish at six, come over then",
        "I love the song and please send it",
    ):
        (doc,) = bundled_pipeline().parse([text])
        assert find_joined_verbs(doc[1]) == []
