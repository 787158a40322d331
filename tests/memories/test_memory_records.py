"""Every memory can be read by its id as the record type of its kind."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest

from kg import Memory
from kg.graph.catalogue import MEMORY_LABELS
from kg.memories.memory_records import to_typed_record
from kg.protocols import FixedClock
from kg.types import Learning
from tests.memories.stores import one_of_each
from tests.support import T0


@pytest.mark.slow
def test_each_kind_is_returned_as_its_own_type(memory: Memory) -> None:
    kept = one_of_each(memory)
    assert set(kept) == set(MEMORY_LABELS)
    for kind, (name, record) in kept.items():
        assert memory.get(name) == record, kind


def test_a_learnings_weight_is_computed_for_the_current_time(memory: Memory, clock: FixedClock) -> None:
    learning = memory.learnings.add("Use metric units.")
    clock.forward(dt.timedelta(days=14))
    again = memory.get(learning.id)
    assert isinstance(again, Learning)
    assert again == dataclasses.replace(learning, weight=0.5)


def test_an_archived_memory_can_still_be_read_by_id(memory: Memory) -> None:
    entry = memory.core.add("Likes tea.", "people")
    memory.core.delete(entry.id)
    assert memory.get(entry.id) == memory.longterm.get(entry.id)


@pytest.mark.slow
def test_a_stale_working_memory_can_only_be_read_by_id(memory: Memory, clock: FixedClock) -> None:
    name, working = one_of_each(memory)["working"]
    clock.forward(dt.timedelta(days=8))
    assert memory.working.get("cli:1") is None
    assert memory.get(name) == working


def test_other_kinds_have_no_typed_record() -> None:
    assert to_typed_record({"kind": "note", "id": "note-1"}, T0) is None
