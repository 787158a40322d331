"""Imports accept only the properties that kg writes, with their types."""

from __future__ import annotations

from typing import Any

import pytest

from kg.errors import InvalidInput
from kg.transfer.property_types import PATH, SPAN_BYTES, check_properties, load_property_types
from tests.property_types import property_types

FACT = {"type": "node", "family": "Memory"}
EVIDENCE = {"type": "edge", "edge": "EVIDENCE"}


def check(row: dict[str, Any], *, times: tuple[str, ...] = (), old: bool = False, **properties: Any) -> None:
    held = {**properties, **dict.fromkeys(times, "2026-01-01T00:00:00Z")}
    check_properties({**row, "properties": held}, properties, times, allows_unknown=old)


def test_the_file_is_generated_from_the_models() -> None:
    assert PATH.read_text() == property_types(), "run `python -m tests.property_types`"


def test_every_family_and_type_has_its_properties() -> None:
    loaded = load_property_types()
    assert loaded["nodes"]["Memory"]["confidence"] == "number"
    assert loaded["edges"]["EVIDENCE"]["rests_on"] == "list of text"


@pytest.mark.parametrize(
    ("row", "properties"),
    [
        (FACT, {"text": "Ann likes tea.", "confidence": 1, "current": True, "audience": None}),
        (EVIDENCE, {"own": False, "rests_on": ["a", "b"], "start": 4}),
        ({"type": "node", "family": "TrustEdge"}, {"sittings": bytes(2 * SPAN_BYTES), "message_count": 3}),
    ],
)
def test_properties_of_the_right_type_pass(row: dict[str, Any], properties: dict[str, Any]) -> None:
    check(row, **properties)


@pytest.mark.parametrize(
    ("row", "properties"),
    [
        (FACT, {"confidence": "high"}),
        (FACT, {"confidence": True}),
        (FACT, {"confidence": float("nan")}),
        ({"type": "node", "family": "Session"}, {"next_seq": 2**63 - 1}),
        (FACT, {"current": 1}),
        (FACT, {"text": ["Ann"]}),
        (FACT, {"text": b"Ann"}),
        (EVIDENCE, {"rests_on": "a"}),
        (EVIDENCE, {"rests_on": [1]}),
        (EVIDENCE, {"start": 1.5}),
        ({"type": "node", "family": "TrustEdge"}, {"sittings": bytes(SPAN_BYTES + 1)}),
        ({"type": "node", "family": "TrustEdge"}, {"message_count": "9"}),
    ],
)
def test_properties_of_another_type_are_refused(row: dict[str, Any], properties: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(properties))):
        check(row, **properties)


def test_a_time_is_refused_where_text_is_expected() -> None:
    with pytest.raises(InvalidInput, match="text"):
        check(FACT, times=("text",))
    with pytest.raises(InvalidInput, match="at"):
        check(FACT, at="yesterday")


def test_unknown_names_pass_only_from_an_older_schema() -> None:
    with pytest.raises(InvalidInput, match="a property that Memory has"):
        check(FACT, mood="fine")
    check(FACT, mood="fine", old=True)
    check(FACT, times=("felt_at",), old=True)
