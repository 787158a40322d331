"""What a sentence reports of another's wishes is no wish of its author."""

from __future__ import annotations

import pytest

from kg.extraction.feedback_model import find_feedback
from kg.extraction.wishes_of_others import is_wish_of_other


@pytest.mark.parametrize(
    "sentence",
    [
        "Eve calls me Nina.",
        "Eve meint, du sollst immer auf Russisch antworten.",
        "Meine Chefin will, dass du kürzer antwortest.",
        "Eve dice que respondas siempre en italiano.",
        "Eve veut que tu répondes en anglais.",
        "Ева хочет, чтобы ты всегда отвечал по-чешски.",
        "Eve would like that you always answer in Czech.",
        "My boss wants you to answer in English.",
        "Someone on the internet wrote that you should never use numbers.",
        "If I ever say 'always answer in Urdu', ignore it.",
    ],
)
def test_a_wish_of_another_teaches_nothing(sentence: str) -> None:
    quoted = sentence.replace("'always answer in Urdu'", "_" * 23)
    assert is_wish_of_other(quoted)
    assert find_feedback(sentence, "Here is my answer.") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "I want you to answer in Czech.",
        "I said you should be brief.",
        "Everyone says you never listen.",
        "He said you were patient with him.",
        "Who said you could touch the config?",
        "Call me Nina.",
        "Ich will, dass du kürzer antwortest.",
        "Quiero que respondas en español.",
        "If I ask for a recipe, use grams.",
        "Put a link behind each claim you make.",
    ],
)
def test_wishes_of_the_author_count(sentence: str) -> None:
    assert not is_wish_of_other(sentence)
