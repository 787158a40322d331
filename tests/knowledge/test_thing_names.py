"""Two objects name the same thing where one is the other with more words."""

from __future__ import annotations

import pytest

from kg.knowledge.thing_names import content_words, find_head_word, names_same_thing


@pytest.mark.parametrize(
    ("said", "asked", "expected"),
    [
        ("the rota", "the rota for April", True),
        ("the books, €84", "the books", True),
        ("the kitchen", "the kitchen roll", False),
        ("Tom's rota", "the rota", False),
        ("half the rent", "the rent", False),
        ("the", "a", True),
        ("the", "the rota", False),
    ],
)
def test_things_are_compared_by_their_content_words(said: str, asked: str, expected: bool) -> None:
    assert names_same_thing(said, asked) == expected


def test_words_of_a_thing() -> None:
    assert content_words("the coffee completely") == {"coffe"}
    assert find_head_word("the rota for April") == "rota"
    assert find_head_word("the Brooks Ghost 16") == "ghost"
    assert find_head_word("16") == "16"
    assert find_head_word("…") == ""
