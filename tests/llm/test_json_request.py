"""Requests for JSON: the answer's value or None, and fields of any type without an error."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError, ModelUnavailable
from kg.llm import ScriptedModel
from kg.llm.json_request import ask_for_json, list_field, plain_text, unit_number
from tests.llm.test_json_repair import VALUES


def test_the_json_of_the_answer_is_returned() -> None:
    model = ScriptedModel(['Sure: {"a": [1]}'])
    assert ask_for_json(model, "the prompt", {}) == {"a": [1]}
    assert model.prompts == ["the prompt"]


@pytest.mark.parametrize("answer", ["a secret word", "", KgError("no chat completion")])
def test_without_json_a_warning_does_not_show_the_answer(answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert ask_for_json(ScriptedModel([answer]), "the prompt", {}) is None
    assert "scripted" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("error", [ConnectionError("x"), TimeoutError("x"), ModelUnavailable("x", how="y")])
def test_an_unavailable_model_raises(error: Exception) -> None:
    with pytest.raises(type(error)):
        ask_for_json(ScriptedModel([error]), "the prompt", {})


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"rows": [1]}, [1]),
        ([1], [1]),
        ({"rows": 1}, None),
        ({"other": [1]}, None),
        (None, None),
        ("rows", None),
        ([], []),
    ],
)
def test_the_list_of_a_field_or_the_value_itself(value: Any, found: list[Any] | None) -> None:
    assert list_field(value, "rows") == found


@given(VALUES, st.integers(1, 30))
def test_plain_text_is_one_trimmed_line(value: Any, longest: int) -> None:
    text = plain_text(value, longest)
    assert len(text) <= longest
    assert text == text.strip()
    assert len(text.splitlines()) <= 1


def test_only_strings_and_numbers_are_text() -> None:
    assert [plain_text(value, 5) for value in (" a \n b ", 42, 1.5, "abcd efg", True, None, [], {})] == [
        "a b",
        "42",
        "1.5",
        "abcd",
        "",
        "",
        "",
        "",
    ]


@given(VALUES | st.floats())
def test_a_unit_number_is_from_zero_to_one(value: Any) -> None:
    assert 0 <= unit_number(value, 0.7) <= 1


def test_other_values_give_the_default() -> None:
    assert [unit_number(value, 0.7) for value in (0.25, -1, 2, float("inf"), float("nan"), True, "1", None)] == [
        0.25,
        0.0,
        1.0,
        1.0,
        0.7,
        0.7,
        0.7,
        0.7,
    ]
