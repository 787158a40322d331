"""The runtime of a memory: another handle on the same parts, and the identities of the owners."""

from __future__ import annotations

import dataclasses

import pytest

from kg import Memory, Settings
from kg.errors import InvalidInput
from kg.runtime import owner_identities


@pytest.mark.parametrize(
    ("owner", "configured", "expected"),
    [
        (None, (), set()),
        ("olga", (), {"any:olga"}),
        ("cli:olga", ("telegram:7",), {"cli:olga", "telegram:7"}),
        (["cli:olga", "cli:olga"], ("cli:olga",), {"cli:olga"}),
    ],
)
def test_owners_are_the_given_ones_and_those_of_the_settings(
    owner: str | list[str] | None, configured: tuple[str, ...], expected: set[str]
) -> None:
    assert owner_identities(owner, Settings(owner=configured)) == expected


@pytest.mark.parametrize("owner", ["", " ", ["cli:olga", "a\nb"], " cli:olga"])
def test_an_invalid_owner_is_named(owner: str | list[str]) -> None:
    with pytest.raises(InvalidInput, match="owner"):
        owner_identities(owner, Settings())


def test_only_the_handle_of_the_graph_is_replaced(memory: Memory) -> None:
    runtime = memory.runtime
    counted = runtime.with_own_count()
    before = runtime.graph.trips
    counted.graph.run("graph/get_memory", id="none")
    assert (counted.graph.trips, runtime.graph.trips) == (1, before)
    assert dataclasses.replace(counted, graph=runtime.graph) == runtime
    with pytest.raises(dataclasses.FrozenInstanceError):
        runtime.graph = counted.graph  # type: ignore[misc]
