"""Full forms of contracted words."""

from __future__ import annotations

import pytest

from kg.extraction.full_forms import is_apostrophe_of_cause, write_in_full
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("I'll call Tom.", "'ll", "will"),
        ("He won't call.", "wo", "will"),
        ("Dad's selling the house.", "'s", "is"),
        ("My mum's got hundreds.", "'s", "has"),
        ("He's just been fired.", "'s", "has"),
        ("She's forgotten the stove twice.", "'s", "has"),
        ("She's started drum lessons at school.", "'s", "has"),
        ("It's already cost me a fortune.", "'s", "has"),
        ("She's named it Donald.", "'s", "has"),
        ("She's called Kate.", "'s", "is"),
        ("He's married to Kate.", "'s", "is"),
        ("There's dust in my tea.", "'s", "is"),
        ("He's allowed in the shop.", "'s", "is"),
        ("It's sold for 900 euros.", "'s", "is"),
        ("I'd love to.", "'d", "would"),
        ("I stay cause it is late.", "cause", "because"),
        ("The cause is unknown.", "cause", "cause"),
        ("I moved cos of my job.", "cos", "because"),
        ("I moved 'cause of my job.", "cause", "because"),
        ("I wanna go.", "wan", "want"),
        ("My sister wanna go.", "wan", "wants"),
        ("My sister didn't wanna go.", "wan", "want"),
        ("My sisters wanna go.", "wan", "want"),
        ("Tom called.", "called", "called"),
    ],
)
def test_words_are_written_in_full(text: str, word: str, expected: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    token = next(each for each in doc if each.text == word)
    assert write_in_full(token, token.lower_) == expected


def test_the_apostrophe_of_cause_is_no_word() -> None:
    (doc,) = bundled_pipeline().parse(["I stay 'cause the boys' cat is ill."])
    assert [is_apostrophe_of_cause(each) for each in doc if each.text == "'"] == [True, False]
