"""English is distinguished from other languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import is_english


@pytest.mark.parametrize(
    "text",
    [
        "Biscuit needs surgery on Friday",
        "we booked flights to Crete!",
        "ill be there at 5, dont wait",
        "My brother Jürgen moved to Düsseldorf.",
        "He said: c'est la vie, and that was it.",
        "ok",
        "",
        "42,000",
    ],
)
def test_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "ich bin im keller, kühlschrank 3 ist wieder kaputt",
        "Les costumes et le plateau.",
        "Voy a ver a mi hermana el jueves",
        "Mio marito è un cuoco.",
        "Двадцать шестого июля.",
        "明日は休みです",
        "Nagpadala na ako kahapon",
        "Papa ne hall ka advance de diya hai",
        "ik ga morgen niet mee",
        "não sei se ele vem",
    ],
)
def test_other_languages(text: str) -> None:
    assert not is_english(text)


def test_texts_before_it_decide_where_its_words_do_not() -> None:
    assert is_english("Kühlschrank 3: 8,4 Grad")
    assert not is_english("Kühlschrank 3: 8,4 Grad", ["ich hab die Listen nicht gefunden"])
    assert is_english("The fridge is at 8.4 degrees", ["ich hab die Listen nicht gefunden"])


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_any_text_has_an_answer(text: str, earlier: list[str]) -> None:
    assert is_english(text, earlier) in {True, False}
