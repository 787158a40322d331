"""Shapes of sentences with feedback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.feedback_shapes import find_shapes


@pytest.mark.parametrize(
    ("sentence", "shape"),
    [
        ("it's tuesday, not thursday", "ends with X not Y"),
        ("you forgot the second item", "you did"),
        ("i never said that", "i said"),
        ("no bullet points please", "refuses"),
        ("from now on use grams", "orders"),
        ("two lines max", "amount"),
        ("on weekends you can write longer", "regularly"),
        ("wie oft soll ich das noch sagen", "how often"),
    ],
)
def test_a_sentence_has_its_shape(sentence: str, shape: str) -> None:
    assert shape in find_shapes(sentence)


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert find_shapes(text.casefold()) == find_shapes(text.casefold())
