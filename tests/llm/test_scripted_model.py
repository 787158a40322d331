"""The fake model returns its answers in order, raises those that are errors, and then has none."""

from __future__ import annotations

import pytest

from kg.errors import ModelUnavailable
from kg.llm import ScriptedModel
from kg.protocols import LanguageModel


def test_answers_come_in_order_with_their_lengths_in_words() -> None:
    model = ScriptedModel(iter(["one two", "three"]))
    as_protocol: LanguageModel = model
    first, second = as_protocol.complete("a b c"), as_protocol.complete("d", schema={})
    assert (first.text, first.prompt, first.completion) == ("one two", 3, 2)
    assert (second.text, second.prompt, second.completion) == ("three", 1, 1)
    assert model.prompts == ["a b c", "d"]


def test_an_error_is_raised_in_its_place() -> None:
    model = ScriptedModel([TimeoutError("late"), "on time"])
    with pytest.raises(TimeoutError, match="late"):
        model.complete("a")
    assert model.complete("b").text == "on time"
    assert model.prompts == ["a", "b"]


def test_without_answers_the_error_says_so() -> None:
    with pytest.raises(ModelUnavailable, match="no answers left"):
        ScriptedModel([]).complete("a")
