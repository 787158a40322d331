"""Reconciliation of two copies of a scope: pairs by key, and passes without differences."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.graph import GraphTransaction
from kg.relocation.reconciliation import erase_contents, pair_by_key, reconcile
from tests.support import T0


def test_pairs_are_found_in_any_order() -> None:
    order = ["c", "\ue000", "\U0001f600", "a", "z"]
    ours, theirs = ["c", "\U0001f600", "a"], ["\ue000", "\U0001f600", "z"]
    assert [order.index(each) for each in ours] == sorted(order.index(each) for each in ours)
    found = set(pair_by_key(iter(ours), iter(theirs), lambda each: each))
    assert found == {("c", None), (None, "\ue000"), ("\U0001f600", "\U0001f600"), ("a", None), (None, "z")}
    assert set(pair_by_key(iter(ours), iter([]), lambda each: each)) == {(each, None) for each in ours}


@given(st.lists(st.integers(0, 40), unique=True), st.sets(st.integers(0, 40)), st.sets(st.integers(0, 40)))
def test_every_item_is_paired_once(order: list[int], left: set[int], right: set[int]) -> None:
    ours, theirs = [each for each in order if each in left], [each for each in order if each in right]
    pairs = list(pair_by_key(iter(ours), iter(theirs), lambda each: each))
    assert len(pairs) == len(set(ours) | set(theirs))
    assert {(one, one) for one in set(ours) & set(theirs)} <= set(pairs)
    assert {one for one, _ in pairs if one is not None} == set(ours)
    assert {other for _, other in pairs if other is not None} == set(theirs)


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)), st.randoms(use_true_random=False))
def test_items_in_different_orders_are_never_paired_with_another(
    left: set[int], right: set[int], chance: random.Random
) -> None:
    ours, theirs = (chance.sample(sorted(some), len(some)) for some in (left, right))
    pairs = list(pair_by_key(iter(ours), iter(theirs), lambda each: each))
    assert all(one == other for one, other in pairs if one is not None and other is not None)
    assert sorted(one for one, _ in pairs if one is not None) == sorted(left)
    assert sorted(other for _, other in pairs if other is not None) == sorted(right)


def refuse(_: Callable[[GraphTransaction], None]) -> None:
    raise AssertionError("nothing should be written")


def test_a_pass_over_equal_copies_counts_everything_and_writes_nothing(
    memory: Memory, look: Callable[..., list[neo4j.Record]]
) -> None:
    memory.log([Event("Ann lives in Oslo.", speaker="cli:ann", session="cli:1", at=T0)])
    memory.digest()
    done = reconcile(memory.graph, memory.graph, refuse)
    [nodes] = look("MATCH (n {scope: $scope}) RETURN count(n) AS count")
    assert done.nodes >= nodes["count"] > 5
    assert (done.changed, done.edges > 5) == (0, True)


@pytest.mark.slow
def test_only_the_location_of_an_erased_scope_remains(memory: Memory, look: Callable[..., list[neo4j.Record]]) -> None:
    memory.log([Event("Ann lives in Oslo.", speaker="cli:ann", session="cli:1", at=T0)])
    [before] = look("MATCH (n {scope: $scope}) WHERE NOT n:Scope RETURN count(n) AS count")

    def write(work: Callable[[Any], None]) -> None:
        memory.graph.transact(work)

    assert erase_contents(memory.graph, write) >= before["count"]
    assert [list(row["labels"]) for row in look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels")] == [["Scope"]]
    assert erase_contents(memory.graph, write) == 0
