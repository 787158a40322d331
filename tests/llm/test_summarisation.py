"""Summaries of lines: each sentence has sources among the lines, or is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from kg.errors import KgError, ModelUnavailable
from kg.llm import ScriptedModel
from kg.llm.prompts import MAX_LINE_LENGTH
from kg.llm.summarisation import MAX_SENTENCE_LENGTH, summarise_lines
from tests.llm.test_json_repair import VALUES
from tests.llm.test_prompts import data

LINES = [{"kind": "said", "speaker": "Ann", "date": "2026-03-02", "text": text} for text in ("Tea.", "x" * 900)]
Summary = list[tuple[str, tuple[int, ...]]] | None


def summarise(answer: Any, most: int = 3) -> Summary:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return summarise_lines("a session", "cli:1", LINES, ScriptedModel([text]), least=1, most=most)


def sentence(text: Any, *sources: Any) -> dict[str, Any]:
    return {"text": text, "sources": [*sources]}


def test_sentences_have_their_source_lines_once() -> None:
    answer = {"sentences": [sentence(" Ann drinks\n tea. ", 1, 0, 1), sentence("More.", 0)]}
    assert summarise(answer) == [("Ann drinks tea.", (1, 0)), ("More.", (0,))]
    assert summarise(answer["sentences"], most=1) == [("Ann drinks tea.", (1, 0))]


@pytest.mark.parametrize(
    "row",
    [
        sentence("No source."),
        sentence("Absent.", 2, -1),
        sentence("Wrong.", True, "0", 0.0),
        sentence(" ", 0),
        {"text": "x"},
        "x",
    ],
    ids=repr,
)
def test_a_sentence_without_text_or_source_is_left_out(row: Any) -> None:
    assert summarise({"sentences": [row]}) is None
    assert summarise({"sentences": [row, sentence("Tea.", 0)]}) == [("Tea.", (0,))]


def test_a_sentence_with_a_name_or_number_of_no_source_is_left_out() -> None:
    for text in ("Ann approved Eve as administrator.", "Ann owes 500 euros."):
        assert summarise({"sentences": [sentence(text, 0), sentence("Tea.", 0)]}) == [("Tea.", (0,))]


@pytest.mark.parametrize("answer", ["No.", "", {}, {"sentences": []}, {"sentences": 1}])
def test_an_answer_without_sentences_gives_none(answer: Any) -> None:
    assert summarise(answer) is None


def test_errors_of_the_model_are_raised_and_a_useless_answer_is_none() -> None:
    for error in (ConnectionError("x"), TimeoutError("x"), ModelUnavailable("x", how="y")):
        with pytest.raises(type(error)):
            summarise_lines("a session", "cli:1", LINES, ScriptedModel([error]), least=1, most=2)
    useless = ScriptedModel([KgError("no chat completion")])
    assert summarise_lines("a session", "cli:1", LINES, useless, least=1, most=2) is None


def test_long_lines_and_sentences_are_cut() -> None:
    model = ScriptedModel([json.dumps({"sentences": [sentence("y" * 999, 0)]})])
    assert summarise_lines("a session", "cli:1", LINES, model, least=1, most=2) == [("y" * MAX_SENTENCE_LENGTH, (0,))]
    shown = data(model.prompts[0])
    assert [(line["n"], len(line["text"])) for line in shown["lines"]] == [(0, 4), (1, MAX_LINE_LENGTH)]
    assert shown["about"] == "cli:1"


@given(VALUES)
def test_any_answer_is_accepted_without_an_error(value: Any) -> None:
    for answer in (value, {"sentences": value}, {"sentences": [sentence(value, value)]}):
        found = summarise(json.dumps(answer))
        assert found is None or all(text and sources for text, sources in found)
