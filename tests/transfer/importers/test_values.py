"""Values as other programs write them."""

from __future__ import annotations

import math

import hypothesis
import pytest
from hypothesis import strategies as st

from kg.transfer.importers import values


@pytest.mark.parametrize(
    ("value", "importance"),
    [(None, 5), ("8", 8), (0.5, 5), (1.0, 10), (1, 1), (99, 10), (-3, 1), (math.nan, 5), (True, 5), ("x", 5)],
)
def test_importance_is_from_1_to_10(value: object, importance: int) -> None:
    assert values.read_importance(value) == importance


def test_names_come_from_lists_json_and_texts() -> None:
    assert values.read_names(["a", " b ", "", None, "a"]) == ("a", "b")
    assert values.read_names('["a", "b"]') == ("a", "b")
    assert values.read_names("a, b;c\nd") == ("a", "b", "c", "d")
    assert values.read_names(7) == ()


@hypothesis.given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.text() | st.binary(), st.lists, max_leaves=5)
)
def test_no_value_is_refused(value: object) -> None:
    assert isinstance(values.read_text(value), str)
    assert values.read_count(value) >= 0
    assert 0 <= values.read_share(value, 0.5) <= 1
    assert isinstance(values.read_names(value), tuple)
    assert isinstance(values.read_mapping(value), dict)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Organization", "org"), ("city", "place"), ("person", "person"), (None, "other"), ("zzz", "other")],
)
def test_types_of_entities_are_translated(name: object, kind: str) -> None:
    assert values.entity_type(name) == kind
