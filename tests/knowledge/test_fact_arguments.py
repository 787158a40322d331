"""Arguments with which callers add facts: normalised, or refused with the name of the field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.knowledge.extracted_events import FactKey
from kg.knowledge.fact_arguments import (
    parse_audience,
    parse_fact_key,
    parse_object,
    parse_partial_date,
    parse_predicate,
    parse_probability,
)
from tests.support import T0


@given(st.dates())
def test_a_date_is_only_as_precise_as_given(date: Any) -> None:
    text = date.isoformat()
    for precise in (text[:4], text[:7], text):
        assert parse_partial_date("valid_from", precise) == precise
    assert parse_partial_date("valid_from", T0) == T0.isoformat()
    assert [parse_partial_date("valid_to", value) for value in ("past", None)] == ["past", None]
    assert parse_partial_date("valid_from", "2025-W01-1") == "2024-12-30"


def test_an_object_is_one_line_of_at_most_2000_characters() -> None:
    assert parse_object("  green\n\t tea ") == "green tea"
    assert len(parse_object("x" * 2_000)) == 2_000


def test_a_slot_key_has_a_category_and_a_key_and_perhaps_a_domain() -> None:
    assert parse_fact_key(None, None, None) is None
    assert parse_fact_key(" ", "travel", "seat") == FactKey(None, "travel", "seat")
    assert parse_fact_key("trips", "travel", "seat") == FactKey("trips", "travel", "seat")


def test_a_private_audience_is_that_of_the_speaker() -> None:
    assert parse_audience("shared", None) == "shared"
    ann, bob = (parse_audience("person", f"cli:{name}") for name in ("ann", "bob"))
    assert ann.startswith("person:person-")
    assert ann != bob


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("valid_from", lambda: parse_partial_date("valid_from", "2025-13")),
        ("valid_from", lambda: parse_partial_date("valid_from", "0000")),
        ("valid_to", lambda: parse_partial_date("valid_to", "2025-5")),
        ("valid_to", lambda: parse_partial_date("valid_to", "²025")),
        ("object", lambda: parse_object(" \x00 ")),
        ("object", lambda: parse_object(7)),
        ("object", lambda: parse_object("x" * 2_001)),
        ("predicate", lambda: parse_predicate("9 lives")),
        ("confidence", lambda: parse_probability("confidence", 1.01)),
        ("confidence", lambda: parse_probability("confidence", float("nan"))),
        ("confidence", lambda: parse_probability("confidence", True)),
        ("confidence", lambda: parse_probability("confidence", "1")),
        ("audience", lambda: parse_audience("person", None)),
        ("audience", lambda: parse_audience("all", "cli:ann")),
        ("category", lambda: parse_fact_key(None, None, "seat")),
        ("key", lambda: parse_fact_key("trips", None, None)),
        ("key", lambda: parse_fact_key(None, "travel", " ")),
    ],
)
def test_an_invalid_argument_is_refused(field: str, call: Callable[[], object]) -> None:
    with pytest.raises(InvalidInput) as caught:
        call()
    assert caught.value.field == field
