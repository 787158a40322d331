"""How persons ask to be called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.forms_of_address import AddressWish, find_address


@pytest.mark.parametrize(
    ("text", "name", "refused"),
    [
        ("call me Tina, not Christina", "Tina", "Christina"),
        ("I'm Kate. Not Kathy.", "Kate", "Kathy"),
        ("please address me as Professor Lind", "Professor Lind", ""),
        ("and its merritt but people call me mer", "mer", ""),
        ("nenn mich Tina, nicht Christina", "Tina", "Christina"),
        ("dime Paco", "Paco", ""),
        ("appelle-moi Alex, pas Alexandre", "Alex", "Alexandre"),
        ("me chama de Duda, não de Eduarda", "Duda", "Eduarda"),
        ("chiamami Tina, non Cristina", "Tina", "Cristina"),
        ("zeg Bas tegen me, niet Sebastiaan", "Bas", ""),
        ("зови меня Саша, а не Александр", "Саша", "Александр"),
        ("田中さんではなくケンと呼んでください", "ケン", "田中"),
        ("Call me Alex instead of Alexander.", "Alex", "Alexander"),
    ],
)
def test_names_to_be_called_by_are_found(text: str, name: str, refused: str) -> None:
    assert find_address(text) == AddressWish(name, refused)


@pytest.mark.parametrize(
    "text",
    [
        "call me tomorrow",
        "Call me when you get home.",
        "French, please",
        "dime cuándo puedes",
        "a minha tia chama-me Xiquinho",
        "He calls her Mimi.",
        "nenn mir bitte deine Quellen",
        "",
    ],
)
def test_other_texts_give_no_name(text: str) -> None:
    assert find_address(text) is None


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    found = find_address(text)
    assert found is None or (found.name and found.name != found.refused)


@pytest.mark.parametrize(
    "text",
    [
        "Great talking to you.", "No, not really.", "Is me. Not fish.", "And to you.", "We'll come to you.",
        "I'm obliged to you.", "Who'll call me daft.", "They may call me Boss.",
    ],
)  # fmt: skip
def test_other_words_are_no_names(text: str) -> None:
    assert find_address(text) is None


@pytest.mark.parametrize("text", ["Don't call me Tina.", "Never call me Tina, please.", "Не называй меня Тина."])
def test_a_refused_name_is_no_wish(text: str) -> None:
    assert find_address(text) is None
