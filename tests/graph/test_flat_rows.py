"""Flat rows: properties as columns, in a useful order, and nothing lost."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kg.graph.flat_rows import flatten_columns

SCALARS = st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)
NESTED = st.recursive(SCALARS, lambda inner: st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=3))


def flatten(*values: Any) -> dict[str, list[Any]]:
    return flatten_columns(["x"], [[value] for value in values], frozenset())


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in leaves(one)]
    return [value]


def test_maps_become_columns_with_names_first() -> None:
    assert flatten({"z": 1, "name": "n", "id": "i", "inner": {"a": [1]}}) == {
        "x.id": ["i"],
        "x.name": ["n"],
        "x.inner.a": [[1]],
        "x.z": [1],
    }


def test_missing_values_are_null() -> None:
    assert flatten({"a": 1}, None, {"b": 2}) == {"x.a": [1, None, None], "x.b": [None, None, 2]}
    assert flatten(None, None) == {"x": [None, None]}
    assert flatten(3, {"a": 1}) == {"x": [3, None], "x.a": [None, 1]}
    assert flatten() == {"x": []}


def test_hidden_properties_are_left_out_of_nodes_only() -> None:
    assert flatten_columns(["x"], [[{"embedding": 1}]], frozenset({"embedding"})) == {"x.embedding": [1]}


@given(st.lists(NESTED, max_size=4))
def test_every_value_is_in_a_column_once(values: list[Any]) -> None:
    flat = flatten(*values)
    assert {len(column) for column in flat.values()} == {len(values)}
    for place, value in enumerate(values):
        kept = [repr(column[place]) for column in flat.values() if column[place] is not None]
        assert sorted(kept) == sorted(repr(leaf) for leaf in leaves(value) if leaf is not None)
