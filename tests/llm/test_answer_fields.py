"""Names, dates and quotes in a model's answer."""

from __future__ import annotations

from typing import Any

import pytest

from kg.llm.answer_fields import find_quote, is_ordered, iterate_dicts, parse_date, resolve_name
from kg.protocols import Utterance
from tests.support import T0


def test_only_objects_are_yielded() -> None:
    assert list(iterate_dicts([{"a": 1}, 2, None, {}])) == [{"a": 1}, {}]
    assert list(iterate_dicts({"a": 1})) == []


@pytest.mark.parametrize(
    ("name", "expected"), [("I", "Ann"), ("You", "Cem"), ("Bob", "Bob"), ("they", ""), ("Somebody", ""), ("", "")]
)
def test_pronouns_are_resolved_or_dropped(name: str, expected: str) -> None:
    assert resolve_name(name, Utterance("", " Ann ", T0, "Cem")) == expected


def test_an_unknown_addressee_has_no_name() -> None:
    assert resolve_name("you", Utterance("", "Ann", T0)) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [("2026", "2026"), (2026, "2026"), ("2026-02-29", None), ("2026-3", None), ("past", None), (None, None)],
)
def test_dates_are_valid_or_none(value: Any, expected: str | None) -> None:
    assert parse_date(value) == expected


def test_past_is_a_date_where_it_is_allowed() -> None:
    assert parse_date(" Past ", past=True) == "past"


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [("2026-03", "2026", True), ("2026-03", "2025-12-31", False), (None, "2026", True), ("2026", "past", True)],
)
def test_dates_are_in_order(first: str | None, last: str, expected: bool) -> None:
    assert is_ordered(first, last) is expected


@pytest.mark.parametrize(
    ("quote", "expected"), [("moved  TO oslo", (2, 15)), ("moved t", None), ("", None), (5, None), ("to Rome", None)]
)
def test_a_quote_is_found_on_word_boundaries(quote: Any, expected: tuple[int, int] | None) -> None:
    assert find_quote("I moved\nto Oslo.", quote) == expected
    assert find_quote("tea and tea", "tea", after=1) == (8, 11)
